// Parses the list of footprints.
#include "libraries/footprint_list.h"

#include <dlfcn.h>

#include <algorithm>
#include <string>

#include "libraries/imports.h"
#include "scheduling/process_state.h"
#include "support/check.h"

namespace mover::runtime {

namespace {

// The addresses of these words stand for variables of libraries that dlsym does not find by name.
constexpr size_t kMostVariables = 64;
uint64_t variables[kMostVariables];

uint64_t place_of_variable(FootprintIndex& index, const std::string& name) {
  if (name == "set_new_handler()") return reinterpret_cast<uint64_t>(&process_state.new_handler);
  if (name == "stdin()") return reinterpret_cast<uint64_t>(&process_state.standard_input);
  if (name == "setlocale()") return reinterpret_cast<uint64_t>(&process_state.locale);
  if (!name.ends_with("()"))
    if (void* known = dlsym(RTLD_DEFAULT, name.c_str())) return reinterpret_cast<uint64_t>(known);
  for (const auto& [known, place] : index.variables)
    if (known == name) return place;
  MOVER_CHECK(index.variables.size() < kMostVariables, "there is room for variables of libraries");
  const auto place = reinterpret_cast<uint64_t>(&variables[index.variables.size()]);
  index.variables.emplace_back(name, place);
  return place;
}

// Parses one effect. The number of an argument is a single digit.
class Reader {
 public:
  Reader(FootprintIndex& index, std::string_view text) : index_(index), rest_(text) {}

  Effect effect() {
    Effect made;
    if (rest_ == "catch") {
      made.kind = Effect::Kind::EndOfCatch;
      return made;
    }
    if (rest_ == "alters") {
      made.kind = Effect::Kind::AltersSystem;
      return made;
    }
    if (rest_ == "asks") {
      made.kind = Effect::Kind::AsksSystem;
      return made;
    }
    if (rest_.starts_with("in")) {
      made.kind = Effect::Kind::ReadsInput;
      rest_.remove_prefix(2);
      made.argument = rest_.empty() ? -1 : argument();
      return made;
    }
    const char kind = take();
    made.kind = kind_of(kind);
    if (peek() == '@') {
      take();
      made.where = Effect::Where::Variable;
      std::string name(rest_.substr(0, rest_.find(':')));
      rest_.remove_prefix(name.size());
      made.may_be_null = name.ends_with("?");
      if (made.may_be_null) name.pop_back();
      if (!made.may_be_null || program_names(name)) made.variable = place_of_variable(index_, name);
    } else {
      where(made);
    }
    MOVER_CHECK(take() == ':', "effects have a size");
    size(made);
    MOVER_CHECK(rest_.empty(), "nothing follows the size of an effect");
    return made;
  }

