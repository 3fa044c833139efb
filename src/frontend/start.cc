// Makes the function in which every execution begins. Like the start-up code of a C run-time, it registers destructors
// and calls constructors, main and exit.
#include <llvm/IR/Constants.h>

#include <map>

#include "frontend/link.h"
#include "frontend/program_builder.h"

namespace mover::frontend {

namespace {

// Constructors or destructors by priority. Those with equal priority are in the order of insertion.
using Structors = std::multimap<uint64_t, const llvm::Function*>;

// The functions of llvm.global_ctors or llvm.global_dtors.
Structors structors(const llvm::Module& module, const char* list) {
  Structors result;
  const auto* variable = module.getNamedGlobal(list);
  if (variable == nullptr || !variable->hasInitializer()) return result;
  const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(variable->getInitializer());
  if (entries == nullptr) return result;
  for (const auto& entry : entries->operands()) {
    const auto* fields = llvm::cast<llvm::ConstantStruct>(entry.get());
    const auto* function = llvm::dyn_cast<llvm::Function>(resolve_alias(fields->getOperand(1)));
    if (function == nullptr) continue;  // old lists end with a null pointer
    result.emplace(llvm::cast<llvm::ConstantInt>(fields->getOperand(0))->getZExtValue(), function);
  }
  return result;
}

class StartFunction {
 public:
  StartFunction() {
    out_.name = "__mover_start";
    out_.is_library = true;
  }

  ir::Operand constant(ir::Constant value) {
    out_.constants.push_back(value);
    return ~static_cast<ir::Operand>(out_.constants.size() - 1);
  }

  int32_t fresh() { return static_cast<int32_t>(out_.num_regs++); }

  int32_t service(ir::ServiceOp op) {
    ir::Instr instr;
    instr.op = ir::Op::Service;
    instr.sub = static_cast<uint8_t>(op);
    instr.dst = fresh();
    out_.code.push_back(instr);
    return instr.dst;
  }

  // Returns the register of the first result; -1 if there is no result.
  int32_t call(ir::FunctionId function, const std::vector<ir::Operand>& arguments, uint32_t num_results) {
    ir::Instr instr;
    instr.op = ir::Op::Call;
    instr.imm = function;
    instr.first_arg = static_cast<uint32_t>(out_.args.size());
    instr.num_args = static_cast<uint32_t>(arguments.size());
    instr.num_results = static_cast<uint8_t>(num_results);
    out_.args.insert(out_.args.end(), arguments.begin(), arguments.end());
    for (uint32_t i = 0; i < num_results; ++i) {
      int32_t result = fresh();
      if (i == 0) instr.dst = result;
    }
    out_.code.push_back(instr);
    return instr.dst;
  }

  ir::Function finish() {
    ir::Instr ret;
    ret.op = ir::Op::Ret;
    out_.code.push_back(ret);
    return std::move(out_);
  }

 private:
  ir::Function out_;
};

}  // namespace

ir::Function ProgramBuilder::start_function() {
  StartFunction start;
  const llvm::Function* register_destructor = module_.getFunction(kRegisterDestructor);
  if (register_destructor != nullptr && !register_destructor->isDeclaration()) {
    // Destructors are registered before all handlers of atexit, so they run after these.
    for (const auto& [priority, destructor] : structors(module_, "llvm.global_dtors")) {
      ir::Constant address{ir::Constant::Kind::Function, function_id(*destructor), 0};
      start.call(function_id(*register_destructor), {start.constant(address)}, 0);
    }
  }
  const ir::Constant zero{ir::Constant::Kind::Int, 0, 0};
  auto call_with_arguments = [&](const llvm::Function& function) {  // argc, argv and no environment
    std::vector<ir::Operand> arguments;
    for (unsigned i = 0; i < function.arg_size(); ++i)
      arguments.push_back(i == 0   ? start.service(ir::ServiceOp::Argc)
                          : i == 1 ? start.service(ir::ServiceOp::Argv)
                                   : start.constant(zero));
    return start.call(function_id(function), arguments, layouts_.of(function.getReturnType()).registers());
  };
  for (const auto& [priority, constructor] : structors(module_, "llvm.global_ctors")) call_with_arguments(*constructor);
  ir::Operand status = call_with_arguments(*module_.getFunction("main"));
  if (status < 0) status = start.constant(zero);

  const llvm::Function* exit = module_.getFunction("exit");
  if (exit != nullptr && !exit->isDeclaration() && exit->arg_size() == 1)
    start.call(function_id(*exit), {status}, layouts_.of(exit->getReturnType()).registers());
  return start.finish();
}

}  // namespace mover::frontend
