#include "libraries/imports.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/program_definitions.h"
#include "base/real.h"
#include "interception/new.h"
#include "libraries/footprints.h"
#include "libraries/unseen_code.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "native/protocol.h"
#include "support/check.h"
#include "symbols/modules.h"

extern "C" void mover_trampoline();

namespace mover::runtime {

namespace {

// A function that is not instrumented, which instrumented code calls.
struct Import {
  void* function = nullptr;
  std::string name, library;
  Footprint footprint;
  void* trampoline = nullptr;
  bool is_linked = false;       // the function is part of an instrumented module
  std::string remark;           // the omission that was reported when the function was reached; empty: not reached yet
  void* replacement = nullptr;  // the function that is called in place of this one, or null
};

// All imports, by the address of the function. An import is null if the function is called directly, because it does
// not access the program's memory.
std::unordered_map<uint64_t, Import*>& imports() {
  static auto* all = new std::unordered_map<uint64_t, Import*>;
  return *all;
}

constexpr const char* kLinked = "linked";     // the library of functions that are part of an instrumented module
constexpr const char* kVirtual = "virtual.";  // the name of a virtual function is this, its class, ".", and its index

std::string demangled(const std::string& name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string words = readable == nullptr ? name : readable;
  std::free(readable);
  return words;
}

std::string in_words(const std::string& name) {
  const size_t begin = std::strlen(kVirtual);
  if (name.starts_with(kVirtual))
    return "a virtual function of " + demangled(name.substr(begin, name.rfind('.') - begin));
  return name.starts_with("_Z") ? demangled(name) : name;  // without _Z, `f` would become `float`
}

// Trampolines have the same addresses in every process. Programs store pointers to functions, and a replayed execution
// must have the same memory.
constexpr uint64_t kTrampolines = 0x3a00'0000'0000, kMost = 64 << 10;
struct [[gnu::packed]] Trampoline {
  uint16_t move_to_r11 = 0xbb49;
  uint64_t import = 0;
  uint8_t jump_through_memory[6] = {0xff, 0x25, 0, 0, 0, 0};
  uint64_t to = reinterpret_cast<uint64_t>(&mover_trampoline);
};
static_assert(sizeof(Trampoline) == 24);
uint64_t num_trampolines = 0;

void* make_trampoline(const Import* import) {
  if (num_trampolines == 0) {
    void* where = mmap(reinterpret_cast<void*>(kTrampolines), kMost * sizeof(Trampoline), PROT_READ | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    MOVER_CHECK(where == reinterpret_cast<void*>(kTrampolines), "the address range of the trampolines is free");
  }
  MOVER_CHECK(num_trampolines < kMost, "there are enough trampolines");
  auto* made = reinterpret_cast<Trampoline*>(kTrampolines) + num_trampolines++;
  const auto begin = reinterpret_cast<uint64_t>(made), end = begin + sizeof *made;
  protect(begin, end, PROT_READ | PROT_WRITE);
  *made = Trampoline{};
  made->import = reinterpret_cast<uint64_t>(import);
  protect(begin, end, PROT_READ | PROT_EXEC);
  return made;
}

bool is_trampoline(const void* function) {
  return reinterpret_cast<uint64_t>(function) - kTrampolines < num_trampolines * sizeof(Trampoline);
}
const Import* import_of(const void* trampoline) {
  return reinterpret_cast<const Import*>(static_cast<const Trampoline*>(trampoline)->import);
}

// The address by which the program calls a function of a library: that of the function itself, or of a trampoline to
// it.
void* import_function(void* function, const char* name, const char* library) {
  auto [entry, is_new] = imports().try_emplace(reinterpret_cast<uint64_t>(function), nullptr);
  if (is_new) {
    Footprint footprint = footprint_of(name, library);
    void* replacement = replacement_of_operator(name, library, function);
    if (!footprint.is_known || !footprint.effects.empty() || replacement != nullptr ||
        std::strcmp(name, "dlsym") == 0) {
      auto* import = new Import{function, name, library, std::move(footprint), nullptr, false, "", replacement};
      import->trampoline = make_trampoline(import);
      entry->second = import;
    }
  }
  return entry->second == nullptr ? function : entry->second->trampoline;
}

// The module that contains the address, if it is neither instrumented nor the run-time library; otherwise null.
const Module* foreign_module_of(const std::vector<Module>& modules, uint64_t address) {
  for (const Module& module : modules)
    if (module.holds_code(address)) return module.is_instrumented || module.is_own ? nullptr : &module;
  return nullptr;
}

void redirect_imports_of(const Module& importer, const std::vector<Module>& modules) {
  importer.for_each_import([&](void** slot, const char* name) {
    const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(*slot));
    if (module == nullptr) return;
    if (void* now = import_function(*slot, name, module->file_name()); now != *slot) importer.write_slot(slot, now);
  });
}

// The definition that the program would find without the run-time.
void* definition_for_program(void* library, const char* name, const void* caller) {
  if (library == RTLD_NEXT) return next_definition(name, caller);
  void* own = library == RTLD_DEFAULT ? program_definition(name) : nullptr;
  return own != nullptr ? own : dlsym(library, name);
}

// The synchronisation in unseen functions is unknown. So each call of an unseen function counts as an acquire-release
// operation on one object that is common to all unseen functions. So no race is reported that such synchronisation may
// exclude.
void order_unseen() {
  static uint64_t everything;
  if (!world.alone())
    world.order_atomic(world.current(), reinterpret_cast<uint64_t>(&everything), sizeof everything, true, true,
                       ir::Order::AcqRel);
}

void note_unseen(Import& import, const void* pc) {
  order_unseen();
  unseen_may_have_set();
  if (import.is_linked && is_unseen_code(reinterpret_cast<uint64_t>(pc))) return;  // the caller has been reported
  if (import.remark.empty()) {
    const auto address = reinterpret_cast<Address>(import.function);
    const std::string name = !import.name.empty()                       ? in_words(import.name)
                             : import.library.starts_with("libstdc++.") ? "a function without a name"
                                                                        : native::code_mark(address);
    const std::string function = "calls `" + name + "`", place = " at " + native::loc_mark(location(pc));
    import.remark = import.is_linked
                        ? function + place + ", which is not instrumented: its accesses to memory are not seen"
                        : function + " of " + import.library + place + ", whose accesses to memory are not seen";
  }
  world.not_covered(import.remark);
}

// Names a virtual function without an external name after the class of its object and its index in the virtual table.
std::string name_by_class(const void* function, const void* object) {
  constexpr uint64_t kMostSlots = 64, kWord = 8;
  const auto is_word = [](uint64_t address) {
    return address % kWord == 0 && address >= kPageSize && is_mapped(address, kWord);
  };
  const auto word = [](uint64_t address) { return *reinterpret_cast<const uint64_t*>(address); };
  const auto address = reinterpret_cast<uint64_t>(object);
  const uint64_t table = is_word(address) ? word(address) : 0;
  for (uint64_t i = 0; i < kMostSlots && is_word(table + i * kWord); ++i) {
    if (word(table + i * kWord) != reinterpret_cast<uint64_t>(function)) continue;
    const uint64_t type = is_word(table - kWord) ? word(table - kWord) : 0;
    const uint64_t name = is_word(type + kWord) ? word(type + kWord) : 0;
    if (name == 0 || !is_mapped(name, 1)) break;
    const char* text = reinterpret_cast<const char*>(name);
    return kVirtual + std::string(text + (*text == '*')) + "." + std::to_string(i);
  }
  return "";
}

std::string name_of(void* function, const void* object) {
  Dl_info info{};
  if (dladdr(function, &info) != 0 && info.dli_saddr == function) return info.dli_sname;
  return name_by_class(function, object);
}

// An entry of the cache of the results of call_target.
struct Target {
  void *function, *called;
};
constexpr size_t kTargets = 1024;
Target targets[kTargets];

void* call_target(void* function, const void* object) {
  if (void* instead = replacement_of_allocator(function)) return instead;
  const std::vector<Module> modules = all_modules();
  const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(function));
  void* called =
      module == nullptr ? function : import_function(function, name_of(function, object).c_str(), module->file_name());
  void* instead = is_trampoline(called) ? replacement_of_new(import_of(called)->function) : nullptr;
  return instead != nullptr ? instead : called;
}

}  // namespace

