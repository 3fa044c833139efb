// Finds the definitions of the program and its libraries that the run-time hides, and redirects calls to them.
#include "base/program_definitions.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/private_memory.h"
#include "libraries/footprints.h"
#include "libraries/imports.h"
#include "memory/heap.h"
#include "scheduling/world.h"
#include "symbols/modules.h"

namespace mover::runtime {

void* allocate_for_library(size_t size, const void* pc);  // interception/memory.cc
void release_for_library(void* block, const void* pc);

namespace {

struct Definition {
  void* function = nullptr;
  std::string library;
  bool in_program = false;       // the program itself defines the function, not one of its libraries
  bool is_instrumented = false;  // the defining module is instrumented
};
using Definitions = std::unordered_map<std::string, Definition>;

// Whether a function of the run-time stands in for a function of a library. The others are called by the
// instrumentation only.
bool is_stand_in(std::string_view name) { return !name.starts_with("__tsan_") && !name.starts_with("__mover_"); }

bool is_allocator(std::string_view name) {
  for (const char* one : {"malloc", "free", "calloc", "realloc", "reallocarray", "cfree", "memalign", "aligned_alloc",
                          "valloc", "pvalloc", "posix_memalign", "malloc_usable_size"})
    if (name == one) return true;
  return false;
}

bool belongs_to_program(const Module& module) {
  const std::string_view file = module.file_name();
  return !module.is_own && !is_standard_library(file) && !file.starts_with("libmover_") &&
         !file.starts_with("libgomp.so");
}

// The address of the function, or null if the module does not define it.
void* function_of(const Module& module, const ElfW(Sym) & symbol) {
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC) ||
      ELF64_ST_BIND(symbol.st_info) == STB_LOCAL)
    return nullptr;
  auto* function = reinterpret_cast<void*>(module.load_address + symbol.st_value);
  return type == STT_FUNC ? function : reinterpret_cast<void* (*)()>(function)();
}

void* function_of(const Module& module, std::string_view name) {
  void* found = nullptr;
  module.for_each_symbol([&](const ElfW(Sym) & symbol, const char* other) {
    if (found == nullptr && name == other) found = function_of(module, symbol);
  });
  return found;
}

Definitions find_definitions() {
  Definitions found, ours;
  const std::vector<Module> modules = all_modules();
  for (const Module& module : modules)
    if (module.is_own)
      module.for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) {
        if (is_stand_in(name) && function_of(module, symbol) != nullptr) ours[name];
      });
  for (const Module& module : modules)
    if (belongs_to_program(module))
      module.for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) {
        void* function = ours.count(name) != 0 ? function_of(module, symbol) : nullptr;
        if (function != nullptr)
          found.try_emplace(name, Definition{function, module.file_name(), module.is_program, module.is_instrumented});
      });
  return found;
}

// The program's definitions of functions for which the run-time stands in, in the modules that are loaded when the
// program starts. The loader looks up symbols in modules that are loaded later only after the C library.
const Definitions& definitions() {
  static const Definitions* all = nullptr;
  static bool is_searching = false;
  static const Definitions none;
  if (all == nullptr && !is_searching) {
    is_searching = true;
    all = new Definitions(find_definitions());
    is_searching = false;
  }
  return all == nullptr ? none : *all;
}

const Definition* definition_of(const char* name) {
  const auto found = definitions().find(name);
  return found == definitions().end() ? nullptr : &found->second;
}

template <typename Function>
Function* program_function(const char* name) {
  const Definition* definition = definition_of(name);
  return definition == nullptr ? nullptr : reinterpret_cast<Function*>(definition->function);
}

// Buffers of streams do not come from the program's malloc. The C library holds the lock of the stream while it
// allocates the buffer. If the program's malloc blocked meanwhile, other threads that use the stream would block in the
// C library, where the search cannot schedule them.
bool is_buffer_of_stream(const void* caller) {
  Dl_info info{};
  return dladdr(caller, &info) != 0 && info.dli_sname != nullptr &&
         std::strcmp(info.dli_sname, "_IO_file_doallocate") == 0;
}
bool is_buffer_of_stream(void* block) {
  const auto address = reinterpret_cast<uint64_t>(block);
  const Block* known = Heap::contains(address) ? heap.block_of(address) : nullptr;
  return known != nullptr && known->begin() == address && known->family == Block::Family::Buffer;
}

