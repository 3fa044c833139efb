#include "symbols/modules.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "memory/memory.h"
#include "support/check.h"

namespace mover::runtime {

namespace {

template <typename T>
const T* pointer(uint64_t address) {
  return reinterpret_cast<const T*>(address);
}

void read_dynamic(Module& module, const ElfW(Dyn) * entry) {
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
    if (module.names != nullptr && memmem(module.names, module.names_size, start, std::strlen(start)) != nullptr)
      return true;
  return false;
}

int add_module(dl_phdr_info* info, size_t, void* data) {
  auto& modules = *static_cast<std::vector<Module>*>(data);
  if (std::strncmp(info->dlpi_name, "linux-vdso", 10) == 0) return 0;
  Module module;
  module.path = info->dlpi_name;
  module.load_address = info->dlpi_addr;
  Module::Range all{~0ull, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const Module::Range range{info->dlpi_addr + segment.p_vaddr, info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    if (segment.p_type == PT_DYNAMIC) read_dynamic(module, pointer<ElfW(Dyn)>(range.begin));
    if (segment.p_type == PT_GNU_RELRO) module.read_only.push_back(range);
    if (segment.p_type != PT_LOAD) continue;
    if ((segment.p_flags & PF_X) != 0) module.code.push_back(range);
    all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
  }
  module.is_program = modules.empty();
  module.is_own = all.contains(reinterpret_cast<uint64_t>(&add_module));
  // The program itself is always instrumented, as Mover refuses one that is not. So this flag alone distinguishes its
  // constructors from those of libraries.
  module.is_instrumented = !module.is_own && (module.is_program || refers_to_instrumentation(module));
  modules.push_back(module);
  return 0;
}

}  // namespace

const char* Module::file_name() const {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

bool Module::holds_code(uint64_t address) const {
  return std::any_of(code.begin(), code.end(), [&](const Range& range) { return range.contains(address); });
}

void Module::write_slot(void** slot, void* value) const {
  const auto address = reinterpret_cast<uint64_t>(slot);
  bool is_protected = false;
  for (const Range& range : read_only) is_protected |= range.contains(address);
  if (is_protected) protect(address, address + sizeof *slot, PROT_READ | PROT_WRITE);
  *slot = value;
  if (is_protected) protect(address, address + sizeof *slot, PROT_READ);
}

std::vector<Module> all_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(add_module, &modules);
  return modules;
}

void protect(uint64_t begin, uint64_t end, int protection) {
  begin &= ~(kPageSize - 1);
  end = (end + kPageSize - 1) & ~(kPageSize - 1);
  MOVER_CHECK(mprotect(reinterpret_cast<void*>(begin), end - begin, protection) == 0,
              "tables of addresses can be changed");
}

}  // namespace mover::runtime
