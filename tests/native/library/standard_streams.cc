// The standard streams: input and output do not race with each other, changes of a stream's state race with both.
#include <iomanip>
#include <iostream>

#include "cases.h"

static void print() { std::cout << 2.5; }
static void read() {
  int number;
  std::cin >> number;
}

static const Case cases[] = {
    {"no-race-both-print", print, [] { std::cout << "text" << 'c' << 1 << std::endl; }},
    {"no-race-print-write-flush", print, [] { std::cout.write("ab", 2).put('c').flush(); }},
    {"no-race-both-read", read, read},
    {"no-race-read-getline", read, [] { std::string line; std::getline(std::cin, line); }},
    {"no-race-errors", [] { std::cerr << 1; }, [] { std::cerr << 2.5; std::clog << 3; }},
    {"no-race-wide", [] { std::wcout << L"x"; }, [] { std::wcout << 2.5; }},
    {"no-race-print-precision", print, [] { keep(std::cout.precision()); }},
    {"setw-print", [] { std::cout << std::setw(5); }, print},
    {"setprecision-print", [] { std::cout << std::setprecision(2); }, print},
    {"setfill-print", [] { std::cout << std::setfill('x'); }, print},
    {"setbase-print", [] { std::cout << std::setbase(16); }, [] { std::cout << 1; }},
    {"setiosflags-print", [] { std::cout << std::setiosflags(std::ios::showpos); }, [] { std::cout << 1; }},
    {"hex-print", [] { std::cout << std::hex; }, [] { std::cout << 1; }},
    {"width-print", [] { std::cout.width(5); }, print},
    {"fill-print", [] { std::cout.fill('x'); }, print},
    {"setstate-print", [] { std::cout.setstate(std::ios::failbit); }, print},
    {"clear-print", [] { std::cout.clear(std::ios::badbit); }, print},
    {"exceptions-print", [] { std::cout.exceptions(std::ios::badbit); }, print},
    {"rdbuf-print", [] { std::cout.rdbuf(std::cerr.rdbuf()); }, print},
    {"tie-read", [] { std::cin.tie(nullptr); }, read},
    {"wide-setfill-print", [] { std::wcout << std::setfill(L'x'); }, [] { std::wcout << 1; }},
    {"sync-with-stdio-print", [] { std::ios::sync_with_stdio(false); }, print},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
