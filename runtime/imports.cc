#include "imports.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include "access.h"
#include "footprints.h"
#include "intercept_new.h"
#include "memory.h"
#include "native/protocol.h"
#include "real.h"
#include "support/check.h"
#include "unseen_code.h"

extern "C" void mover_trampoline();

namespace mover::runtime {

namespace {

struct Range {
  uint64_t begin, end;
  bool contains(uint64_t address) const { return address >= begin && address < end; }
};

struct Module {
  const char* path = "";
  uint64_t load_address = 0;
  std::vector<Range> code;       // segments that can be executed
  std::vector<Range> read_only;  // pages that the loader has protected when it was done
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  uint64_t names_size = 0;
  std::span<const ElfW(Rela)> relocations[2];
  bool is_instrumented = false, is_own = false;
};

template <typename T>
const T* pointer(uint64_t address) {
  return reinterpret_cast<const T*>(address);
}

void read_dynamic(Module& module, const ElfW(Dyn)* entry) {
  uint64_t table[2] = {}, size[2] = {};
  for (; entry->d_tag != DT_NULL; ++entry) {
    const uint64_t value = entry->d_un.d_val;
    if (entry->d_tag == DT_SYMTAB) module.symbols = pointer<ElfW(Sym)>(value);
    if (entry->d_tag == DT_STRTAB) module.names = pointer<char>(value);
    if (entry->d_tag == DT_STRSZ) module.names_size = value;
    if (entry->d_tag == DT_RELA) table[0] = value;
    if (entry->d_tag == DT_RELASZ) size[0] = value;
    if (entry->d_tag == DT_JMPREL) table[1] = value;
    if (entry->d_tag == DT_PLTRELSZ) size[1] = value;
  }
  for (int i = 0; i < 2; ++i)
    if (table[i] != 0) module.relocations[i] = {pointer<ElfW(Rela)>(table[i]), size[i] / sizeof(ElfW(Rela))};
}

bool refers_to_instrumentation(const Module& module) {
  for (const char* start : {"__tsan_", "__mover_instrumented"})
    if (module.names != nullptr && memmem(module.names, module.names_size, start, std::strlen(start)) != nullptr) return true;
  return false;
}

int add_module(dl_phdr_info* info, size_t, void* data) {
  auto& modules = *static_cast<std::vector<Module>*>(data);
  if (std::strncmp(info->dlpi_name, "linux-vdso", 10) == 0) return 0;
  Module module;
  module.path = info->dlpi_name;
  module.load_address = info->dlpi_addr;
  Range all{~0ull, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const Range range{info->dlpi_addr + segment.p_vaddr, info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    if (segment.p_type == PT_DYNAMIC) read_dynamic(module, pointer<ElfW(Dyn)>(range.begin));
    if (segment.p_type == PT_GNU_RELRO) module.read_only.push_back(range);
    if (segment.p_type != PT_LOAD) continue;
    if ((segment.p_flags & PF_X) != 0) module.code.push_back(range);
    all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
  }
  module.is_own = all.contains(reinterpret_cast<uint64_t>(&add_module));
  // The program itself is: Mover refuses another one. So its constructors and those of libraries are told apart by this alone.
  module.is_instrumented = !module.is_own && (modules.empty() || refers_to_instrumentation(module));
  modules.push_back(module);
  return 0;
}

struct Import {
  void* function = nullptr;
  std::string name, library;
  Footprint footprint;
  void* trampoline = nullptr;
  bool is_linked = false;  // into an instrumented module
  std::string remark;      // if it has been reached
  void* replacement = nullptr;  // is called in its place
};

// By the function's address; null: it accesses nothing of the program's.
std::unordered_map<uint64_t, Import*>& imports() {
  static auto* all = new std::unordered_map<uint64_t, Import*>;
  return *all;
}

constexpr const char* kLinked = "linked";     // in place of a library's name: into an instrumented module
constexpr const char* kVirtual = "virtual.";  // followed by a class and a place in its table of functions

std::string demangled(const std::string& name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string words = readable == nullptr ? name : readable;
  std::free(readable);
  return words;
}

std::string in_words(const std::string& name) {
  const size_t begin = std::strlen(kVirtual);
  if (name.starts_with(kVirtual)) return "a virtual function of " + demangled(name.substr(begin, name.rfind('.') - begin));
  return name.starts_with("_Z") ? demangled(name) : name;  // f is no float
}

// Trampolines lie where they always do: programs keep pointers to functions.
constexpr uint64_t kTrampolines = 0x3a00'0000'0000, kMost = 64 << 10;
struct [[gnu::packed]] Trampoline {
  uint16_t move_to_r11 = 0xbb49;
  uint64_t import = 0;
  uint8_t jump_through_memory[6] = {0xff, 0x25, 0, 0, 0, 0};
  uint64_t to = reinterpret_cast<uint64_t>(&mover_trampoline);
};
static_assert(sizeof(Trampoline) == 24);
uint64_t num_trampolines = 0;

void allow_writing(uint64_t begin, uint64_t end, int protection) {
  begin &= ~(kPageSize - 1);
  end = (end + kPageSize - 1) & ~(kPageSize - 1);
  MOVER_CHECK(mprotect(reinterpret_cast<void*>(begin), end - begin, protection) == 0, "tables of addresses can be changed");
}

void* make_trampoline(const Import* import) {
  if (num_trampolines == 0) {
    void* where = mmap(reinterpret_cast<void*>(kTrampolines), kMost * sizeof(Trampoline), PROT_READ | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    MOVER_CHECK(where == reinterpret_cast<void*>(kTrampolines), "trampolines are where they always are");
  }
  MOVER_CHECK(num_trampolines < kMost, "there are enough trampolines");
  auto* made = reinterpret_cast<Trampoline*>(kTrampolines) + num_trampolines++;
  const auto begin = reinterpret_cast<uint64_t>(made), end = begin + sizeof *made;
  allow_writing(begin, end, PROT_READ | PROT_WRITE);
  *made = Trampoline{};
  made->import = reinterpret_cast<uint64_t>(import);
  allow_writing(begin, end, PROT_READ | PROT_EXEC);
  return made;
}

// What is to be called in its place.
void* import_function(void* function, const char* name, const char* path) {
  auto [entry, is_new] = imports().try_emplace(reinterpret_cast<uint64_t>(function), nullptr);
  if (is_new) {
    const char* slash = std::strrchr(path, '/');
    const char* library = slash == nullptr ? path : slash + 1;
    Footprint footprint = footprint_of(name, library);
    void* replacement = replacement_of_operator(name, library, function);
    if (!footprint.is_known || !footprint.effects.empty() || replacement != nullptr || std::strcmp(name, "dlsym") == 0) {
      auto* import = new Import{function, name, library, std::move(footprint), nullptr, false, "", replacement};
      import->trampoline = make_trampoline(import);
      entry->second = import;
    }
  }
  return entry->second == nullptr ? function : entry->second->trampoline;
}

const Module* foreign_module_of(const std::vector<Module>& modules, uint64_t address) {
  for (const Module& module : modules)
    for (const Range& code : module.code)
      if (code.contains(address)) return module.is_instrumented || module.is_own ? nullptr : &module;
  return nullptr;
}

void write_slot(const Module& module, void** slot, void* value) {
  const auto address = reinterpret_cast<uint64_t>(slot);
  bool is_protected = false;
  for (const Range& range : module.read_only) is_protected |= range.contains(address);
  if (is_protected) allow_writing(address, address + sizeof *slot, PROT_READ | PROT_WRITE);
  *slot = value;
  if (is_protected) allow_writing(address, address + sizeof *slot, PROT_READ);
}

void redirect_imports_of(const Module& importer, const std::vector<Module>& modules) {
  for (const auto& table : importer.relocations)
    for (const ElfW(Rela)& relocation : table) {
      const auto type = ELF64_R_TYPE(relocation.r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) continue;
      auto** slot = reinterpret_cast<void**>(importer.load_address + relocation.r_offset);
      const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(*slot));
      if (module == nullptr) continue;
      const char* name = importer.names + importer.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
      if (void* now = import_function(*slot, name, module->path); now != *slot) write_slot(importer, slot, now);
    }
}

std::vector<Module> all_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(add_module, &modules);
  return modules;
}

void* program_dlsym(void* library, const char* name) {
  plain_access(name, std::strlen(name) + 1, false, __builtin_return_address(0));
  return redirected(dlsym(library, name), name);
}

// What it synchronises is not known, so all that is not seen counts as ordered: no race is reported that may be none.
void order_unseen() {
  static uint64_t everything;
  if (!world.alone())
    world.order_atomic(world.current(), reinterpret_cast<uint64_t>(&everything), sizeof everything, true, true, ir::Order::AcqRel);
}

void note_unseen(Import& import, const void* pc) {
  order_unseen();
  if (import.is_linked && is_unseen_code(reinterpret_cast<uint64_t>(pc))) return;  // … as what calls it was noted
  if (import.remark.empty()) {
    const auto address = reinterpret_cast<Address>(import.function);
    const std::string name = !import.name.empty()                        ? in_words(import.name)
                             : import.library.starts_with("libstdc++.") ? "a function without a name"
                                                                         : native::code_mark(address);
    const std::string function = "calls `" + name + "`", place = " at " + native::loc_mark(location(pc));
    import.remark = import.is_linked ? function + place + ", which is not instrumented: its accesses to memory are not seen"
                                     : function + " of " + import.library + place + ", whose accesses to memory are not seen";
  }
  world.not_covered(import.remark);
}

// A virtual function that has no name outside of its library is known by the class of its object, and its place in the table.
std::string name_by_class(const void* function, const void* object) {
  constexpr uint64_t kMostSlots = 64, kWord = 8;
  const auto is_word = [](uint64_t address) { return address % kWord == 0 && address >= kPageSize && is_mapped(address, kWord); };
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

// What indirect calls lead to has been asked for many times before.
struct Target {
  void *function, *called;
};
constexpr size_t kTargets = 1024;
Target targets[kTargets];

void* call_target(void* function, const void* object) {
  const std::vector<Module> modules = all_modules();
  const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(function));
  return module == nullptr ? function : import_function(function, name_of(function, object).c_str(), module->path);
}

}  // namespace

void redirect_imports() {
  standard_streams.find();
  std::fill(targets, targets + kTargets, Target{});
  const std::vector<Module> modules = all_modules();
  for (const Module& module : modules)
    if (module.is_instrumented) redirect_imports_of(module, modules);
}

bool program_names(const std::string& name) {
  for (const Module& module : all_modules()) {
    if (!module.is_instrumented || module.symbols == nullptr) continue;
    const auto* end = reinterpret_cast<const ElfW(Sym)*>(module.names);  // linkers put the names behind the symbols
    for (const ElfW(Sym)* symbol = module.symbols; symbol + 1 <= end; ++symbol)
      if (name == module.names + symbol->st_name) return true;
  }
  return false;
}

void* redirected(void* function, const char* name) {
  const std::vector<Module> modules = all_modules();
  const Module* module = foreign_module_of(modules, reinterpret_cast<uint64_t>(function));
  return module == nullptr ? function : import_function(function, name, module->path);
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

// Instrumented code calls this before each indirect call, with what looks like the object of a virtual function, or null.
MOVER_EXPORT void* __mover_call_target(void* function, const void* object) {
  if (!world.controls()) return function;
  Target& known = targets[(reinterpret_cast<uint64_t>(function) >> 4) % kTargets];
  if (known.function != function) known = {function, call_target(function, object)};
  return known.called;
}

// Returns the function that is to be entered.
extern "C" __attribute__((visibility("hidden"))) void* mover_reached(void* record, const uint64_t* registers, const void* pc,
                                                                               const uint64_t* stack) {
  auto& import = *static_cast<Import*>(record);
  if (!world.controls()) return import.function;
  // (For RTLD_NEXT the C library looks at where it was called from.)
  if (import.name == "dlsym" && registers[0] != reinterpret_cast<uint64_t>(RTLD_NEXT))
    return reinterpret_cast<void*>(&program_dlsym);
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
  const bool is_asked_by_library = foreign_module_of(all_modules(), reinterpret_cast<uint64_t>(caller)) != nullptr;
  return is_asked_by_library ? function : __mover_call_target(function, nullptr);
}
