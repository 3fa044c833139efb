#include "ir/type_text.h"

#include <charconv>

namespace mover::ir {

namespace {

class TypeReader {
 public:
  TypeReader(Program& program, std::string_view text) : program_(program), rest_(text) {}

  TypeId type() {
    const char kind = rest_.empty() ? 0 : rest_.front();
    if (kind == 0) return failed();
    rest_.remove_prefix(1);
    DebugType type;
    type.size = number();
    switch (kind) {
      case '.':
        type.name = word();
        break;
      case '[':
        type.kind = DebugType::Kind::Array;
        type.element = this->type();
        break;
      case '{':
      case '(':
        type.kind = kind == '{' ? DebugType::Kind::Struct : DebugType::Kind::Union;
        type.name = word();
        members(type, kind == '{' ? '}' : ')');
        break;
      default:
        return failed();
    }
    if (failed_) return 0;
    program_.types.push_back(std::move(type));
    return static_cast<TypeId>(program_.types.size() - 1);
  }

 private:
  void members(DebugType& type, char end) {
    while (!failed_ && !rest_.empty() && rest_.front() != end) {
      DebugType::Member member;
      member.offset = number();
      member.name = word();
      member.type = this->type();
      type.members.push_back(std::move(member));
    }
    if (rest_.empty())
      failed();
    else
      rest_.remove_prefix(1);
  }

  std::string word() {
    const size_t end = rest_.find('\t');
    if (end == std::string_view::npos) return failed(), "";
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }

  uint64_t number() {
    const std::string text = word();
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) failed();
    return value;
  }

  TypeId failed() {
    failed_ = true;
    return 0;
  }

  Program& program_;
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

TypeId add_type(Program& program, std::string_view text) { return TypeReader(program, text).type(); }

}  // namespace mover::ir
