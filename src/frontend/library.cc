#include "frontend/library.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_map>

#include "ir/ir.h"
#include "ir/names.h"

namespace mover::frontend {

namespace {

using ir::MathOp;
using ir::ServiceOp;
using ir::SyncOp;
using Kind = LibraryOp::Kind;
using Table = std::unordered_map<std::string, LibraryOp>;

LibraryOp sync_op(SyncOp op, uint32_t arity, uint32_t num_args) {
  LibraryOp result{Kind::Sync, static_cast<uint8_t>(op), num_args, arity};
  if (op != SyncOp::ThreadJoin) {  // all others return an int
    result.result_width = 32;
    result.result_signed = true;
  }
  return result;
}

LibraryOp service_op(ServiceOp op, uint32_t arity) { return {Kind::Service, static_cast<uint8_t>(op), arity, arity}; }

LibraryOp memory_op(Kind kind, uint32_t arity) { return {kind, 0, arity, arity}; }

// Adds __mover_<text> for every synchronisation action, service and function on floats.
void add_builtins(Table& table) {
#define X(name, text, arity) table["__mover_" text] = sync_op(SyncOp::name, arity, arity);
  MOVER_IR_SYNCS(X)
#undef X
#define X(name, text, arity) table["__mover_" text] = service_op(ServiceOp::name, arity);
  MOVER_IR_SERVICES(X)
#undef X
#define X(name, text, arity) \
  table["__mover_math_" text] = {Kind::Math, static_cast<uint8_t>(MathOp::name), arity, arity};
  MOVER_IR_MATH(X)
#undef X
  table["__mover_strlen"] = memory_op(Kind::StrLen, 1);
  table["__mover_memcpy"] = memory_op(Kind::MemCpy, 3);
  table["__mover_copy_text"] = memory_op(Kind::CopyText, 3);
  table["__mover_memcpy_atomic"] = memory_op(Kind::MemCpyAtomic, 3);
  table["__mover_memcpy_relaxed"] = memory_op(Kind::MemCpyRelaxed, 3);
  table["__mover_memset"] = memory_op(Kind::MemSet, 3);
}

struct PosixName {
  const char* name;
  SyncOp op;
  uint32_t num_args;
};

// Functions whose arguments are exactly those of the synchronisation action. Functions with other arguments
// (attributes, deadlines) or with errno have models in C.
constexpr PosixName kPosix[] = {
    {"pthread_mutex_lock", SyncOp::MutexLock, 1},
    {"pthread_mutex_trylock", SyncOp::MutexTryLock, 1},
    {"pthread_mutex_unlock", SyncOp::MutexUnlock, 1},
    {"pthread_mutex_destroy", SyncOp::MutexDestroy, 1},
    {"pthread_cond_wait", SyncOp::CondWait, 2},
    {"pthread_cond_signal", SyncOp::CondSignal, 1},
    {"pthread_cond_broadcast", SyncOp::CondBroadcast, 1},
    {"pthread_cond_destroy", SyncOp::CondDestroy, 1},
    {"pthread_rwlock_rdlock", SyncOp::RwRdLock, 1},
    {"pthread_rwlock_wrlock", SyncOp::RwWrLock, 1},
    {"pthread_rwlock_tryrdlock", SyncOp::RwTryRdLock, 1},
    {"pthread_rwlock_trywrlock", SyncOp::RwTryWrLock, 1},
    {"pthread_rwlock_unlock", SyncOp::RwUnlock, 1},
    {"pthread_rwlock_destroy", SyncOp::RwDestroy, 1},
    {"pthread_spin_lock", SyncOp::SpinLock, 1},
    {"pthread_spin_trylock", SyncOp::SpinTryLock, 1},
    {"pthread_spin_unlock", SyncOp::SpinUnlock, 1},
    {"pthread_spin_destroy", SyncOp::SpinDestroy, 1},
    {"sem_wait", SyncOp::SemWait, 1},
    {"pthread_barrier_wait", SyncOp::BarrierWait, 1},
    {"pthread_barrier_destroy", SyncOp::BarrierDestroy, 1},
    {"sched_yield", SyncOp::Yield, 0},
    {"__VERIFIER_atomic_begin", SyncOp::AtomicBegin, 0},
    {"__VERIFIER_atomic_end", SyncOp::AtomicEnd, 0},
    {"__CPROVER_atomic_begin", SyncOp::AtomicBegin, 0},
    {"__CPROVER_atomic_end", SyncOp::AtomicEnd, 0},
};

void add_posix(Table& table) {
  for (const auto& entry : kPosix) {
    table[entry.name] = sync_op(entry.op, ir::arity(entry.op), entry.num_args);
  }
  table["pthread_self"] = service_op(ServiceOp::ThreadSelf, 0);
}

struct NondetName {
  const char* suffix;
  const char* type;  // in C++
  uint32_t bits;
  bool is_signed;
};

constexpr NondetName kNondet[] = {
    {"bool", "bool", 1, false},
    {"_Bool", "bool", 1, false},
    {"char", "char", 8, true},
    {"schar", "signed char", 8, true},
    {"uchar", "unsigned char", 8, false},
    {"u8", "unsigned char", 8, false},
    {"s8", "signed char", 8, true},
    {"short", "short", 16, true},
    {"ushort", "unsigned short", 16, false},
    {"u16", "unsigned short", 16, false},
    {"s16", "short", 16, true},
    {"int", "int", 32, true},
    {"uint", "unsigned", 32, false},
    {"unsigned", "unsigned", 32, false},
    {"unsigned_int", "unsigned", 32, false},
    {"u32", "unsigned", 32, false},
    {"s32", "int", 32, true},
    {"pthread_t", "unsigned long", 64, false},
    {"sector_t", "unsigned long", 64, false},
    {"long", "long", 64, true},
    {"ulong", "unsigned long", 64, false},
    {"unsigned_long", "unsigned long", 64, false},
    {"longlong", "long long", 64, true},
    {"ulonglong", "unsigned long long", 64, false},
    {"size_t", "unsigned long", 64, false},
    {"ssize_t", "long", 64, true},
    {"loff_t", "long", 64, true},
    {"off_t", "long", 64, true},
    {"u64", "unsigned long", 64, false},
    {"s64", "long", 64, true},
    {"pointer", "void *", 64, false},  // the representative values are null and invalid addresses
    {"charp", "char *", 64, false},
};

void add_verifier_names(Table& table) {
  LibraryOp assume = service_op(ServiceOp::Assume, 1);
  table["__VERIFIER_assume"] = assume;
  table["__CPROVER_assume"] = assume;
  table["__VERIFIER_error"] = {Kind::ReachError};
  table["reach_error"] = {Kind::ReachError};
  for (const auto& entry : kNondet)
    table[std::string("__VERIFIER_nondet_") + entry.suffix] = {Kind::Nondet,   0, 0, 0, entry.bits, entry.bits,
                                                               entry.is_signed};
  table["__VERIFIER_nondet_float"] = {Kind::Unsupported};
  table["__VERIFIER_nondet_double"] = {Kind::Unsupported};
}

const Table& table() {
  static const Table result = [] {
    Table t;
    add_builtins(t);
    add_posix(t);
    add_verifier_names(t);
    return t;
  }();
  return result;
}

}  // namespace

std::string demangled(std::string_view name) {
  int status = 0;
  char* text = abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : std::string(name);
  std::free(text);
  return result;
}

std::string plain_name(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  const std::string text = demangled(name);
  return text.substr(0, text.find('('));
}

// Whether a library that every program is linked with defines the function.
static bool is_in_system_library(const std::string& name) {
  constexpr std::array kLibraries = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libatomic.so.1"};
  return std::any_of(kLibraries.begin(), kLibraries.end(), [&](const char* library) {
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);  // stays open: most of them are in use anyway
    return handle != nullptr && dlsym(handle, name.c_str()) != nullptr;
  });
}

