// The part of the parser that parses functions and their instructions.
#include <unordered_map>
#include <vector>

#include "ir/ops_text.h"
#include "ir/parser.h"

namespace mover::ir {

namespace {

using Kind = Token::Kind;

class FunctionParser {
 public:
  FunctionParser(Lexer& lexer, const Symbols& symbols, Locations& locations)
      : lexer_(lexer), symbols_(symbols), locations_(locations) {}

  Function run(const Token& begin) {
    header(begin);
    lexer_.expect_line_end();
    while (!lexer_.at_punct('}')) {
      if (lexer_.at(Kind::End)) lexer_.fail_expecting("'}'");
      line();
    }
    check_last_label();
    lexer_.next();
    resolve_labels();
    if (!has_regs_) f_.num_regs = std::max(f_.num_params, highest_register_);
    return std::move(f_);
  }

 private:
  struct Label {
    Token first_use;
    uint32_t pc = kNone;
    // A use of the label: target[entry] of the instruction at `pc`; or, if that is a switch, case number `entry` of its
    // table, or the table's fallback if `entry` is kNone.
    struct Use {
      uint32_t pc = 0;
      uint32_t entry = 0;
    };
    std::vector<Use> uses;
  };

  void header(const Token& begin) {
    f_.name = lexer_.expect(Kind::Symbol, "the function's name (@name)").value;
    lexer_.expect_punct('(');
    f_.num_params = static_cast<uint32_t>(lexer_.expect_number("the number of parameters", kMaxRegisters));
    if (lexer_.accept_punct(',')) {
      lexer_.expect_word("...");
      f_.is_variadic = true;
    }
    lexer_.expect_punct(')');
    while (lexer_.at(Kind::Word)) attribute();
    f_.loc = locations_.parse(lexer_, begin);
    lexer_.expect_punct('{');
  }

  void attribute() {
    if (lexer_.accept_word("regs")) {
      f_.num_regs = static_cast<uint32_t>(lexer_.expect_number("the number of registers", kMaxRegisters));
      has_regs_ = true;
    } else if (lexer_.accept_word("library")) {
      f_.is_library = true;
    } else if (lexer_.accept_word("system")) {
      f_.is_system = true;
    } else if (lexer_.accept_word("atomic")) {
      f_.is_atomic = true;
    } else if (lexer_.accept_word("byval")) {
      lexer_.expect_punct('(');
      do {
        const uint32_t reg = expect_register();
        lexer_.expect_punct(':');
        const auto bytes = static_cast<uint32_t>(lexer_.expect_number("the number of bytes", UINT32_MAX));
        f_.byval_params.emplace_back(reg, bytes);
      } while (lexer_.accept_punct(','));
      lexer_.expect_punct(')');
    } else {
      lexer_.fail_expecting("'regs', 'library', 'system', 'atomic', 'byval' or '{'");
    }
  }

  // Parses a label ("name:") or an instruction. An instruction may have several labels, each on a line of its own or
  // before the instruction.
  void line() {
    const Token begin = lexer_.peek();
    if (lexer_.at(Kind::Word)) {
      lexer_.next();
      if (lexer_.accept_punct(':')) return define_label(begin);
    } else if (!lexer_.at(Kind::Register)) {
      lexer_.fail_expecting("an instruction, a label or '}'");
    }
    instruction(begin);
    lexer_.expect_line_end();
  }

  void define_label(const Token& name) {
    Label& label = labels_[std::string(name.text)];
    if (label.pc != kNone)
      fail_at(name, "Label '" + std::string(name.text) + "' is defined twice in @" + f_.name + ".");
    label.pc = here();
    last_label_ = name;
    if (lexer_.at(Kind::Newline)) lexer_.next();
  }

  void check_last_label() {
    const auto it = labels_.find(std::string(last_label_.text));
    if (it == labels_.end() || it->second.pc != here()) return;
    fail_at(last_label_, "There is no instruction after label '" + std::string(last_label_.text) + "'.");
  }

