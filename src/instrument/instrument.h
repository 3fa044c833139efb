// An LLVM pass that clang loads (-fpass-plugin): it runs after the front end and before any optimisation, and inserts
// calls of the run-time library that tell every access of what was written, whatever the level of optimisation. The
// calls are those of -fsanitize=thread where these say enough (__tsan_…), and ours where they do not (__mover_…).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <string>

namespace mover::instrument {

constexpr uint64_t kVaList = 24;  // bytes

// Without optimisation a parameter is kept in a variable of its own, and so are other pointers: where nothing but loads
// and stores of the whole pointer access it, what is loaded there is what was stored.
bool is_plain_variable(const llvm::Value& where);

// What the function's code does here, it does whatever module its code is taken from: all definitions of a function are
// equivalent, unless it is there to be replaced.
bool is_known_function(const llvm::Function& function);

// A function or variable of the C++ library, as locations.cc tells.
bool is_of_library(llvm::StringRef name);

// What functions of the module do with pointers that they are given.
class Parameters {
 public:
  enum class Use { None, Returned, Captured };
  Use use_of(const llvm::Argument& parameter);

 private:
  llvm::DenseMap<const llvm::Argument*, Use> known_;
};

// Which objects of a function's frame another thread can have the address of.
class Captures {
 public:
  Captures(llvm::Function& function, Parameters& parameters);

  // REQUIRES: an alloca, or a parameter that is passed by value in memory.
  bool is_captured(const llvm::Value& local);
  // A pointer to it may be there when it has ended: it is captured, or kept in another variable.
  bool may_be_outlived(const llvm::Value& local);
  // The same, as far as the module's own functions keep it: the C library keeps few pointers to what it is given.
  bool may_be_kept(const llvm::Value& local);
  // All that can be accessed through the pointer belongs to a frame object that is not captured.
  bool is_private(const llvm::Value& pointer);

 private:
  const bool is_coroutine_;  // its locals may live in the heap
  Parameters& parameters_;
  struct Known {
    bool captured = false, kept = false;
  };
  const Known& look_at(const llvm::Value& local);
  llvm::DenseMap<const llvm::Value*, Known> known_;
};

// Builds what comes before the instruction, at its line.
struct Before : llvm::IRBuilder<> {
  explicit Before(llvm::Instruction& instruction);
};

// Inserts calls of the run-time library.
class Calls {
 public:
  explicit Calls(llvm::Module& module) : module_(module) {}

  llvm::CallInst* call(llvm::IRBuilder<>& at, const llvm::Twine& name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments);
  // A plain access to `size` bytes.
  void access(llvm::IRBuilder<>& at, llvm::Value* pointer, uint64_t size, bool write);
  void access(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* size, bool write);
  // An indirect call may lead into code that is not instrumented: the run-time library tells what is to be called.
  void redirect(llvm::CallBase& call);
  // What happens here cannot be followed: `what` names it.
  void not_followed(llvm::IRBuilder<>& at, const std::string& what);
  const llvm::DataLayout& layout() const { return module_.getDataLayout(); }

 private:
  llvm::Module& module_;
};

// Each is given the instructions as the front end left them. True: it is one of theirs, and all is done.
bool instrument_access(llvm::Instruction& instruction, Captures& captures, Calls& calls);     // accesses.cc
bool instrument_intrinsic(llvm::IntrinsicInst& intrinsic, Captures& captures, Calls& calls);  // intrinsics.cc
bool instrument_atomic(llvm::Instruction& instruction, Captures& captures, Calls& calls);     // atomics.cc
bool instrument_assembly(llvm::CallBase& call, Calls& calls);                                 // assembly.cc
bool instrument_coroutine(llvm::CallBase& call, Calls& calls);                                // coroutines.cc

// arithmetic.cc. Tells where the operation has no result.
void check_arithmetic(llvm::Instruction& instruction, Calls& calls);

// library_atomics.cc. A compare-exchange with this metadata takes a lock of the library's.
constexpr const char* kTakesLock = "mover.lock";
void prepare_library_atomics(llvm::Module& module, Calls& calls);

// assumptions.cc
void note_arguments(llvm::Function& main, Calls& calls);
void note_address(llvm::Instruction& instruction, Calls& calls);

// Assembly outside functions: a sentence, in a section that the run-time library reads. (Naked functions are known by
// having no record of being instrumented.)
void record_assembly(llvm::Module& module);

}  // namespace mover::instrument
