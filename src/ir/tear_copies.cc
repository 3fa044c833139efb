#include "ir/tear_copies.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace mover::ir {

namespace {

class Tearer {
 public:
  Tearer(const Program& program, Function& function) : program_(program), f_(function) {}

  void run() {
    std::vector<uint32_t> new_index(f_.code.size());  // of the first instruction that replaces each old one
    for (uint32_t pc = 0; pc < f_.code.size(); ++pc) {
      new_index[pc] = next();
      const Instr in = f_.code[pc];
      if (is_plain_call(in)) tear_arguments(in);
      if (!tear(in)) emit(in);
      moved_.push_back({pc, next() - 1});
    }
    if (code_.size() == f_.code.size()) return;
    retarget(new_index);
    // The copies of struct arguments are locals of the function, so they are allocated at its beginning.
    code_.insert(code_.begin(), allocas_.begin(), allocas_.end());
    f_.code = std::move(code_);
    f_.num_regs = num_regs_;
  }

 private:
  static constexpr uint64_t kMostUnrolled = 256;

  uint32_t next() const { return static_cast<uint32_t>(code_.size()); }
  Instr& emit(const Instr& in) { return code_.emplace_back(in); }

  Operand constant(uint64_t value) {
    const Constant wanted{Constant::Kind::Int, 0, value};
    auto known = std::find(f_.constants.begin(), f_.constants.end(), wanted);
    if (known == f_.constants.end()) known = f_.constants.insert(f_.constants.end(), wanted);
    return ~static_cast<Operand>(known - f_.constants.begin());
  }
  std::optional<uint64_t> known_value(Operand o) const {
    if (o >= 0 || f_.constants[static_cast<size_t>(~o)].kind != Constant::Kind::Int) return std::nullopt;
    return f_.constants[static_cast<size_t>(~o)].value;
  }
  // An additional register. Each replaced instruction uses the same ones again.
  Operand scratch(uint32_t number) {
    num_regs_ = std::max(num_regs_, f_.num_regs + number + 1);
    return static_cast<Operand>(f_.num_regs + number);
  }

  Operand sum(Operand address, Operand offset, uint32_t into, LocId loc) {
    Instr add;
    add.op = Op::PtrAdd;
    add.dst = scratch(into);
    add.a = address;
    add.b = offset;
    add.imm = 1;
    add.loc = loc;
    return emit(add).dst;
  }
  void load(uint32_t into, Operand address, unsigned bytes, LocId loc) {
    load_bits(scratch(into), address, bytes * 8, loc);
  }
  void store(Operand address, Operand value, unsigned bytes, LocId loc) { store_bits(address, value, bytes * 8, loc); }
  void load_bits(Operand into, Operand address, unsigned bits, LocId loc) {
    Instr in;
    in.op = Op::Load;
    in.width = static_cast<uint8_t>(bits);
    in.dst = into;
    in.a = address;
    in.loc = loc;
    emit(in);
  }
  void store_bits(Operand address, Operand value, unsigned bits, LocId loc) {
    Instr in;
    in.op = Op::Store;
    in.width = static_cast<uint8_t>(bits);
    in.a = address;
    in.b = value;
    in.loc = loc;
    emit(in);
  }

  // The size of a word. `align`: the known alignment; 0: unknown.
  static unsigned word_of(uint64_t align) {
    return align == 0 ? 8 : static_cast<unsigned>(std::min<uint64_t>(align, 8));
  }

  // The sizes of words for a copy of unknown size: as many words as possible, then single bytes.
  static std::vector<unsigned> words_of(uint64_t align) {
    if (word_of(align) == 1) return {1};
    return {word_of(align), 1};
  }

  // Calls f(offset, bytes) for the words of a copy of known size. The last words are smaller if the size requires it.
  template <typename F>
  static void for_each_word(uint64_t size, uint64_t align, F f) {
    uint64_t word = word_of(align);
    for (uint64_t at = 0; at < size; at += word) {
      while (word > size - at) word /= 2;
      f(at, static_cast<unsigned>(word));
    }
  }

  // Reads everything before writing, because the two ranges may overlap.
  void copy_words(Operand to, Operand from, uint64_t size, uint64_t align, LocId loc) {
    uint32_t number = kFirstWord;
    for_each_word(size, align, [&](uint64_t at, unsigned bytes) {
      load(number++, at == 0 ? from : sum(from, constant(at), kAddress, loc), bytes, loc);
    });
    number = kFirstWord;
    for_each_word(size, align, [&](uint64_t at, unsigned bytes) {
      store(at == 0 ? to : sum(to, constant(at), kAddress, loc), scratch(number++), bytes, loc);
    });
  }

