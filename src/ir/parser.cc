// Parses declarations. docs/ir.md has the grammar.
#include "ir/parser.h"

#include "ir/normal_form.h"
#include "ir/ops_text.h"

namespace mover::ir {

Symbols::Symbols(std::string_view text) {
  Lexer lexer(text);
  bool at_line_start = true;
  while (!lexer.at(Token::Kind::End)) {
    const Token token = lexer.next();
    const bool is_function = token.text == "func" && token.kind == Token::Kind::Word;
    const bool is_global = token.text == "global" && token.kind == Token::Kind::Word;
    if (at_line_start && (is_function || is_global) && lexer.at(Token::Kind::Symbol)) {
      define(lexer.peek(), is_function ? Constant::Kind::Function : Constant::Kind::Global,
             is_function ? num_functions_++ : num_globals_++);
    }
    at_line_start = token.kind == Token::Kind::Newline;
  }
}

void Symbols::define(const Token& symbol, Constant::Kind kind, uint32_t id) {
  auto [it, is_new] = definitions_.try_emplace(symbol.value, Definition{{kind, id, 0}, symbol.line, 0});
  if (!is_new) it->second.other_line = symbol.line;
}

Constant Symbols::resolve(const Token& symbol) const {
  auto it = definitions_.find(symbol.value);
  if (it == definitions_.end()) fail_at(symbol, std::string(symbol.text) + " is not defined.");
  const Definition& d = it->second;
  if (d.other_line != 0) {
    fail_at(symbol, std::string(symbol.text) + " is defined more than once, in lines " + std::to_string(d.line) +
                        " and " + std::to_string(d.other_line) + ".");
  }
  return d.what;
}

LocId Locations::add(Loc loc) {
  if (loc == Loc{}) return 0;
  program_.locs.push_back(loc);
  return static_cast<LocId>(program_.locs.size() - 1);
}

LocId Locations::parse(Lexer& lexer, const Token& begin) {
  if (!lexer.at(Token::Kind::Location)) {
    has_own_ = true;
    return add({kOwnFile, begin.line, begin.column});
  }
  const Token token = lexer.next();
  if (token.text == "!none") return 0;
  uint32_t fields[3] = {0, 0, 0};
  std::string_view rest = token.text.substr(1);
  for (int k = 0; k < 3; ++k) {
    const size_t colon = std::min(rest.find(':'), rest.size());
    Wide value = 0;
    const bool is_number = parse_integer(rest.substr(0, colon), value) && value < UINT32_MAX;
    if (!is_number) fail_at(token, "A location is written !file:line:column or !none.");
    fields[k] = static_cast<uint32_t>(value);
    if (colon == rest.size() && k > 0) {
      rest = {};
      break;  // the column may be omitted
    }
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  if (!rest.empty()) fail_at(token, "A location is written !file:line:column or !none.");
  if (fields[0] >= program_.files.size())
    fail_at(token, "File " + std::to_string(fields[0]) + " has not been declared.");
  return add({fields[0], fields[1], fields[2]});
}

void Locations::finish(std::string_view own_name) {
  if (!has_own_) return;
  uint32_t own = 1;
  while (own < program_.files.size() && program_.files[own] != own_name) ++own;
  if (own == program_.files.size()) program_.files.emplace_back(own_name);
  for (Loc& loc : program_.locs) {
    if (loc.file == kOwnFile) loc.file = own;
  }
}

namespace {

using Kind = Token::Kind;

class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : symbols_(text), lexer_(text), name_(name) {}

  Program run() {
    while (lexer_.at(Kind::Newline)) lexer_.next();
    while (!lexer_.at(Kind::End)) {
      declaration();
      lexer_.expect_line_end();
    }
    finish();
    return normal_form(std::move(program_));
  }

 private:
  void declaration() {
    const Token begin = lexer_.peek();
    if (lexer_.accept_word("file")) return file();
    if (lexer_.accept_word("type")) return type();
    if (lexer_.accept_word("global")) return global(begin);
    if (lexer_.accept_word("made")) return made(begin);
    if (lexer_.accept_word("label")) return label(begin);
    if (lexer_.accept_word("func")) {
      program_.functions.push_back(parse_function(lexer_, symbols_, locations_, begin));
      return;
    }
    if (lexer_.accept_word("entry")) return entry(begin);
    if (lexer_.accept_word("warning")) {
      program_.warnings.push_back(lexer_.expect(Kind::String, "the warning's text in quotes").value);
      return;
    }
    lexer_.fail_expecting("'func', 'global', 'file', 'type', 'made', 'label', 'entry' or 'warning'");
  }

  // Parses the number of a file or type, which must be the next one: they are numbered from 1, in order.
  void numbered(const char* what, size_t expected) {
    const Token at = lexer_.peek();
    if (lexer_.expect_number(what, UINT32_MAX) == expected) return;
    fail_at(at, capitalised(what) + " must be " + std::to_string(expected) + ": they count up from 1.");
  }

  void file() {
    numbered("the number of the file", program_.files.size());
    program_.files.push_back(lexer_.expect(Kind::String, "the file's name in quotes").value);
  }

  void made(const Token& begin) {
    Made m;
    m.name = lexer_.expect(Kind::String, "the variable's name in quotes").value;
    if (lexer_.accept_word("in")) m.function = lexer_.expect(Kind::String, "the function's name in quotes").value;
    lexer_.expect_word("type");
    m.type = type_id();
    m.loc = locations_.parse(lexer_, begin);
    program_.made.push_back(std::move(m));
  }

  void label(const Token& begin) {
    Label l;
    l.name = lexer_.expect(Kind::String, "the label's name in quotes").value;
    l.loc = locations_.parse(lexer_, begin);
    program_.labels.push_back(std::move(l));
  }

  void entry(const Token& begin) {
    if (has_entry_) fail_at(begin, "There is more than one 'entry'.");
    has_entry_ = true;
    if (lexer_.accept_word("none")) return;
    const Token at = lexer_.peek();
    const Constant c = parse_name(lexer_, symbols_);
    if (c.kind != Constant::Kind::Function) fail_at(at, "The entry must be a function.");
    program_.entry = c.id;
  }

  void type() {
    numbered("the number of the type", program_.types.size());
    DebugType t;
    const Token kind = lexer_.expect(Kind::Word, "the kind of type (signed, struct, …)");
    if (auto known = type_kind_from_text(kind.text)) {
      t.kind = *known;
    } else {
      fail_at(kind, "There is no kind of type called '" + std::string(kind.text) + "'.");
    }
    t.name = lexer_.expect(Kind::String, "the type's name in quotes").value;
    lexer_.expect_word("size");
    t.size = lexer_.expect_number("the size", UINT64_MAX);
    if (lexer_.accept_word("element")) t.element = type_id();
    if (lexer_.accept_word("members")) {
      lexer_.expect_punct('(');
      do t.members.push_back(member());
      while (lexer_.accept_punct(','));
      lexer_.expect_punct(')');
    }
    program_.types.push_back(std::move(t));
  }

  TypeId type_id() { return static_cast<TypeId>(lexer_.expect_number("the number of the type", UINT32_MAX)); }

  DebugType::Member member() {
    DebugType::Member m;
    m.name = lexer_.expect(Kind::String, "the member's name in quotes").value;
    lexer_.expect_word("at");
    m.offset = lexer_.expect_number("the member's offset", UINT64_MAX);
    lexer_.expect_word("type");
    m.type = type_id();
    if (lexer_.accept_word("bits")) {
      m.bit_offset = static_cast<uint32_t>(lexer_.expect_number("the first bit", UINT32_MAX));
      m.bit_size = static_cast<uint32_t>(lexer_.expect_number("the number of bits", UINT32_MAX));
    }
    return m;
  }

  void global(const Token& begin) {
    Global g;
    g.align = 8;
    g.name = lexer_.expect(Kind::Symbol, "the global's name (@name)").value;
    bool has_size = false;
    while (lexer_.at(Kind::Word) && !lexer_.at_word("with")) has_size |= attribute(g);
    if (lexer_.accept_punct('=')) {
      initial_bytes(g, has_size);
    } else if (!has_size) {
      fail_at(begin, "A global needs a size or initial bytes.");
    }
    if (lexer_.accept_word("with")) relocations(g);
    g.loc = locations_.parse(lexer_, begin);
    program_.globals.push_back(std::move(g));
  }

  // Returns whether the attribute was the size.
  bool attribute(Global& g) {
    if (lexer_.accept_word("size")) {
      g.size = lexer_.expect_number("the size", uint64_t{1} << 31);
      return true;
    }
    if (lexer_.accept_word("align")) {
      g.align = lexer_.expect_number("the alignment", uint64_t{1} << 31);
    } else if (lexer_.accept_word("type")) {
      g.type = type_id();
    } else if (lexer_.accept_word("constant")) {
      g.is_constant = true;
    } else if (lexer_.accept_word("thread_local")) {
      g.is_thread_local = true;
    } else if (lexer_.accept_word("library")) {
      g.is_library = true;
    } else {
      lexer_.fail_expecting("'size', 'align', 'constant', 'thread_local', 'library', 'type', '=' or 'with'");
    }
    return false;
  }

  // Parses consecutive pieces of initial bytes. Bytes that are missing at the end are zero.
  void initial_bytes(Global& g, bool has_size) {
    const Token begin = lexer_.peek();
    do {
      if (lexer_.at(Kind::String)) {
        const std::string text = lexer_.next().value;
        append(g, reinterpret_cast<const uint8_t*>(text.data()), text.size());
      } else if (lexer_.accept_word("zero")) {
        const Token at = lexer_.peek();
        const uint64_t count = lexer_.expect_number("the number of zeros", kMaxInitialBytes);
        reserve(at, count);
        g.bytes.resize(g.bytes.size() + count);
      } else if (lexer_.accept_word("bytes")) {
        hex_bytes(g);
      } else {
        integers(g);
      }
    } while (lexer_.at(Kind::String) || (lexer_.at(Kind::Word) && !lexer_.at_word("with")));
    if (!has_size) g.size = g.bytes.size();
    if (g.bytes.size() > g.size) {
      fail_at(begin, "There are " + std::to_string(g.bytes.size()) + " initial bytes, but the size is " +
                         std::to_string(g.size) + ".");
    }
    reserve(begin, g.size - g.bytes.size());
    g.bytes.resize(g.size);
  }

  void reserve(const Token& at, uint64_t count) {
    if (count > kMaxInitialBytes - initial_bytes_) fail_at(at, "The globals have more than 64 MiB of initial bytes.");
    initial_bytes_ += count;
  }

  void append(Global& g, const uint8_t* bytes, size_t count) {
    reserve(lexer_.peek(), count);
    g.bytes.insert(g.bytes.end(), bytes, bytes + count);
  }

  // Parses bytes of two hexadecimal digits each: 68 65 6c or 68656c.
  void hex_bytes(Global& g) {
    while (lexer_.at(Kind::Number) || lexer_.at(Kind::Word)) {
      const std::string_view digits = lexer_.peek().text;
      if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return;
      if (digits.size() % 2 != 0) fail_at(lexer_.peek(), "Bytes are written with two hexadecimal digits each.");
      for (size_t i = 0; i < digits.size(); i += 2) {
        const auto byte = static_cast<uint8_t>(hex_digit(digits[i]) * 16 + hex_digit(digits[i + 1]));
        append(g, &byte, 1);
      }
      lexer_.next();
    }
  }

  // Parses little-endian integers: i32 1, -2, 0x10.
  void integers(Global& g) {
    const Token at = lexer_.peek();
    const std::string_view text = at.kind == Kind::Word ? at.text : std::string_view();
    const uint32_t width = text == "i8" ? 8 : text == "i16" ? 16 : text == "i32" ? 32 : text == "i64" ? 64 : 0;
    if (width == 0) lexer_.fail_expecting("initial bytes (a string, bytes, zero, i8, i16, i32 or i64)");
    lexer_.next();
    do {
      const Literal l = parse_literal(lexer_, symbols_);
      if (l.kind != Literal::Kind::Integer && l.kind != Literal::Kind::Float) fail_at(l.token, "Expected a number.");
      const uint64_t value = narrow_constant(l, width).value;
      if (width < 64 && value >> width != 0)
        fail_at(l.token, "The number does not fit in " + std::to_string(width) + " bits.");
      uint8_t bytes[8];
      for (uint32_t i = 0; i < 8; ++i) bytes[i] = static_cast<uint8_t>(value >> (8 * i));
      append(g, bytes, width / 8);
    } while (lexer_.accept_punct(','));
  }

  // Parses addresses within the initial bytes: (8: @x+4, 16: @f).
  void relocations(Global& g) {
    lexer_.expect_punct('(');
    do {
      Relocation r;
      r.offset = lexer_.expect_number("the relocation's offset", UINT64_MAX);
      lexer_.expect_punct(':');
      r.target = parse_address(lexer_, symbols_);
      g.relocations.push_back(r);
    } while (lexer_.accept_punct(','));
    lexer_.expect_punct(')');
  }

  void finish() {
    if (!has_entry_) {
      if (const Function* main = program_.find_function("main")) {
        program_.entry = static_cast<FunctionId>(main - program_.functions.data());
      }
    }
    locations_.finish(name_);
  }

  Symbols symbols_;
  Lexer lexer_;
  std::string_view name_;
  Program program_;
  Locations locations_{program_};
  bool has_entry_ = false;
  uint64_t initial_bytes_ = 0;
};

}  // namespace

std::variant<Program, ParseError> parse(std::string_view text, std::string_view name) {
  try {
    return Parser(text, name).run();
  } catch (const SyntaxError& e) {
    return e.error;
  }
}

}  // namespace mover::ir
