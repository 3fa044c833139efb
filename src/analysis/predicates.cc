// Finds the predicates of mover_exclusive and the thread-local variables that they may read.
#include "analysis/predicates.h"

#include <set>

namespace mover::analysis {

namespace {

using ir::Constant;
using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

bool declares(const Instr& in) {
  return in.op == Op::Service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::Exclusive;
}

std::set<FunctionId> address_taken(const ir::Program& program) {
  std::set<FunctionId> all;
  auto add = [&](const Constant& constant) {
    if (constant.kind == Constant::Kind::Function) all.insert(constant.id);
  };
  for (const Function& function : program.functions)
    for (const Constant& constant : function.constants) add(constant);
  for (const ir::Global& global : program.globals)
    for (const ir::Relocation& relocation : global.relocations) add(relocation.target);
  return all;
}

std::set<FunctionId> declared(const ir::Program& program) {
  std::set<FunctionId> all;
  for (const Function& function : program.functions)
    for (const Instr& in : function.code) {
      if (!declares(in)) continue;
      const ir::Operand operand = function.args[in.first_arg + 2];
      const Constant* constant = operand < 0 ? &function.constants[static_cast<size_t>(~operand)] : nullptr;
      if (constant == nullptr) return address_taken(program);
      if (constant->kind == Constant::Kind::Function) all.insert(constant->id);
    }
  return all;
}

}  // namespace

std::vector<FunctionId> predicates(const ir::Program& program) {
  std::set<FunctionId> all = declared(program);
  return {all.begin(), all.end()};
}

std::vector<bool> thread_locals_of_predicates(const ir::Program& program) {
  std::vector<bool> result(program.globals.size());
  std::set<FunctionId> called = declared(program);
  std::vector<FunctionId> work(called.begin(), called.end());
  auto calls = [&](FunctionId id) {
    if (called.insert(id).second) work.push_back(id);
  };
  while (!work.empty()) {
    const Function& function = program.functions[work.back()];
    work.pop_back();
    for (const Instr& in : function.code) {
      if (in.op == Op::TlsAddr) result[static_cast<size_t>(in.imm)] = true;
      if (in.op == Op::Call) calls(static_cast<FunctionId>(in.imm));
      if (in.op == Op::CallInd)
        for (FunctionId id : address_taken(program)) calls(id);
    }
  }
  return result;
}

}  // namespace mover::analysis
