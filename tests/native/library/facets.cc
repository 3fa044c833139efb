// Facets of locales that work on the caller's characters: virtual functions of libstdc++'s objects.
#include <cstring>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>

#include "cases.h"

using Converter = std::codecvt<wchar_t, char, std::mbstate_t>;
static const auto& narrow = std::use_facet<std::ctype<char>>(std::locale::classic());
static const auto& wide = std::use_facet<std::ctype<wchar_t>>(std::locale::classic());
static const auto& converter = std::use_facet<Converter>(std::locale::classic());
static const auto& comparison = std::use_facet<std::collate<char>>(std::locale::classic());

static char text[8] = "abc", external[8] = "abc";
static wchar_t wide_text[8] = L"abc";
static std::ctype_base::mask masks[4];
static std::mbstate_t state;
static const wchar_t* next_wide;
static char* next_external;
static std::tm date;
static double number;
static float small_number;
static std::ostringstream stream;

static void convert() {
  static const wchar_t from[] = L"xy";
  converter.out(state, from, from + 2, next_wide, external, external + 8, next_external);
}
static void print_date() {
  std::ostringstream out;
  out << std::put_time(&date, "%Y");
}
static void print_wide_date() {
  std::wostringstream out;
  out << std::put_time(&date, L"%Y");
}

static const Case cases[] = {
    {"toupper-read", [] { narrow.toupper(text, text + 3); }, [] { keep(text[2]); }},
    {"no-race-toupper-behind", [] { narrow.toupper(text, text + 2); }, [] { keep(text[2]); }},
    {"wide-tolower-read", [] { wide.tolower(wide_text, wide_text + 3); }, [] { keep(wide_text[2]); }},
    {"widen-write", [] { wchar_t to[3]; wide.widen(text, text + 3, to); keep(to[0]); }, [] { text[1] = 'x'; }},
    {"widen-result", [] { static const char from[] = "abc"; wide.widen(from, from + 3, wide_text); }, [] { keep(wide_text[2]); }},
    {"narrow-result", [] { static const wchar_t from[] = L"abc"; wide.narrow(from, from + 3, '?', text); }, [] { keep(text[2]); }},
    {"no-race-narrow-behind", [] { static const wchar_t from[] = L"abc"; wide.narrow(from, from + 3, '?', text); }, [] { keep(text[3]); }},
    {"is-result", [] { static const wchar_t from[] = L"abc"; wide.is(from, from + 3, masks); }, [] { keep(masks[2]); }},
    {"scan-write", [] { keep(*wide.scan_is(std::ctype_base::digit, wide_text, wide_text + 3)); }, [] { wide_text[1] = L'x'; }},
    {"codecvt-buffer", convert, [] { keep(external[1]); }},
    {"codecvt-state", convert, [] { std::memset(&state, 0, sizeof state); }},
    {"codecvt-next", convert, [] { keep(next_external != nullptr); }},
    {"codecvt-next-source", convert, [] { keep(next_wide != nullptr); }},
    {"collate-write", [] { keep(comparison.compare(text, text + 3, text, text + 3)); }, [] { text[0] = 'x'; }},
    {"put-time-write", print_date, [] { date.tm_year = 5; }},
    {"wide-put-time-write", print_wide_date, [] { date.tm_year = 5; }},
    {"no-race-both-put-time", print_date, print_date},
    {"get-time-read", [] { std::istringstream("2020") >> std::get_time(&date, "%Y"); }, [] { keep(date.tm_year); }},
    {"extract-double-read", [] { std::istringstream("2.5") >> number; }, [] { keep(number); }},
    {"extract-float-read", [] { std::istringstream("2.5") >> small_number; }, [] { keep(small_number); }},
    {"imbue-getloc", [] { stream.imbue(std::locale::classic()); }, [] { auto mine = stream.getloc(); }},
    {"no-race-both-getloc", [] { auto mine = stream.getloc(); }, [] { auto mine = stream.getloc(); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