std::string not_defined(const std::string& name) {
  return (is_in_system_library(name) ? "the library function " : std::string(ir::kUndefinedFunction)) +
         plain_name(name);
}

std::optional<LibraryOp> find_library_op(std::string_view name) {
  std::string plain = plain_name(name);
  bool is_cxx = plain != name;
  if (is_cxx && !plain.starts_with("__") && !is_error_function(plain)) return std::nullopt;
  auto entry = table().find(plain);
  if (entry == table().end()) return std::nullopt;
  return entry->second;
}

bool is_error_function(std::string_view name) {
  std::string plain = plain_name(name);
  return plain == "reach_error" || plain == "__VERIFIER_error";
}

bool is_assume_function(std::string_view name) { return plain_name(name) == "assume_abort_if_not"; }

bool is_atomic_function(std::string_view name) {
  std::string plain = plain_name(name);
  return plain.starts_with("__VERIFIER_atomic_") && !table().contains(plain);  // the table contains begin and end
}

std::string verifier_declaration(const std::string& name) {
  for (const auto& entry : kNondet)
    if (name == std::string("__VERIFIER_nondet_") + entry.suffix)
      return std::string(entry.type) + " " + name + "(void)";
  if (name == "__VERIFIER_nondet_float") return "float " + name + "(void)";
  if (name == "__VERIFIER_nondet_double") return "double " + name + "(void)";
  if (name == "__VERIFIER_assume" || name == "__CPROVER_assume") return "void " + name + "(int)";
  if (name == "__VERIFIER_error" || name == "reach_error" || name == "__VERIFIER_atomic_begin" ||
      name == "__VERIFIER_atomic_end")
    return "void " + name + "(void)";
  return "";
}

}  // namespace mover::frontend
