// Functions of the C library: their accesses to memory of their arguments, and to static variables.
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>

#include <arpa/inet.h>
#include <getopt.h>
#include <math.h>
#include <pwd.h>
#include <setjmp.h>

#include "cases.h"

static int exponent;
static double whole;
static std::time_t seconds;
static std::tm fields;
static std::tm* last;
static char buffer[64] = "12";
static wchar_t wide[16] = L"ab";
static int sorted[] = {1, 2, 3, 4};
static sigset_t signals;
static jmp_buf jump;
static pthread_attr_t attributes;
static char name[] = "program", option[] = "-a";
static char* words[] = {name, option, nullptr};

static int compare(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }

static const Case cases[] = {
    {"frexp", [] { keep(std::frexp(8.0, &exponent)); }, [] { keep(exponent); }},
    {"modf", [] { keep(std::modf(8.5, &whole)); }, [] { keep(whole); }},
    {"no-race-lgamma", [] { keep(std::lgamma(2.5)); }, [] { keep(std::lgamma(3.5)); }},
    {"no-race-pow", [] { keep(std::pow(2.5, exponent)); }, [] { keep(std::pow(3.5, exponent)); }},
    {"localtime-both", [] { keep(std::localtime(&seconds)->tm_sec); }, [] { keep(std::gmtime(&seconds)->tm_min); }},
    {"gmtime-earlier-result", [] { std::gmtime(&seconds); }, [] { keep(last->tm_min); }, [] { last = std::gmtime(&seconds); }},
    {"localtime-argument", [] { std::tm mine; localtime_r(&seconds, &mine); }, [] { seconds = 1; }},
    {"no-race-localtime-r", [] { std::tm mine; localtime_r(&seconds, &mine); }, [] { std::tm mine; localtime_r(&seconds, &mine); }},
    {"asctime-both", [] { keep(*std::asctime(&fields)); }, [] { keep(*std::asctime(&fields)); }},
    {"mktime-read", [] { keep(std::mktime(&fields)); }, [] { keep(fields.tm_mday); }},
    {"strftime-fields", [] { keep(std::strftime(buffer, sizeof buffer, "%Y", &fields)); }, [] { fields.tm_year = 99; }},
    {"strftime-buffer", [] { keep(std::strftime(buffer, sizeof buffer, "%Y", &fields)); }, [] { keep(buffer[0]); }},
    {"no-race-strerror", [] { keep(*std::strerror(1)); }, [] { keep(*std::strerror(2)); }},
    {"drand48-both", [] { keep(drand48()); }, [] { keep(lrand48()); }},
    {"erand48-state", [] { static unsigned short s[3]; keep(erand48(s)); keep(std::mktime(&fields)); }, [] { fields.tm_hour = 1; }},
    {"bsearch-array", [] { int key = 2; keep(std::bsearch(&key, sorted, 4, sizeof *sorted, compare) != nullptr); }, [] { sorted[1] = 0; }},
    {"wcscpy-wcslen", [] { std::wcscpy(wide, L"c"); }, [] { keep(std::wcslen(wide)); }},
    {"wmemset-wcscmp", [] { std::wmemset(wide, L'x', 1); }, [] { keep(std::wcscmp(wide, L"ab")); }},
    {"mbstowcs-text", [] { std::mbstowcs(wide, buffer, 16); }, [] { buffer[0] = '3'; }},
    {"strtold-text", [] { keep(std::strtold(buffer, nullptr)); }, [] { buffer[0] = '3'; }},
    {"strcoll-text", [] { keep(std::strcoll(buffer, "12")); }, [] { buffer[0] = '3'; }},
    {"setlocale-localeconv", [] { std::setlocale(LC_ALL, "C"); }, [] { keep(std::localeconv() != nullptr); }},
    {"sigaddset-sigismember", [] { sigaddset(&signals, SIGINT); }, [] { keep(sigismember(&signals, SIGINT)); }},
    {"setjmp-both", [] { keep(_setjmp(jump)); }, [] { keep(_setjmp(jump)); }},
    {"inet-ntop-buffer", [] { in_addr a{1}; inet_ntop(AF_INET, &a, buffer, sizeof buffer); }, [] { keep(buffer[0]); }},
    {"getopt-optind", [] { keep(getopt(2, words, "a")); }, [] { keep(optind); }},
    {"getpwnam-both", [] { keep(getpwuid(0) != nullptr); }, [] { keep(getpwuid(0) != nullptr); }},
    {"pthread-attr", [] { pthread_attr_init(&attributes); }, [] { pthread_attr_setstacksize(&attributes, 1 << 20); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
