// Functions of the C and C++ libraries that fewer programs use: wide formats, regular expressions, messages, pools of memory.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <memory_resource>
#include <system_error>
#include <vector>

#include <err.h>
#include <regex.h>
#include <spawn.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>

#include "cases.h"

static wchar_t wide[32] = L"ab";
static char text[32] = "12,3", *place = text;
static wchar_t* wide_place;
static int number;
static regex_t expression;
static posix_spawnattr_t attributes;
static termios terminal;
static std::error_code code;
static std::pmr::unsynchronized_pool_resource* pool;
static std::pmr::synchronized_pool_resource* locked_pool;
static std::pmr::monotonic_buffer_resource* arena;

static const Case cases[] = {
    {"swprintf-buffer", [] { std::swprintf(wide, 32, L"%d", 1); }, [] { keep(wide[0]); }},
    {"swprintf-argument", [] { wchar_t b[32]; std::swprintf(b, 32, L"%s", text); }, [] { text[0] = 'x'; }},
    {"swprintf-wide-argument", [] { wchar_t b[32]; std::swprintf(b, 32, L"%ls", wide); }, [] { wide[0] = L'x'; }},
    {"swscanf-result", [] { std::swscanf(L"3", L"%d", &number); }, [] { keep(number); }},
    {"wcscat-wcsnlen", [] { std::wcscat(wide, L"c"); }, [] { keep(wcsnlen(wide, 8)); }},
    {"wcscat-behind", [] { std::wcscat(wide, L"c"); }, [] { keep(wide[3]); }},
    {"wcsncpy-pads", [] { std::wcsncpy(wide, L"c", 8); }, [] { keep(wide[7]); }},
    {"no-race-wcsncmp-stops", [] { keep(std::wcsncmp(wide, L"ab", 1)); }, [] { wide[1] = 'x'; }},
    {"wcsncmp-reads", [] { keep(std::wcsncmp(wide, L"ab", 2)); }, [] { wide[1] = 'x'; }},
    {"wcstok-place", [] { std::wcstok(wide, L",", &wide_place); }, [] { keep(wide_place != nullptr); }},
    {"strsep-place", [] { strsep(&place, ","); }, [] { keep(place != nullptr); }},
    {"strsep-text", [] { strsep(&place, ","); }, [] { keep(text[2]); }},
    {"no-race-strsep-rest", [] { strsep(&place, ","); }, [] { keep(text[3]); }},
    {"memccpy-to", [] { char b[32]; memccpy(b, text, ',', 32); }, [] { text[2] = 'x'; }},
    {"no-race-memccpy-stops", [] { char b[32]; memccpy(b, text, ',', 32); }, [] { text[3] = 'x'; }},
    {"stpncpy-pads", [] { stpncpy(text, "a", 8); }, [] { keep(text[7]); }},
    {"explicit-bzero", [] { explicit_bzero(text, 8); }, [] { keep(text[7]); }},
    {"vsscanf-text", [] { int n; std::sscanf(text, "%d", &n); }, [] { text[0] = '3'; }},
    {"warnx-argument", [] { warnx("%s", text); }, [] { text[0] = 'x'; }},
    {"no-race-syslog", [] { syslog(LOG_INFO, "%s", text); }, [] { syslog(LOG_INFO, "%s", text); }},
    {"syslog-argument", [] { syslog(LOG_INFO, "%s", text); }, [] { text[0] = 'x'; }},
    {"regexec-regcomp", [] { keep(regexec(&expression, "aa", 0, nullptr, 0)); }, [] { regcomp(&expression, "b", 0); }, [] { regcomp(&expression, "a+", REG_EXTENDED); }},
    {"no-race-regexec", [] { keep(regexec(&expression, "aa", 0, nullptr, 0)); }, [] { keep(regexec(&expression, "b", 0, nullptr, 0)); }, [] { regcomp(&expression, "a+", REG_EXTENDED); }},
    {"posix-spawnattr", [] { posix_spawnattr_init(&attributes); }, [] { short flags; posix_spawnattr_getflags(&attributes, &flags); }},
    {"cfmakeraw", [] { cfmakeraw(&terminal); }, [] { keep(cfgetispeed(&terminal)); }},
    {"no-race-sysconf", [] { keep(sysconf(_SC_PAGESIZE)); }, [] { keep(sysconf(_SC_OPEN_MAX)); }},
    {"error-code-message", [] { keep(code.message().size()); }, [] { code = std::make_error_code(std::errc::io_error); }},
    {"no-race-error-categories", [] { keep(std::generic_category().message(1).size()); }, [] { keep(std::system_category().message(2).size()); }},
    {"pool-both", [] { kept = pool->allocate(8) == text; }, [] { kept = pool->allocate(8) == text; }, [] { pool = new std::pmr::unsynchronized_pool_resource; }},
    {"no-race-synchronized-pool", [] { locked_pool->deallocate(locked_pool->allocate(8), 8); }, [] { kept = locked_pool->allocate(8) == text; },
     [] { locked_pool = new std::pmr::synchronized_pool_resource; }},
    {"monotonic-both", [] { kept = arena->allocate(8) == text; }, [] { kept = arena->allocate(8) == text; }, [] { arena = new std::pmr::monotonic_buffer_resource; }},
    {"no-race-default-resource", [] { std::pmr::vector<int> v{1}; keep(v[0]); }, [] { std::pmr::vector<int> v{2}; keep(v[0]); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
