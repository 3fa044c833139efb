// Instruments inline assembly. Assembly that cannot access memory is left unchanged, and fences are instrumented as
// fences. If an execution reaches any other assembly, the run-time library reports that its accesses are not seen.
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// The instructions in the text, without comments. If the text has several dialects ("$(att$|intel$)"), these are the
// instructions of the first one.
std::vector<std::string> instructions_of(StringRef text) {
  std::string plain;
  for (size_t i = 0, alternative = 0; i < text.size(); ++i) {
    const StringRef rest = text.substr(i);
    if (rest.starts_with("$(") || rest.starts_with("$|") || rest.starts_with("$)")) {
      alternative = rest[1] == '|' ? 1 : 0;
      ++i;
    } else if (alternative == 0) {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    }
  }
  std::vector<std::string> result;
  SmallVector<StringRef, 8> lines;
  SplitString(plain, lines, "\n;");
  unsigned elsewhere = 0;  // the depth of .pushsection: lines in other sections are data
  for (StringRef line : lines) {
    line = line.take_until([](char c) { return c == '#'; }).trim();
    if (line.starts_with(".popsection") && elsewhere != 0) {
      --elsewhere;
      continue;
    }
    elsewhere += line.starts_with(".pushsection");
    while (!line.empty() && isDigit(line.front()) && line.contains(':')) line = line.substr(line.find(':') + 1).trim();
    if (!line.empty() && elsewhere == 0) result.push_back(line.str());
  }
  return result;
}

bool is_fence(StringRef instruction) {
  if (instruction == "mfence") return true;
  // The idiom for a fence is a locked instruction that adds 0 to a word of the thread's own stack.
  instruction.consume_front("lock");
  instruction = instruction.ltrim();
  for (StringRef word : {"addl", "addq", "orl", "orq", "add", "or"})
    if (instruction.consume_front(word)) break;
  instruction = instruction.ltrim();
  return instruction.consume_front("$$0") && instruction.ltrim().consume_front(",") &&
         (instruction.contains("(%rsp)") || instruction.contains("(%esp)")) && !instruction.contains("%rax");
}

// Whether the instruction neither reads nor writes memory, whatever its operands are.
bool is_harmless(StringRef instruction) {
  static const StringSet<> names = {"pause",   "nop",       "rep nop", "rep",        "lock",  "lfence", "sfence",
                                    "cpuid",   "rdtsc",     "rdtscp",  "xgetbv",     "rdpmc", "cld",    "stc",
                                    "clc",     "cmc",       "cltq",    "cqto",       "cqo",   "cdq",    "cltd",
                                    "endbr64", "serialize", "emms",    "vzeroupper", "fninit"};
  return names.contains(instruction);
}

// The operands of an assembly statement. The class determines which of them are registers or numbers, and never memory.
class Operands {
 public:
  explicit Operands(const InlineAsm& assembly) : constraints_(assembly.ParseConstraints()) {}

  // `name`: the text after the dollar sign, "0" or "{0:k}".
  bool is_register_or_number(StringRef name) const {
    if (name.consume_front("{") && !name.consume_back("}")) return false;
    unsigned number = 0;
    if (name.consumeInteger(10, number) || number >= constraints_.size()) return false;
    // The modifiers in this list select parts of registers. Other modifiers may print an address.
    if (!name.empty() && !(name.size() == 2 && name[0] == ':' && StringRef("bhwkqxtg").contains(name[1]))) return false;
    return is_value(constraints_[number]);
  }

 private:
  // If the constraint also allows memory, the compiler may choose memory of its own for the operand, which no other
  // thread accesses. This does not hold for operands that are addresses.
  bool is_value(const InlineAsm::ConstraintInfo& operand) const {
    if (operand.Type != InlineAsm::isInput && operand.Type != InlineAsm::isOutput) return false;
    if (operand.isIndirect || operand.isMultipleAlternative) return false;
    return all_of(operand.Codes, [&](StringRef code) {
      unsigned same = 0;  // the number of the output with which the operand shares a register
      if (!code.getAsInteger(10, same)) return same < constraints_.size() && !constraints_[same].isIndirect;
      return code != "p" && code != "X" && code != "V" && code != "o";
    });
  }

