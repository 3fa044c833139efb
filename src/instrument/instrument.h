// An LLVM pass that clang loads (-fpass-plugin). It runs after the front end and before any optimisation. It inserts
// calls of the run-time library that report every access of the source, at every level of optimisation. The called
// functions are those of -fsanitize=thread (__tsan_…) if these suffice, and otherwise Mover's own (__mover_…).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <string>

namespace mover::instrument {

constexpr uint64_t kVaList = 24;  // the size of a va_list in bytes

// Whether the address is that of a local variable that only loads and stores access. Without optimisation, the front
// end keeps parameters and other pointers in such variables. A load of such a variable returns a pointer that was
// stored to it.
bool is_plain_variable(const llvm::Value& where);

// Whether this module has the code of the function that runs. All definitions of a function are equivalent, unless it
// is weak and may be replaced.
bool is_known_function(const llvm::Function& function);

// Whether the name is of a function or variable of the C++ library: see runtime/symbols/locations.cc.
bool is_of_library(llvm::StringRef name);

// Determines whether pointer parameters escape from functions of the module.
class Parameters {
 public:
  enum class Escape { None, Returned, Captured };
  Escape escape_of(const llvm::Argument& parameter);

 private:
  llvm::DenseMap<const llvm::Argument*, Escape> known_;
};

// Escape analysis: determines the objects of a function's frame whose address another thread may have.
class Captures {
 public:
  Captures(llvm::Function& function, Parameters& parameters);

  // REQUIRES: an alloca, or a parameter that is passed by value in memory.
  bool is_captured(const llvm::Value& local);
  // Whether a pointer to the object may exist after its end, because the object is captured, or because another
  // variable holds its address.
  bool may_be_outlived(const llvm::Value& local);
  // Like may_be_outlived, but under the assumption that only functions of this module keep pointers. The C library
  // keeps few of them.
  bool may_be_kept(const llvm::Value& local);
  // Whether every object that the pointer can access is a frame object that is not captured.
  bool is_private(const llvm::Value& pointer);

 private:
  const bool is_coroutine_;  // locals of a coroutine may live in the heap
  Parameters& parameters_;
  struct Known {
    bool captured = false, kept = false;
  };
  const Known& analyse(const llvm::Value& local);
  llvm::DenseMap<const llvm::Value*, Known> known_;
};

// Builds instructions before the given one, with its location.
struct Before : llvm::IRBuilder<> {
  explicit Before(llvm::Instruction& instruction);
};

// Inserts calls of the run-time library.
class Calls {
 public:
  explicit Calls(llvm::Module& module) : module_(module) {}

  llvm::CallInst* call(llvm::IRBuilder<>& at, const llvm::Twine& name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments);
  // Reports a plain access to `size` bytes.
  void access(llvm::IRBuilder<>& at, llvm::Value* pointer, uint64_t size, bool write);
  void access(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* size, bool write);
  // Redirects an indirect call to the function that the run-time library chooses, because the callee may not be
  // instrumented.
  void redirect(llvm::CallBase& call);
  // Reports that the operation here cannot be followed; `what` names it.
  void not_followed(llvm::IRBuilder<>& at, const std::string& what);
  const llvm::DataLayout& layout() const { return module_.getDataLayout(); }

 private:
  llvm::Module& module_;
};

// REQUIRES: the instruction is unchanged since the front end. Each function returns true if it has handled the
// instruction, so that no other function need handle it.
bool instrument_access(llvm::Instruction& instruction, Captures& captures, Calls& calls);     // accesses.cc
bool instrument_intrinsic(llvm::IntrinsicInst& intrinsic, Captures& captures, Calls& calls);  // intrinsics.cc
bool instrument_atomic(llvm::Instruction& instruction, Captures& captures, Calls& calls);     // atomics.cc
bool instrument_assembly(llvm::CallBase& call, Calls& calls);                                 // assembly.cc
bool instrument_coroutine(llvm::CallBase& call, Calls& calls);                                // coroutines.cc

// arithmetic.cc. Inserts a check that reports the operation if its behaviour is undefined.
void check_arithmetic(llvm::Instruction& instruction, Calls& calls);

// library_atomics.cc. A compare-exchange with this metadata acquires a lock of the library.
constexpr const char* kTakesLock = "mover.lock";
void prepare_library_atomics(llvm::Module& module, Calls& calls);

// loops.cc. REQUIRES: the accesses of the function are instrumented.
void instrument_loops(llvm::Function& function, Calls& calls);

// value_parameters.cc. Copies parameters that are passed by value in memory to locals.
void copy_value_parameters(llvm::Function& function);

// assumptions.cc
void note_arguments(llvm::Function& main, Calls& calls);
void note_address(llvm::Instruction& instruction, Calls& calls);
void note_hash_of_handle(llvm::Function& function, Calls& calls);
void note_numbers(llvm::Function& function, llvm::ArrayRef<llvm::Instruction*> as_written, Calls& calls);

// assembly.cc. Records assembly outside functions as a sentence in a section that the run-time library reads. (Naked
// functions need no such record: see `mark` in plugin.cc.)
void record_assembly(llvm::Module& module);

}  // namespace mover::instrument