void redirect_imports() {
  standard_streams.find();
  std::fill(targets, targets + kTargets, Target{});
  const std::vector<Module> modules = all_modules();
  call_program_definitions();
  for (const Module& module : modules)
    if (module.is_instrumented) redirect_imports_of(module, modules);
}

bool program_names(const std::string& name) {
  for (const Module& module : all_modules()) {
    bool is_there = false;
    if (module.is_instrumented)
      module.for_each_symbol([&](const ElfW(Sym)&, const char* symbol) { is_there |= name == symbol; });
    if (is_there) return true;
  }
  return false;
}

void* redirected(void* function, const char* name) {
  const std::vector<Module> modules = all_modules();
  const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(function));
  return module == nullptr ? function : import_function(function, name, module->file_name());
}

void* program_dlsym(void* library, const char* name) {
  const void* caller = __builtin_return_address(0);
  if (world.controls()) reads_text(name, std::strlen(name) + 1, caller);
  void* found = definition_for_program(library, name, caller);
  return world.controls() ? redirected(found, name) : found;
}

void* unseen_stand_in(void* function, const char* name, const char* library) {
  Import*& known = imports()[reinterpret_cast<uint64_t>(function)];
  if (known == nullptr) {
    known = new Import{function, name, library, {}, nullptr, false, "", nullptr};
    known->trampoline = make_trampoline(known);
  }
  return known->trampoline;
}

