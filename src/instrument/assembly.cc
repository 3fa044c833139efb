// Inline assembly. What cannot touch memory stays as it is; fences count as such; the rest is named where it is reached.
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// Instructions, without comments and in the first of several dialects ("$(att$|intel$)").
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
  unsigned elsewhere = 0;  // in another section: data
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
  // The idiom for one: it changes nothing, on the thread's own stack.
  instruction.consume_front("lock");
  instruction = instruction.ltrim();
  for (StringRef word : {"addl", "addq", "orl", "orq", "add", "or"})
    if (instruction.consume_front(word)) break;
  instruction = instruction.ltrim();
  return instruction.consume_front("$$0") && instruction.ltrim().consume_front(",") &&
         (instruction.contains("(%rsp)") || instruction.contains("(%esp)")) && !instruction.contains("%rax");
}

// Neither reads nor writes memory, whatever its operands are.
bool is_harmless(StringRef instruction) {
  static const StringSet<> names = {"pause", "nop", "rep nop", "rep", "lock", "lfence", "sfence", "cpuid", "rdtsc",
                                    "rdtscp", "xgetbv", "rdpmc", "cld", "stc", "clc", "cmc", "cltq", "cqto", "cqo", "cdq", "cltd",
                                    "endbr64", "serialize", "emms", "vzeroupper", "fninit"};
  return names.contains(instruction);
}

bool is_register_or_number(StringRef operand) {
  operand = operand.trim();
  if (operand.consume_front("$$")) return !operand.empty() && !operand.contains('(');  // an immediate
  if (operand.consume_front("%")) return all_of(operand, [](char c) { return isAlnum(c); });
  if (operand.consume_front("${")) return operand.ends_with("}");
  return operand.consume_front("$") && all_of(operand, [](char c) { return isDigit(c); });
}

// All that it names are registers and numbers, and it has no others. (What has no operands may have some that it does not name.)
bool names_no_memory(StringRef instruction) {
  const size_t end = instruction.find_first_of(" \t");
  const StringRef name = instruction.substr(0, end);
  if (end == StringRef::npos || name.contains(':') || name.starts_with(".")) return false;
  for (StringRef other : {"push", "pop", "call", "ret", "int", "sys", "enter", "j", "loop", "lock", "rep", "xlat", "maskmov"})
    if (name.starts_with(other)) return false;
  SmallVector<StringRef, 4> operands;
  instruction.substr(end).trim().split(operands, ',');
  return all_of(operands, is_register_or_number);
}

bool can_reach_memory(const CallBase& call, const InlineAsm& assembly) {
  for (const InlineAsm::ConstraintInfo& operand : assembly.ParseConstraints()) {
    if (operand.isIndirect) return true;
    for (const std::string& code : operand.Codes)
      if (code == "{memory}" || code == "m" || code == "o" || code == "V" || code == "p" || code == "X" || code == "g") return true;
  }
  for (const Value* argument : call.args())
    if (argument->getType()->isPtrOrPtrVectorTy()) return true;
  return false;
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

// Directives for the assembler, and no instructions.
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
  bool fences = false, unknown = false;
  for (const std::string& instruction : instructions) {
    if (is_fence(instruction))
      fences = true;
    else if (!is_harmless(instruction) && (can_reach_memory(call, *assembly) || !names_no_memory(instruction)))
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
    record(module, module.getSourceFileName() + ": assembly outside functions (" + shown(module.getModuleInlineAsm()) + ")");
}

}  // namespace mover::instrument
