// Streams, strings and paths: templates that libstdc++ has compiled into its shared library.
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "cases.h"

static std::ostringstream out;
static std::istringstream in("1 2 three four\nfive");
static std::stringstream both("1 2 3");
static std::wostringstream wide_out;
static std::ofstream file;
static std::string text = "text", other_text;
static std::wstring wide = L"wide";
static std::filesystem::path path = "/a/b";
static int number;

static void open() { file.open("/dev/null"); }

static const Case cases[] = {
    {"ostringstream-both-write", [] { out << 1; }, [] { out << "two"; }},
    {"ostringstream-write-str", [] { out << 1.5; }, [] { keep(out.str().size()); }},
    {"ostringstream-put-tellp", [] { out.put('x'); }, [] { keep(out.tellp()); }},
    {"ostringstream-flags", [] { out << std::hex; }, [] { out << 12; }},
    {"ostringstream-imbue", [] { out.imbue(std::locale::classic()); }, [] { out << 12; }},
    {"wostringstream-both-write", [] { wide_out << 1; }, [] { wide_out << L"two"; }},
    {"istringstream-both-read", [] { int n; in >> n; }, [] { int n; in >> n; }},
    {"istringstream-getline-word", [] { std::string s; std::getline(in, s); }, [] { std::string s; in >> s; }},
    {"istringstream-ignore-get", [] { in.ignore(2); }, [] { keep(in.get()); }},
    {"istringstream-result", [] { in >> number; }, [] { keep(number); }},
    {"stringstream-write-read", [] { both << 4; }, [] { int n; both >> n; }},
    {"ofstream-both-write", [] { file << 1; }, [] { file << 2; }, open},
    {"ofstream-write-close", [] { file << 1; }, [] { file.close(); }, open},
    {"no-race-cout", [] { std::cout << "a" << 1 << std::endl; }, [] { std::cout << 2.5 << 'b' << std::flush; }},
    {"no-race-cerr-clog", [] { std::cerr << "a"; }, [] { std::cerr << "b"; std::clog << 1; }},
    {"no-race-wcout", [] { std::wcout << L"a" << 1; }, [] { std::wcout << L"b"; }},
    {"no-race-cin", [] { keep(std::cin.get()); }, [] { keep(std::cin.peek()); }},
    {"cout-flags", [] { std::cout << std::hex; }, [] { std::cout << 12; }},
    {"cout-not-synchronised", [] { std::cout << 1; }, [] { std::cout << 2; }, [] { std::ios::sync_with_stdio(false); }},
    {"cout-put-not-synchronised", [] { std::cout.put('a'); }, [] { std::cout.put('b'); }, [] { std::ios::sync_with_stdio(false); }},
    {"cout-into-a-string", [] { std::cout << 1; }, [] { std::cout << 2; }, [] { std::cout.rdbuf(out.rdbuf()); }},
    {"string-append-read", [] { text += "more"; }, [] { keep(text.size()); }},
    {"string-grow-character", [] { text.append(100, 'x'); }, [] { keep(text[1]); }},
    {"string-assign-copy", [] { text = "else"; }, [] { other_text = text; }},
    {"string-find", [] { text[2] = 'y'; }, [] { keep(text.find('x')); }},
    {"wstring-append-read", [] { wide += L"r"; }, [] { keep(wide.size()); }},
    {"wstring-compare", [] { wide[0] = L'r'; }, [] { keep(wide == L"wide"); }},
    {"path-append-string", [] { path /= "c"; }, [] { keep(path.string().size()); }},
    {"path-assign-iterate", [] { path = "/c/d/e"; }, [] { for (const auto& part : path) keep(part.native().size()); }},
    {"path-append-filename", [] { path /= "c"; }, [] { keep(path.has_filename()); }},
    {"path-changed-status", [] { path += "x"; }, [] { keep(std::filesystem::exists(path)); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