void* trampoline_to_unseen(void* function, const char* name) {
  Import*& known = imports()[reinterpret_cast<uint64_t>(function)];
  if (known == nullptr) {
    known = new Import{function, name, kLinked, footprint_of(name, kLinked), nullptr, true, "", nullptr};
    known->trampoline = make_trampoline(known);
  }
  return known->trampoline;
}

}  // namespace mover::runtime

using namespace mover::runtime;

// Instrumented code calls this function before each indirect call. `object` is the first argument if it may be the
// object of a virtual function; otherwise it is null.
MOVER_EXPORT void* __mover_call_target(void* function, const void* object) {
  if (!world.controls()) return function;
  Target& known = targets[(reinterpret_cast<uint64_t>(function) >> 4) % kTargets];
  if (known.function != function) known = {function, call_target(function, object)};
  return known.called;
}

// The trampolines call this function. It returns the address of the function that they enter.
extern "C" __attribute__((visibility("hidden"))) void* mover_reached(void* record, const uint64_t* registers,
                                                                     const void* pc, const uint64_t* stack) {
  auto& import = *static_cast<Import*>(record);
  if (!world.controls()) return import.function;
  if (import.name == "dlsym") return reinterpret_cast<void*>(&program_dlsym);
  if (import.replacement != nullptr) return import.replacement;
  if (!import.footprint.is_known) {
    note_unseen(import, pc);
    return import.function;
  }
  Arguments arguments;
  std::copy(registers, registers + kRegisters, arguments.at);
  std::copy(stack, stack + (kMostArguments - kRegisters), arguments.at + kRegisters);
  perform(import.footprint.effects, arguments, pc);
  return import.function;
}

void* mover::runtime::called_for_program(void* function, const void* caller) {
  const bool is_library_call = foreign_module_of(all_modules(), reinterpret_cast<uint64_t>(caller)) != nullptr;
  return is_library_call ? function : __mover_call_target(function, nullptr);
}