// The C library calls these functions if the program has its own allocator. They call the program's allocator, except
// while the search runs: then they allocate private memory.
void* allocate(size_t size) {
  const void* caller = __builtin_return_address(0);
  if (world.searches()) return private_allocate(size, 16);
  if (!is_buffer_of_stream(caller)) return program_function<void*(size_t)>("malloc")(size);
  void* buffer = allocate_for_library(size, caller);
  if (buffer != nullptr) heap.block_of(reinterpret_cast<uint64_t>(buffer))->family = Block::Family::Buffer;
  return buffer;
}
void* allocate_zeroed(size_t count, size_t size) {
  if (!world.searches()) return program_function<void*(size_t, size_t)>("calloc")(count, size);
  return std::memset(private_allocate(count * size, 16), 0, count * size);
}
void* allocate_again(void* block, size_t size) {
  const bool is_ours = block != nullptr && is_private(block);
  if (!world.searches() && !is_ours) return program_function<void*(void*, size_t)>("realloc")(block, size);
  void* other = private_allocate(size, 16);
  return is_ours ? std::memcpy(other, block, std::min(size, private_size(block))) : other;
}
void release(void* block) {
  if (is_buffer_of_stream(block)) return release_for_library(block, __builtin_return_address(0));
  if (block == nullptr || !is_private(block)) return program_function<void(void*)>("free")(block);
  if (world.searches()) private_free(block);
}

void* for_standard_library(std::string_view name, void* function) {
  if (name == "malloc") return reinterpret_cast<void*>(&allocate);
  if (name == "calloc") return reinterpret_cast<void*>(&allocate_zeroed);
  if (name == "realloc") return reinterpret_cast<void*>(&allocate_again);
  return name == "free" ? reinterpret_cast<void*>(&release) : function;
}

// The function that the importer must call under this name, or null if its address table need not change.
void* called_by(const Module& importer, const char* name) {
  const Definition* definition = definition_of(name);
  if (definition == nullptr || is_loader(importer.file_name())) return nullptr;
  // The memory of an allocator that is not instrumented could not be restored. The run-time's allocator stands in for
  // it, and the report says so.
  if (!definition->is_instrumented && is_allocator(name))
    return importer.is_instrumented ? unseen_stand_in(dlsym(RTLD_DEFAULT, name), name, definition->library.c_str())
                                    : nullptr;
  if (is_standard_library(importer.file_name())) return for_standard_library(name, definition->function);
  return definition->in_program ? nullptr : definition->function;
}

}  // namespace

void call_program_definitions() {
  for (const Module& module : all_modules()) {
    if (module.is_own) continue;
    const bool is_unseen = belongs_to_program(module) && !module.is_instrumented;
    module.for_each_import([&](void** slot, const char* name) {
      void* called = is_unseen && std::strcmp(name, "dlsym") == 0 ? reinterpret_cast<void*>(&program_dlsym)
                                                                  : called_by(module, name);
      if (called != nullptr && *slot != called) module.write_slot(slot, called);
    });
  }
}

void* program_definition(const char* name) {
  const Definition* definition = definition_of(name);
  return definition == nullptr || definition->in_program ? nullptr : definition->function;
}

void* (*program_malloc())(size_t) {
  const Definition* definition = definition_of("malloc");
  return definition != nullptr && definition->is_instrumented ? program_function<void*(size_t)>("malloc") : nullptr;
}

void* next_definition(const char* name, const void* caller) {
  const std::vector<Module> modules = all_modules();
  size_t i = 0;
  while (i < modules.size() && !modules[i].holds_code(reinterpret_cast<uint64_t>(caller))) ++i;
  while (++i < modules.size())
    if (void* found = belongs_to_program(modules[i]) ? function_of(modules[i], name) : nullptr) return found;
  for (const Module& module : modules)
    if (void* ours = module.is_own && is_stand_in(name) ? function_of(module, name) : nullptr) return ours;
  return c_library_function(name);
}

void* c_library_function(const char* name) {
  if (program_definition(name) == nullptr) return dlsym(RTLD_NEXT, name);
  static const auto open = reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
  for (const Module& module : all_modules()) {
    void* library = is_standard_library(module.file_name()) ? open(module.path, RTLD_NOLOAD | RTLD_LAZY) : nullptr;
    if (void* found = library == nullptr ? nullptr : dlsym(library, name)) return found;
  }
  return nullptr;
}

}  // namespace mover::runtime
