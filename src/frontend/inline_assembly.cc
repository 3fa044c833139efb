// The part of FunctionTranslator that translates inline assembly: only barriers and pauses are supported.
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <sstream>

#include "frontend/translate.h"

namespace mover::frontend {

namespace {

// The statements of the assembly, in lower case and with single blanks.
std::vector<std::string> statements(const std::string& assembly) {
  std::vector<std::string> result;
  std::string text = assembly;
  std::replace(text.begin(), text.end(), '\n', ';');
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line, ';');) {
    std::istringstream words(line);
    std::string statement;
    for (std::string word; words >> word;) statement += (statement.empty() ? "" : " ") + word;
    std::transform(statement.begin(), statement.end(), statement.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (!statement.empty()) result.push_back(statement);
  }
  return result;
}

enum class Effect { None, Fence, Unknown };

Effect effect_of(const std::string& statement) {
  if (statement == "nop" || statement == "pause" || statement == "rep nop" || statement == "rep") return Effect::None;
  if (statement == "mfence" || statement == "lfence" || statement == "sfence") return Effect::Fence;
  // An older form of a full barrier is a locked addition of 0 to the top of the stack. Its prefix "lock" may be a
  // statement of its own.
  if (statement == "lock") return Effect::None;
  for (const char* barrier : {"addl $$0,0(%rsp)", "addl $$0, 0(%rsp)", "addl $$0,-4(%rsp)", "addl $$0,(%rsp)",
                              "lock addl $$0,0(%rsp)", "lock addl $$0, (%rsp)", "orq $$0,(%rsp)", "orl $$0,(%rsp)"})
    if (statement == barrier) return Effect::Fence;
  return Effect::Unknown;
}

}  // namespace

Operands FunctionTranslator::inline_assembly(const llvm::CallBase& next) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(next.getCalledOperand());
  bool needs_fence = false;
  for (const auto& statement : statements(assembly->getAsmString())) {
    Effect effect = effect_of(statement);
    if (effect == Effect::Unknown) {
      unsupported("inline assembly");
      return undefined(layout(&next));
    }
    needs_fence |= effect == Effect::Fence;
  }
  if (needs_fence) fence(ir::Order::SeqCst);

  // The supported statements use no operands. So an output is the input that shares its register, or is undefined.
  Operands result = undefined(layout(&next));
  std::vector<llvm::InlineAsm::ConstraintInfo> constraints = assembly->ParseConstraints();
  std::vector<unsigned> argument_of(constraints.size(), 0);
  unsigned num_arguments = 0;
  for (size_t i = 0; i < constraints.size(); ++i)
    if (constraints[i].hasArg()) argument_of[i] = num_arguments++;
  size_t output = 0;
  for (size_t i = 0; i < constraints.size(); ++i) {
    const auto& constraint = constraints[i];
    if (constraint.Type != llvm::InlineAsm::isOutput) continue;
    size_t place = constraint.isIndirect ? 0 : output++;
    if (!constraint.hasMatchingInput()) continue;
    const llvm::Value* input = next.getArgOperand(argument_of[static_cast<size_t>(constraint.MatchingInput)]);
    Operands value = operands(input);
    if (value.size() != 1) continue;
    if (constraint.isIndirect) {  // the output is memory
      ir::Instr instr;
      instr.op = ir::Op::Store;
      instr.width = static_cast<uint8_t>(layout(input).leaves[0].width);
      instr.a = operand(next.getArgOperand(argument_of[i]));
      instr.b = value[0];
      emit(instr);
    } else if (place < result.size()) {
      result[place] = value[0];
    }
  }
  return result;
}

}  // namespace mover::frontend
