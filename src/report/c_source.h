// Where declarations stand in a C or C++ source: just enough of the syntax to put an annotation after the name of a
// variable, a member or a function. What it cannot make out for certain it does not find.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mover {

struct CToken {
  enum class Kind : uint8_t { Word, Number, Text, Punct } kind = Kind::Punct;
  std::string_view text;
  size_t begin = 0;
  uint32_t line = 0;
  size_t end() const { return begin + text.size(); }
  bool is(std::string_view other) const { return text == other; }
};

// The tokens, without comments and preprocessor lines. Of the branches of an #if only the first is taken (of #if 0 the
// second), so that brackets match.
std::vector<CToken> c_tokens(std::string_view text);

struct CFunction {
  std::string name, record;        // record: the class that it is a member of
  std::vector<CToken> parameters;  // what stands between the parentheses
  uint32_t line = 0;               // of the name
  size_t annotate = 0;             // where an attribute belongs
  size_t body = 0, end = 0;        // its braces; both 0: it is only declared
};

class CSource {
 public:
  explicit CSource(std::string text);
  CSource(const CSource&) = delete;
  CSource& operator=(const CSource&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<CFunction>& functions() const { return functions_; }

  // Where an attribute of the variable that is declared in that line belongs.
  std::optional<size_t> variable(const std::string& name, uint32_t line) const;
  // The same for its declarations elsewhere: extern int x;
  std::vector<size_t> externs(const std::string& name) const;
  // … for a member of a struct or class, which may be called by its tag or by a typedef.
  std::vector<size_t> members(const std::string& record, const std::string& name) const;
  // The function around a position: an index, or nothing.
  std::optional<size_t> function_at(size_t position) const;
  size_t position(uint32_t line, uint32_t column) const;

  // What it includes by name in quotes.
  std::vector<std::string> includes() const;
  // Where a further #include can stand: the beginning of the line after the last one before `position`.
  size_t include_before(size_t position) const;

 private:
  struct Record {
    std::vector<std::string> names;
    std::vector<size_t> tokens;  // of its own: what stands in inner braces is left out
  };
  struct Extern {
    std::string name;
    size_t annotate;
  };
  struct Scope {
    bool is_record = false;
    size_t record = 0;               // is_record: which
    std::vector<size_t> statement;   // the tokens of the present one, without what stands in brackets
    std::optional<size_t> declares;  // a record whose body stands in it
  };

  struct Directive {
    std::string_view text;  // without the #
    size_t next_line;       // the beginning of the next line
    int depth;              // of #if
  };

  std::vector<Directive> directives() const;
  void match_brackets();
  void scan();
  size_t open_brace(size_t at);
  void end_statement(size_t at);
  bool read_function(size_t terminator, bool is_definition);
  bool is_declarator(size_t name) const;
  size_t after_declarator(size_t name) const;
  bool is_at(size_t token, std::string_view text) const { return token < tokens_.size() && tokens_[token].is(text); }

  const std::string text_;
  std::vector<CToken> tokens_;
  std::vector<size_t> matches_;  // by bracket: its partner, or the number of tokens
  std::vector<Scope> scopes_;    // while scanning: namespaces and records, innermost last
  std::vector<Record> records_;
  std::vector<CFunction> functions_;
  std::vector<Extern> externs_;
};

}  // namespace mover