  // Sets the targets of branches, after all labels have been parsed. If several labels are not defined, the first use
  // is reported.
  void resolve_labels() {
    const Token* missing = nullptr;
    for (const auto& [name, label] : labels_) {
      if (label.pc != kNone) {
        patch(label);
      } else if (const Token& use = label.first_use;
                 missing == nullptr || std::pair(use.line, use.column) < std::pair(missing->line, missing->column)) {
        missing = &use;
      }
    }
    if (missing != nullptr) {
      fail_at(*missing, "Label '" + std::string(missing->text) + "' is not defined in @" + f_.name + ".");
    }
  }

  void patch(const Label& label) {
    for (const auto& [pc, entry] : label.uses) {
      Instr& i = f_.code[pc];
      if (i.op != Op::Switch) {
        i.target[entry] = label.pc;
      } else if (SwitchTable& table = f_.switches[static_cast<size_t>(i.imm)]; entry == kNone) {
        table.fallback = label.pc;
      } else {
        table.cases[entry].second = label.pc;
      }
    }
  }

  void use_label(uint32_t entry) {
    const Token name = lexer_.expect(Kind::Word, "a label");
    Label& label = labels_[std::string(name.text)];
    if (label.uses.empty()) label.first_use = name;
    label.uses.push_back({here(), entry});
  }

  // If the token `first` is a word, it is the operation, and has already been consumed.
  void instruction(const Token& first) {
    Instr i;
    Token operation = first;
    uint64_t num_results = 0;
    if (first.kind == Kind::Register) {
      i.dst = static_cast<int32_t>(expect_register());
      num_results = 1;
      if (lexer_.accept_punct(':')) num_results = lexer_.expect_number("the number of results", UINT8_MAX);
      lexer_.expect_punct('=');
      operation = lexer_.expect(Kind::Word, "an operation");
    }
    split_operation(operation, i);
    if (is_call(i.op)) {
      i.num_results = static_cast<uint8_t>(num_results);
    } else if (num_results > 1) {
      fail_at(first, "Only calls have several results.");
    }
    rest(i);
    const Shape shape = shape_of(i);
    if (i.dst >= 0 && !shape.may_have_dst) fail_at(first, std::string(to_text(i.op)) + " has no result.");
    if (i.dst < 0 && shape.must_have_dst)
      fail_at(first, std::string(to_text(i.op)) + " needs a register for its result (%n = …).");
    if (shape.num_defs > 0) note_register(static_cast<uint32_t>(i.dst) + shape.num_defs - 1);
    i.loc = locations_.parse(lexer_, first);
    f_.code.push_back(i);
  }

  // Parses op[.variant][.width][.order[.order on failure]][.float][.ptr][.volatile].
  void split_operation(const Token& token, Instr& i) {
    std::string_view text = token.text;
    const std::string_view name = take_part(text);
    const auto op = op_from_text(name);
    if (!op) fail_at(token, "There is no operation called '" + std::string(name) + "'.");
    i.op = *op;
    if (count_of_subs(i.op) > 0 && i.op != Op::Sync && i.op != Op::Service) {
      const std::string_view variant = take_part(text);
      const auto sub = sub_from_text(i.op, variant);
      if (!sub) fail_at(token, std::string(name) + " has no variant called '" + std::string(variant) + "'.");
      i.sub = *sub;
    }
    while (!text.empty()) suffix(token, take_part(text), i);
  }

  static std::string_view take_part(std::string_view& text) {
    const size_t dot = std::min(text.find('.'), text.size());
    const std::string_view part = text.substr(0, dot);
    text.remove_prefix(std::min(dot + 1, text.size()));
    return part;
  }