  const InlineAsm::ConstraintInfoVector constraints_;
};

bool is_register_or_number(StringRef operand, const Operands& operands) {
  operand = operand.trim();
  if (operand.consume_front("$$")) return !operand.empty() && !operand.contains('(');  // an immediate
  if (operand.consume_front("%")) return !operand.empty() && all_of(operand, [](char c) { return isAlnum(c); });
  return operand.consume_front("$") && operands.is_register_or_number(operand);
}

// Whether the instruction only computes an address, or is a hint about one, whatever its operands are.
bool only_names_address(StringRef name) {
  return name == "lea" || name == "leaw" || name == "leal" || name == "leaq" || name == "nop" || name == "nopw" ||
         name == "nopl" || name == "nopq" || name.starts_with("prefetch");
}

// Whether all operands of the instruction are registers and numbers. (An instruction without operands may have implicit
// ones.)
bool accesses_no_memory(StringRef instruction, const Operands& operands) {
  const size_t end = instruction.find_first_of(" \t");
  const StringRef name = instruction.substr(0, end);
  if (end == StringRef::npos || name.contains(':') || name.starts_with(".")) return false;
  if (only_names_address(name)) return true;
  for (StringRef other : {"push",    "pop",      "call",     "ret",      "int",    "sys",     "enter",    "leave",
                          "j",       "loop",     "lock",     "rep",      "xlat",   "maskmov", "vmaskmov", "clzero",
                          "monitor", "umonitor", "wrfsbase", "wrgsbase", "swapgs", "xbegin",  "xabort",   "enclu"})
    if (name.starts_with(other)) return false;
  SmallVector<StringRef, 4> named;
  instruction.substr(end).trim().split(named, ',');
  return all_of(named, [&](StringRef operand) { return is_register_or_number(operand, operands); });
}

std::string shown(StringRef text) {
  constexpr size_t kMost = 60;
  std::string line;
  for (const char c : text) {
    const bool is_space = isSpace(c);
    if (is_space && (line.empty() || line.back() == ' ')) continue;
    line += is_space ? ' ' : c;
  }
  return line.size() <= kMost ? line : line.substr(0, kMost) + "…";
}

// Whether the text contains an instruction, and not only assembler directives.
bool has_code(StringRef text) {
  SmallVector<StringRef, 8> lines;
  SplitString(text, lines, "\n;");
  for (StringRef line : lines) {
    line = line.take_until([](char c) { return c == '#'; }).trim();
    if (!line.empty() && !line.starts_with(".") && !line.ends_with(":")) return true;
  }
  return false;
}

void record(Module& module, const std::string& sentence) {
  Constant* text = ConstantDataArray::getString(module.getContext(), sentence);
  auto* global = new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage, text, "mover.assembly");
  global->setSection("mover_assembly");
  global->setAlignment(Align(1));
  appendToUsed(module, {global});
}

}  // namespace

bool instrument_assembly(CallBase& call, Calls& calls) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  const std::vector<std::string> instructions = instructions_of(assembly->getAsmString());
  const Operands operands(*assembly);
  bool fences = false, unknown = false;
  for (const std::string& instruction : instructions) {
    if (is_fence(instruction))
      fences = true;
    else if (!is_harmless(instruction) && !accesses_no_memory(instruction, operands))
      unknown = true;
  }
  Before at(call);
  if (unknown)
    calls.not_followed(at, "inline assembly (" + shown(assembly->getAsmString()) + ")");
  else if (fences)
    calls.call(at, "__tsan_atomic_thread_fence", at.getVoidTy(), {at.getInt32(5)});
  return true;
}

void record_assembly(Module& module) {
  if (has_code(module.getModuleInlineAsm()))
    record(module,
           module.getSourceFileName() + ": assembly outside functions (" + shown(module.getModuleInlineAsm()) + ")");
}

}  // namespace mover::instrument
