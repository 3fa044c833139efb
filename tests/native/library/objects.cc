// Further parts of the C++ library that are partly in its headers and partly in its shared library.
#include <any>
#include <charconv>
#include <exception>
#include <functional>
#include <locale>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <stdexcept>
#include <string>
#include <variant>

#include "cases.h"

static std::regex regex("a+");
static std::shared_ptr<int> pointer = std::make_shared<int>(1), copy;
static std::weak_ptr<int> weak = pointer;
static std::function<int()> function = [] { return 1; };
static std::any any = std::string("a long text that is on the heap");
static std::optional<std::string> optional = "text";
static std::variant<int, std::string> variant = "text";
static std::locale locale;
static std::exception_ptr exception;
static std::string text = "12 is a text of more than fifteen characters";
static char digits[40] = "12.5";
static double number;
static std::minstd_rand engine;

static void rethrow() {
  try {
    std::exception_ptr mine = exception;
    std::rethrow_exception(mine);
  } catch (const std::runtime_error& error) {
    keep(error.what()[0]);
  }
}
static void make_exception() { exception = std::make_exception_ptr(std::runtime_error("text")); }

static const Case cases[] = {
    {"regex-assign-match", [] { regex = "b+"; }, [] { keep(std::regex_match("aa", regex)); }},
    {"no-race-regex-both-match", [] { keep(std::regex_match("aa", regex)); }, [] { keep(std::regex_search("ba", regex)); }},
    {"shared-ptr-reset-copy", [] { pointer.reset(); }, [] { copy = pointer; }},
    {"no-race-shared-ptr-both-copy", [] { auto mine = pointer; }, [] { auto mine = pointer; }},
    {"no-race-shared-ptr-lock", [] { auto mine = weak.lock(); }, [] { auto mine = pointer; }},
    {"function-assign-call", [] { function = [] { return 2; }; }, [] { keep(function()); }},
    {"any-assign-cast", [] { any = 1; }, [] { keep(any.type() == typeid(int)); }},
    {"optional-reset-read", [] { optional.reset(); }, [] { keep(optional.has_value()); }},
    {"variant-assign-index", [] { variant = 1; }, [] { keep(variant.index()); }},
    {"locale-assign-copy", [] { locale = std::locale::classic(); }, [] { std::locale mine = locale; }},
    {"no-race-locale-global", [] { std::locale::global(std::locale::classic()); }, [] { std::locale mine; }},
    {"exception-ptr-assign-copy", make_exception, rethrow, make_exception},
    {"no-race-exception-rethrown-twice", rethrow, rethrow, make_exception},
    {"exception-from-changing-text", [] { text[0] = 'x'; }, [] { std::runtime_error made(text); }},
    {"hash-of-changing-text", [] { text[0] = 'x'; }, [] { keep(std::hash<std::string>()(text)); }},
    {"to-chars-read", [] { std::to_chars(digits, digits + sizeof digits, 2.5); }, [] { keep(digits[0]); }},
    {"from-chars-write", [] { std::from_chars(digits, digits + 4, number); }, [] { digits[0] = '2'; }},
    {"from-chars-result", [] { std::from_chars(digits, digits + 4, number); }, [] { keep(number); }},
    {"stoi-changing-text", [] { text[0] = '2'; }, [] { keep(std::stoi(text)); }},
    {"random-engine-both", [] { keep(engine()); }, [] { keep(engine()); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
