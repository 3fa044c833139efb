// Finds declarations in a C or C++ source. It parses just enough of the syntax to insert an annotation after the
// declarator of a variable, a member or a function. Ambiguous declarations are not found.
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

// The tokens of a text, without comments and preprocessor lines. Of each #if only the first branch is used (after "#if
// 0" the second one), so that brackets match.
std::vector<CToken> c_tokens(std::string_view text);

struct CFunction {
  std::string name, record;        // record: the class of a member function
  std::vector<CToken> parameters;  // the tokens between the parentheses
  uint32_t line = 0;               // the line of the name
  size_t annotate = 0;             // the position at which an attribute can be inserted; 0: none
  size_t body = 0, end = 0;        // the positions of its braces; both 0 if it is only declared
};

class CSource {
 public:
  explicit CSource(std::string text);
  CSource(const CSource&) = delete;
  CSource& operator=(const CSource&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<CFunction>& functions() const { return functions_; }

  // The position at which an attribute of the variable that is declared in that line can be inserted.
  std::optional<size_t> variable(const std::string& name, uint32_t line) const;
  // The positions in its other declarations: extern int x;
  std::vector<size_t> externs(const std::string& name) const;
  // The positions in declarations of a member of a struct or class. `record`: the tag of the struct or its typedef.
  std::vector<size_t> members(const std::string& record, const std::string& name) const;
  // The index in functions() of the function whose body contains the position, if there is one.
  std::optional<size_t> function_at(size_t position) const;
  size_t position(uint32_t line, uint32_t column) const;

  // The names of files that the source includes in quotes.
  std::vector<std::string> includes() const;
  // The position at which a further #include can be inserted: after the last #include before `position`.
  size_t include_before(size_t position) const;

 private:
  struct Record {
    std::vector<std::string> names;
    std::vector<size_t> tokens;  // without the tokens in inner braces
  };
  struct Extern {
    std::string name;
    size_t annotate;
  };
  struct Scope {
    bool is_record = false;
    size_t record = 0;               // is_record: its index
    std::vector<size_t> statement;   // the tokens of the current statement, without those in brackets
    std::optional<size_t> declares;  // the record whose body is part of the current statement
  };

  struct Directive {
    std::string_view text;  // without the #
    size_t next_line;       // the beginning of the next line
    int depth;              // nesting of #if
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
  std::vector<size_t> matches_;  // for each bracket token its partner; the number of tokens if there is none
  std::vector<Scope> scopes_;    // while scanning: namespaces and records, innermost last
  std::vector<Record> records_;
  std::vector<CFunction> functions_;
  std::vector<Extern> externs_;
};

}  // namespace mover