  Instr& compute(Op op, uint32_t into, Operand a, Operand b, LocId loc) {
    Instr in;
    in.op = op;
    in.dst = scratch(into);
    in.a = a;
    in.b = b;
    in.loc = loc;
    return emit(in);
  }
  // Emits a branch on kBit whose targets are set later. Returns its index.
  uint32_t decide(LocId loc) {
    Instr branch;
    branch.op = Op::CondBr;
    branch.a = scratch(kBit);
    branch.loc = loc;
    const uint32_t at = next();
    own_jumps_.push_back(at);
    emit(branch);
    return at;
  }
  void jump(uint32_t to, LocId loc) {
    Instr in;
    in.op = Op::Br;
    in.target[0] = to;
    in.loc = loc;
    own_jumps_.push_back(next());
    emit(in);
  }
  // Emits for (; index + bytes <= size; index += bytes) body(). `index` is in kIndex.
  template <typename F>
  void loop(Operand size, unsigned bytes, LocId loc, F body) {
    const uint32_t head = next();
    compute(Op::Add, kAddress, scratch(kIndex), constant(bytes), loc);
    Instr& is_past = compute(Op::ICmp, kBit, scratch(kAddress), size, loc);
    is_past.sub = static_cast<uint8_t>(Predicate::Ugt);
    const uint32_t at = decide(loc);
    code_[at].target[1] = next();
    body();
    compute(Op::Add, kIndex, scratch(kIndex), constant(bytes), loc);
    jump(head, loc);
    code_[at].target[0] = next();
  }
  void begin_loops(LocId loc) {
    Instr zero;
    zero.op = Op::Mov;
    zero.dst = scratch(kIndex);
    zero.a = constant(0);
    zero.loc = loc;
    emit(zero);
  }

  // Emits the instructions that replace `in`. Returns false if `in` is not split.
  bool tear(const Instr& in) {
    if (in.order != Order::NotAtomic) return false;
    if (in.op == Op::Load || in.op == Op::Store) return tear_wide(in);
    if (in.op == Op::StrLen) return tear_length(in), true;
    if (in.op != Op::MemCpy && in.op != Op::MemSet) return false;
    const bool may_overlap = in.imm <= 0;
    const std::optional<uint64_t> size = known_value(in.c);
    const auto align = static_cast<uint64_t>(std::abs(in.imm));
    if (in.op == Op::MemSet) return tear_fill(in, size, align);
    if (size && *size <= kMostUnrolled) return copy_words(in.a, in.b, *size, align, in.loc), true;
    if (may_overlap)
      copy_through_buffer(in);
    else
      copy_in_loops(in.a, in.b, in.c, align, in.loc);
    return true;
  }

  // Accesses wider than a word (__int128, long double) are split in two.
  bool tear_wide(const Instr& in) {
    if (in.width <= 64) return false;
    const Operand second = sum(in.a, constant(8), kAddress, in.loc);
    if (in.op == Op::Load) {
      load_bits(in.dst, in.a, 64, in.loc);
      load_bits(in.dst + 1, second, in.width - 64u, in.loc);
    } else {
      store_bits(in.a, in.b, 64, in.loc);
      store_bits(second, in.b >= 0 ? in.b + 1 : in.b - 1, in.width - 64u, in.loc);
    }
    return true;
  }

  // Reads the bytes of a string one after the other, up to its NUL.
  void tear_length(const Instr& in) {
    begin_loops(in.loc);
    const uint32_t head = next();
    load(kFirstWord, sum(in.a, scratch(kIndex), kAddress, in.loc), 1, in.loc);
    Instr& is_end = compute(Op::ICmp, kBit, scratch(kFirstWord), constant(0), in.loc);
    is_end.sub = static_cast<uint8_t>(Predicate::Eq);
    is_end.width = 8;
    const uint32_t at = decide(in.loc);
    code_[at].target[1] = next();
    compute(Op::Add, kIndex, scratch(kIndex), constant(1), in.loc);
    jump(head, in.loc);
    code_[at].target[0] = next();
    Instr result;
    result.op = Op::Mov;
    result.dst = in.dst;
    result.a = scratch(kIndex);
    result.loc = in.loc;
    emit(result);
  }

  void copy_in_loops(Operand to, Operand from, Operand size, uint64_t align, LocId loc) {
    begin_loops(loc);
    for (unsigned bytes : words_of(align))
      loop(size, bytes, loc, [&] {
        load(kFirstWord, sum(from, scratch(kIndex), kAddress, loc), bytes, loc);
        store(sum(to, scratch(kIndex), kAddress, loc), scratch(kFirstWord), bytes, loc);
      });
  }

  Instr service(ServiceOp op, LocId loc) {
    Instr in;
    in.op = Op::Service;
    in.sub = static_cast<uint8_t>(op);
    in.loc = loc;
    return in;
  }

