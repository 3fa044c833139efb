// Searches the dynamic symbol tables of loaded modules.
#include <link.h>

#include <cstring>

#include "libraries/instrumented.h"

namespace mover::runtime {

bool names_symbol(const dl_phdr_info& module, const char* name) {
  const char* names = nullptr;
  size_t size = 0;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    if (module.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module.dlpi_addr + module.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRSZ) size = entry->d_un.d_val;
    }
  }
  // The loader does not relocate the addresses in the kernel's own module (vDSO).
  if (names != nullptr && reinterpret_cast<uint64_t>(names) < module.dlpi_addr) names += module.dlpi_addr;
  return names != nullptr && memmem(names, size, name, std::strlen(name)) != nullptr;
}

}  // namespace mover::runtime