 private:
  static Effect::Kind kind_of(char letter) {
    switch (letter) {
      case 'r':
        return Effect::Kind::Read;
      case 'w':
        return Effect::Kind::Write;
      case 'o':
        return Effect::Kind::Observe;
      default:
        MOVER_CHECK(letter == 'x', "effects read, write, observe or change atomically");
        return Effect::Kind::Atomic;
    }
  }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  char take() {
    const char c = peek();
    if (c != 0) rest_.remove_prefix(1);
    return c;
  }
  uint64_t number() {
    uint64_t value = 0;
    while (peek() >= '0' && peek() <= '9') value = value * 10 + static_cast<uint64_t>(take() - '0');
    return value;
  }
  int argument() {
    const int which = take() - '0';
    MOVER_CHECK(which >= 0 && which < kMostArguments, "arguments are in registers, or near on the stack");
    return which;
  }
  void where(Effect& made) {
    if (peek() == '*') {
      take();
      made.where = Effect::Where::PointedTo;
    }
    made.argument = argument();
    if (peek() == '(') {
      take();
      made.pointer_at = number();
      take();
    }
    made.may_be_null = peek() == '?';
    if (made.may_be_null) take();
    const char sign = peek();
    if (sign != '+' && sign != '-') return;
    take();
    made.offset = static_cast<int64_t>(number()) * (sign == '-' ? -1 : 1);
  }
  void size(Effect& made) {
    if (rest_ == "string") {
      made.size = Effect::Size::StdString;
      rest_ = "";
      return;
    }
    if (peek() == 'W') made.is_wide = take() != 0;
    switch (peek()) {
      case 'S':
      case 's':
        made.is_wide |= take() == 'S';
        return text(made, Effect::Size::String);
      case 'f':
      case 'F':
        return text(made, take() == 'f' ? Effect::Size::Find : Effect::Size::FindRaw);
      case 'd':
      case 'i':
        return text(made, take() == 'd' ? Effect::Size::Same : Effect::Size::SameLetters);
      case 'n':
        return take(), text(made, Effect::Size::Integer);
      case 'g':
        return take(), text(made, Effect::Size::Real);
      case 'e':
        return take(), text(made, Effect::Size::UpTo);
      case 'b':
        return take(), between(made);
      default:
        product(made);
    }
  }
  void between(Effect& made) {
    made.size = Effect::Size::Between;
    for (int& end : made.factors) end = argument();
    const char how = take();
    if (how == '*') made.bytes = number();
    if (how == '/') made.divisor = number();
  }
  void text(Effect& made, Effect::Size size) {
    made.size = size;
    if (peek() >= '0' && peek() <= '9') made.like = argument();
    if (peek() != '<') return;
    take();
    made.most = argument();
  }
  void product(Effect& made) {
    made.size = Effect::Size::Product;
    for (int factors = 0, counted = 0;;) {
      if (peek() == 'a') {
        take();
        made.factors[factors++] = argument();
      } else if (peek() == 'p') {
        take();
        made.counted[counted++] = argument();
      } else {
        made.bytes *= number();
      }
      if (peek() != '*') break;
      take();
    }
  }

  FootprintIndex& index_;
  std::string_view rest_;
};

bool is_space(char c) { return c == ' ' || c == '\n'; }

std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  if (!rest.empty() && rest.front() == '#') {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    return next_word(rest);
  }
  size_t length = 0;
  if (!rest.empty() && rest.front() == '[')
    length = rest.find(']') + 1;
  else
    while (length < rest.size() && !is_space(rest[length])) ++length;
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

Section section_of(FootprintIndex& index, std::string_view effects) {
  Section section;
  for (std::string_view rest = effects; !rest.empty();)
    if (const std::string_view word = next_word(rest); !word.empty()) section.push_back(Reader(index, word).effect());
  return section;
}

void add(FootprintIndex& index, std::string_view rest) {
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (word.front() == '[')
      index.sections.push_back(section_of(index, word.substr(1, word.size() - 2)));
    else if (word.find('*') != std::string_view::npos)
      index.patterns.emplace_back(word, index.sections.size() - 1);
    else
      index.by_name.emplace(word, index.sections.size() - 1);
  }
}

}  // namespace

const FootprintIndex& footprint_index() {
  static const FootprintIndex* index = [] {
    auto* made = new FootprintIndex;
    for (std::string_view list :
         {kFootprintsOfMath, kFootprintsOfText, kFootprintsOfPosix, kFootprintsOfCxx, kFootprintsOfStreams})
      add(*made, list);
    return made;
  }();
  return *index;
}

uint64_t state_of_random;

std::string library_variable(uint64_t address) {
  if (std::string state = describe_state(address); !state.empty()) return state;
  constexpr const char* kData = "the data that the C library keeps for ";
  if (address - reinterpret_cast<uint64_t>(&state_of_random) < sizeof state_of_random)
    return std::string(kData) + "random()";
  for (const auto& [name, place] : footprint_index().variables)
    if (address - place < sizeof variables[0]) return kData + name;
  return "";
}

}  // namespace mover::runtime