  // Copies into a local buffer and from there, because the two ranges may overlap.
  void copy_through_buffer(const Instr& copy) {
    Instr save = service(ServiceOp::StackSave, copy.loc);
    save.dst = scratch(kSaved);
    emit(save);
    Instr buffer;
    buffer.op = Op::Alloca;
    buffer.a = copy.c;
    buffer.imm = 16;
    buffer.loc = copy.loc;
    buffer.dst = scratch(kBuffer);
    emit(buffer);
    const auto align = static_cast<uint64_t>(std::abs(copy.imm));
    copy_in_loops(scratch(kBuffer), copy.b, copy.c, align, copy.loc);
    copy_in_loops(copy.a, scratch(kBuffer), copy.c, align, copy.loc);
    Instr restore = service(ServiceOp::StackRestore, copy.loc);
    restore.first_arg = static_cast<uint32_t>(f_.args.size());
    restore.num_args = 1;
    f_.args.push_back(scratch(kSaved));
    emit(restore);
  }

  bool tear_fill(const Instr& in, std::optional<uint64_t> size, uint64_t align) {
    Instr& extend = compute(Op::ZExt, kFirstWord, in.b, kNoOperand, in.loc);
    extend.imm = 8;
    compute(Op::Mul, kFirstWord, scratch(kFirstWord), constant(0x0101'0101'0101'0101u), in.loc);
    auto word = [&](unsigned bytes) {
      if (bytes == 8) return scratch(kFirstWord);
      Instr& part = compute(Op::Trunc, kBit, scratch(kFirstWord), kNoOperand, in.loc);
      part.width = static_cast<uint8_t>(bytes * 8);
      part.imm = 64;
      return scratch(kBit);
    };
    if (size && *size <= kMostUnrolled) {
      for_each_word(*size, align, [&](uint64_t at, unsigned bytes) {
        const Operand value = word(bytes);
        store(at == 0 ? in.a : sum(in.a, constant(at), kAddress, in.loc), value, bytes, in.loc);
      });
      return true;
    }
    begin_loops(in.loc);
    for (unsigned bytes : words_of(align))
      loop(in.c, bytes, in.loc, [&] {
        const Operand value = word(bytes);
        store(sum(in.a, scratch(kIndex), kAddress, in.loc), value, bytes, in.loc);
      });
    return true;
  }

  static bool is_plain_call(const Instr& in) { return in.op == Op::Call; }

  // A call copies structs that it passes by value, as one access. So they are first copied word by word into a local of
  // the caller, which no other thread accesses, and the call passes the local.
  void tear_arguments(const Instr& in) {
    const Function& callee = program_.functions[static_cast<size_t>(in.imm)];
    for (auto [reg, size] : callee.byval_params) {
      if (reg >= in.num_args || size <= 8 || size > kMostUnrolled) continue;
      Operand& argument = f_.args[in.first_arg + reg];
      Instr local;
      local.op = Op::Alloca;
      local.a = constant(size);
      local.imm = 16;
      local.loc = in.loc;
      local.dst = scratch(kFirstWord + kMostUnrolled / 4 + static_cast<uint32_t>(allocas_.size()));
      allocas_.push_back(local);
      copy_words(local.dst, argument, size, 0, in.loc);
      argument = local.dst;
    }
  }

  // Replaces the targets of branches, which are old indices, by new ones. The branches of emitted loops have new
  // indices already.
  void retarget(const std::vector<uint32_t>& new_index) {
    const auto shift = static_cast<uint32_t>(allocas_.size());
    std::vector<bool> is_own(code_.size(), false);
    for (uint32_t at : own_jumps_) is_own[at] = true;
    for (uint32_t at = 0; at < code_.size(); ++at) {
      Instr& in = code_[at];
      if (in.op != Op::Br && in.op != Op::CondBr) continue;
      for (uint32_t& target : in.target) target = (is_own[at] ? target : new_index[target]) + shift;
      if (in.op == Op::Br) in.target[1] = 0;
    }
    for (SwitchTable& table : f_.switches) {
      for (auto& [value, target] : table.cases) target = new_index[target] + shift;
      table.fallback = new_index[table.fallback] + shift;
    }
    for (auto& [pc, described] : f_.varargs) pc = moved_[pc].second + shift;
  }

  // Numbers of scratch registers.
  static constexpr uint32_t kAddress = 0, kIndex = 1, kBit = 2, kSaved = 3, kBuffer = 4, kFirstWord = 5;
  const Program& program_;
  Function& f_;
  uint32_t num_regs_ = f_.num_regs;
  std::vector<Instr> code_, allocas_;
  std::vector<uint32_t> own_jumps_;                   // the new indices of branches of emitted loops
  std::vector<std::pair<uint32_t, uint32_t>> moved_;  // for each old instruction: its index, and the new one
};

}  // namespace

void tear_copies(Program& program) {
  for (Function& function : program.functions) Tearer(program, function).run();
}

}  // namespace mover::ir
