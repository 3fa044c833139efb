// Data that the C library returns through a buffer of the run-time library: the thread is parked between the two.
#include <cstdio>
#include <cstdlib>

#include <limits.h>
#include <unistd.h>

#include "../library/cases.h"

static char few[64], many[3 * 4096], path[PATH_MAX];
static FILE* stream;

static FILE* file() {
  FILE* text = std::tmpfile();
  for (int i = 0; i < 300; ++i) std::fputs("a line with more than fifteen letters, and a zero:", text), std::fputc(i == 150 ? 0 : ' ', text);
  std::rewind(text);
  return text;
}
static void open_before() { stream = file(); }

static const Case cases[] = {
    {"fread", [] { std::fread(few, 1, 9, stream); }, [] { keep(few[4]); }, open_before},
    {"fread-many", [] { std::fread(many, 2, 6000, stream); }, [] { keep(many[11999]); }, open_before},
    {"fread-own-file", [] { std::fread(few, 1, 9, file()); }, [] { keep(few[8]); }},
    {"fgets", [] { std::fgets(few, 20, stream); }, [] { keep(few[19]); }, open_before},
    {"fgets-beyond-a-zero", [] { std::fgets(many, 9000, stream); }, [] { keep(many[8990]); }, open_before},
    {"fgets-to-the-end", [] { while (std::fgets(few, sizeof few, stream) != nullptr) {} }, [] { keep(few[1]); }, open_before},
    {"getcwd", [] { keep(getcwd(path, sizeof path) == path); }, [] { keep(path[1]); }},
    {"realpath", [] { keep(realpath("/proc/self/../self/../../etc/alternatives/..", path) == path); }, [] { keep(path[2]); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