  static void suffix(const Token& token, std::string_view part, Instr& i) {
    Wide width = 0;
    if (parse_integer(part, width) && width <= UINT8_MAX) {
      i.width = static_cast<uint8_t>(width);
    } else if (const auto order = order_from_text(part)) {
      if (i.op == Op::CmpXchg && i.order != Order::NotAtomic) {
        i.sub = static_cast<uint8_t>((i.sub & kWeakExchange) | static_cast<uint8_t>(*order));
      } else {
        i.order = *order;
      }
    } else if (part == "weak" && i.op == Op::CmpXchg) {
      i.sub |= kWeakExchange;
    } else if (part == "float") {
      i.is_float = true;
    } else if (part == "ptr") {
      i.is_pointer = true;
    } else if (part == "volatile") {
      i.is_volatile = true;
    } else {
      fail_at(token,
              "'." + std::string(part) + "' is neither a width, nor a memory order, nor float, ptr or volatile.");
    }
  }

  // Parses the text after the operation.
  void rest(Instr& i) {
    switch (i.op) {
      case Op::TlsAddr:
        i.imm = name_of(Constant::Kind::Global, "a thread-local global");
        return;
      case Op::Br:
        return use_label(0);
      case Op::CondBr:
        plain_operands(i);
        lexer_.expect_punct(',');
        use_label(0);
        lexer_.expect_punct(',');
        return use_label(1);
      case Op::Switch:
        plain_operands(i);
        return switch_table(i);
      case Op::Ret:
        return ret(i);
      case Op::Call:
        i.imm = name_of(Constant::Kind::Function, "a function");
        arguments(i);
        return varargs();
      case Op::CallInd:
        plain_operands(i);
        arguments(i);
        return varargs();
      case Op::Sync:
      case Op::Service:
        return action(i);
      default:
        plain_operands(i);
        return extras(i);
    }
  }

  // All operands are parsed before their widths are determined, because the width of a conversion's operand ("from")
  // follows the operand.
  void plain_operands(Instr& i) {
    Literal literals[3];
    const uint8_t count = shape_of(i).num_operands;
    for (uint8_t k = 0; k < count; ++k) {
      if (k > 0) lexer_.expect_punct(',');
      literals[k] = parse_literal(lexer_, symbols_);
    }
    if (shape_of(i).converts) {
      lexer_.expect_word("from");
      i.imm = static_cast<int64_t>(lexer_.expect_number("the number of bits", UINT8_MAX));
    }
    const Shape shape = shape_of(i);
    Operand* fields[] = {&i.a, &i.b, &i.c};
    for (uint8_t k = 0; k < count; ++k) *fields[k] = operand(literals[k], shape.operands[k]);
  }

  void extras(Instr& i) {
    if (i.op == Op::PtrAdd) {
      i.imm = 1;
      if (lexer_.accept_punct(',')) i.imm = parse_signed(lexer_, "the scale");
    } else if (i.op == Op::Alloca) {
      i.imm = 8;
      if (lexer_.accept_word("align")) i.imm = parse_signed(lexer_, "the alignment");
    } else if (i.op == Op::MemCpy || i.op == Op::MemSet) {
      i.imm = 0;
      if (lexer_.accept_word("align")) i.imm = static_cast<int64_t>(lexer_.expect_number("the alignment", UINT32_MAX));
      if (i.op == Op::MemCpy && !lexer_.accept_word("disjoint")) i.imm = -i.imm;
    }
  }

  void switch_table(Instr& i) {
    SwitchTable table;
    lexer_.expect_punct(',');
    lexer_.expect_punct('[');
    while (!lexer_.at_punct(']')) {
      if (!table.cases.empty()) lexer_.expect_punct(',');
      const Literal value = parse_literal(lexer_, symbols_);
      if (value.kind != Literal::Kind::Integer) fail_at(value.token, "The cases of a switch are integers.");
      lexer_.expect_punct(':');
      use_label(static_cast<uint32_t>(table.cases.size()));
      table.cases.emplace_back(narrow_constant(value, i.width).value, 0);
    }
    lexer_.next();
    lexer_.expect_punct(',');
    use_label(kNone);
    i.imm = static_cast<int64_t>(f_.switches.size());
    f_.switches.push_back(std::move(table));
  }

