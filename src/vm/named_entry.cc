// The function after which reports name a thread. A thread begins in a model, whose first argument is the user's
// function or, if a std::thread started it, another model (src/libstdcxx/thread.cc). The argument of the latter is an
// object of a class for the callable and its arguments; the class overrides _M_run, which calls the callable.
#include <algorithm>
#include <set>

#include "ir/names.h"
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

constexpr ir::FunctionId kNoFunction = ir::kNone;

// "A::B::B" and "A::~A": functions that are called for the arguments of the callable.
bool is_structor(const std::string& name) {
  const size_t last = name.rfind("::");
  if (last == std::string::npos) return false;
  const std::string own = name.substr(last + 2), scope = name.substr(0, last);
  return own.starts_with("~") || scope == own || scope.ends_with("::" + own);
}

// Whether a callable of the state's class is a pointer to a function or member: it is the first type of a tuple.
bool calls_pointer(const std::string& run) {
  return run.find("5tupleIJP") != std::string::npos || run.find("5tupleIJM") != std::string::npos;
}

// The functions that a function calls, and those whose addresses it takes, in the order of its code.
std::vector<ir::FunctionId> mentioned_by(const ir::Function& function) {
  std::vector<ir::FunctionId> result;
  for (const ir::Instr& in : function.code)
    if (in.op == ir::Op::Call) result.push_back(static_cast<ir::FunctionId>(in.imm));
  for (const ir::Constant& constant : function.constants)
    if (constant.kind == ir::Constant::Kind::Function) result.push_back(constant.id);
  return result;
}

// The first of the user's functions that the library's function calls, directly or through other library functions.
ir::FunctionId called_by(const ir::Program& program, ir::FunctionId library_function) {
  std::vector<ir::FunctionId> queue{library_function};
  std::set<ir::FunctionId> seen{library_function};
  for (size_t next = 0; next < queue.size(); ++next) {
    for (const ir::FunctionId id : mentioned_by(program.functions[queue[next]])) {
      const ir::Function& function = program.functions[id];
      if (function.is_users() && !is_structor(ir::source_name(function))) return id;
      if (!function.is_users() && seen.insert(id).second) queue.push_back(id);
    }
  }
  return kNoFunction;
}

}  // namespace

// The object at the address; null if there is none.
const Object* Vm::object_at(Address address) const {
  const Slot slot = slot_of(address);
  if (slot >= kImmutable) return slot - kImmutable < immutable_.size() ? immutable_[slot - kImmutable].get() : nullptr;
  return slot < state_.objects.size() && state_.objects[slot] ? state_.objects[slot].get() : nullptr;
}

ir::FunctionId Vm::function_at(Address address) const {
  const Object* object = object_at(address);
  return object != nullptr && object->kind == ObjectKind::Function ? object->global : kNoFunction;
}

// The virtual functions of the class to which the object belongs.
std::vector<ir::FunctionId> Vm::virtual_functions_of(const Object& object) const {
  std::vector<ir::FunctionId> result;
  const Object* table = object.size < 8 ? nullptr : object_at(object.word(0));
  for (uint64_t i = 0; table != nullptr && i < table->size / 8; ++i)
    if (const ir::FunctionId id = function_at(table->word(i)); id != kNoFunction) result.push_back(id);
  return result;
}

// The user's function that the state of a std::thread runs.
ir::FunctionId Vm::run_by_state(const Object& state) const {
  ir::FunctionId run = kNoFunction, pointed_to = kNoFunction;
  for (const ir::FunctionId id : virtual_functions_of(state))
    if (program_.functions[id].name.ends_with("6_M_runEv")) run = id;
  for (uint64_t i = 1; i < state.size / 8; ++i) {  // the callable comes after its arguments
    const ir::FunctionId id = function_at(state.word(i));
    if (id != kNoFunction && program_.functions[id].is_users()) pointed_to = id;
  }
  if (run == kNoFunction) return pointed_to;
  if (calls_pointer(program_.functions[run].name)) return pointed_to != kNoFunction ? pointed_to : run_by_async(state);
  auto [known, is_new] = called_by_state_.try_emplace(run, kNoFunction);
  if (is_new) known->second = called_by(program_, run);
  return known->second;
}

// What std::async calls: its thread runs a member function of an object to which the state of the thread points.
ir::FunctionId Vm::run_by_async(const Object& state) const {
  ir::FunctionId member = kNoFunction;
  for (uint64_t i = 1; i < state.size / 8; ++i) {
    if (const ir::FunctionId id = function_at(state.word(i)); id != kNoFunction) member = id;
    const Object* object = object_at(state.word(i));
    if (object == nullptr || object->kind != ObjectKind::Heap) continue;
    for (uint64_t k = 1; k < object->size / 8; ++k)
      if (const ir::FunctionId id = function_at(object->word(k));
          id != kNoFunction && program_.functions[id].is_users())
        return id;
  }
  return member == kNoFunction ? kNoFunction : called_by(program_, member);
}

// REQUIRES: the thread has not begun.
ir::FunctionId Vm::named_entry(const Thread& thread, ir::FunctionId entry) const {
  if (program_.functions[entry].is_users() || program_.functions[entry].num_params < 2) return entry;
  const ir::FunctionId function = function_at(thread.regs[0]);
  if (function == kNoFunction) return entry;
  if (program_.functions[function].is_users()) return function;
  const Object* state = object_at(thread.regs[1]);
  const ir::FunctionId run = state == nullptr ? kNoFunction : run_by_state(*state);
  return run == kNoFunction ? entry : run;
}

}  // namespace mover::vm