  void ret(Instr& i) {
    if (lexer_.at_punct('(')) return arguments(i);
    if (lexer_.at(Kind::Newline) || lexer_.at(Kind::End) || lexer_.at(Kind::Location)) return;
    i.a = operand(parse_literal(lexer_, symbols_), {i.width, i.is_float});
  }

  void action(Instr& i) {
    const Token name =
        lexer_.expect(Kind::Word, i.op == Op::Sync ? "the name of a synchronisation action" : "the name of a service");
    const auto sub = sub_from_text(i.op, name.text);
    if (!sub) fail_at(name, std::string("There is no ") + to_text(i.op) + " called '" + std::string(name.text) + "'.");
    i.sub = *sub;
    arguments(i);
    const uint32_t expected =
        i.op == Op::Sync ? arity(static_cast<SyncOp>(i.sub)) : arity(static_cast<ServiceOp>(i.sub));
    if (i.num_args == expected) return;
    fail_at(name, std::string(name.text) + " takes " + std::to_string(expected) +
                      (expected == 1 ? " argument" : " arguments") + ", not " + std::to_string(i.num_args) + ".");
  }

  void arguments(Instr& i) {
    lexer_.expect_punct('(');
    i.first_arg = static_cast<uint32_t>(f_.args.size());
    while (!lexer_.at_punct(')')) {
      if (i.num_args > 0) lexer_.expect_punct(',');
      f_.args.push_back(operand(parse_literal(lexer_, symbols_), {64, false}));
      ++i.num_args;
    }
    lexer_.next();
  }

  void varargs() {
    if (!lexer_.accept_word("varargs")) return;
    std::vector<VarArg> entries;
    lexer_.expect_punct('(');
    while (!lexer_.at_punct(')')) {
      if (!entries.empty()) lexer_.expect_punct(',');
      VarArg v;
      v.registers = static_cast<uint32_t>(lexer_.expect_number("the number of registers", UINT32_MAX));
      if (lexer_.accept_word("align"))
        v.align = static_cast<uint32_t>(lexer_.expect_number("the alignment", UINT32_MAX));
      if (lexer_.accept_word("byval")) v.byval_bytes = lexer_.expect_number("the number of bytes", UINT64_MAX);
      entries.push_back(v);
    }
    lexer_.next();
    f_.varargs.emplace_back(here(), std::move(entries));
  }

  int64_t name_of(Constant::Kind kind, const char* what) {
    const Token at = lexer_.peek();
    const Constant c = parse_name(lexer_, symbols_);
    if (c.kind != kind) fail_at(at, std::string("Expected the name of ") + what + ".");
    return c.id;
  }

  // Constants are appended in the order in which they occur. The normal form merges equal ones.
  Operand operand(const Literal& literal, Shape::Part part) {
    if (literal.kind == Literal::Kind::Register) {
      note_register(literal.reg + (part.wide() ? 1 : 0));
      return static_cast<Operand>(literal.reg);
    }
    const auto index = static_cast<Operand>(f_.constants.size());
    if (part.wide()) {
      const auto [low, high] = wide_constant(literal, part.width);
      f_.constants.insert(f_.constants.end(), {low, high});
    } else {
      f_.constants.push_back(narrow_constant(literal, part.width));
    }
    return ~index;
  }

  uint32_t expect_register() {
    if (!lexer_.at(Kind::Register)) lexer_.fail_expecting("a register (%n)");
    return parse_literal(lexer_, symbols_).reg;
  }

  void note_register(uint32_t reg) { highest_register_ = std::max(highest_register_, reg + 1); }
  uint32_t here() const { return static_cast<uint32_t>(f_.code.size()); }

  Lexer& lexer_;
  const Symbols& symbols_;
  Locations& locations_;
  Function f_;
  bool has_regs_ = false;
  uint32_t highest_register_ = 0;  // one more than the highest register used
  std::unordered_map<std::string, Label> labels_;
  Token last_label_;
};

}  // namespace

Function parse_function(Lexer& lexer, const Symbols& symbols, Locations& locations, const Token& begin) {
  return FunctionParser(lexer, symbols, locations).run(begin);
}

}  // namespace mover::ir
