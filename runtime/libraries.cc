// Which of the program's shared libraries were compiled without instrumentation.
#include <cstring>

#include <link.h>

#include "files.h"
#include "instrumented.h"

namespace mover::runtime {

namespace {

// Of the C and C++ run-time systems, what matters goes through functions that we stand in for.
bool is_known(const char* path) {
  for (const char* name : {"/libc.so", "/libm.so", "/libmvec.so", "/libstdc++.so", "/libc++.so", "/libc++abi.so", "/libunwind.so", "/libgcc_s.so", "/ld-linux",
                           "/libmover_runtime.so", "/libpthread.so", "/librt.so", "/libdl.so", "linux-vdso"})
    if (std::strstr(path, name) != nullptr) return true;
  return *path == 0;  // the program itself
}

}  // namespace

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
  // The kernel's own module is not relocated.
  if (names != nullptr && reinterpret_cast<uint64_t>(names) < module.dlpi_addr) names += module.dlpi_addr;
  return names != nullptr && memmem(names, size, name, std::strlen(name)) != nullptr;
}

namespace {

bool refers_to_instrumentation(const dl_phdr_info& module) {
  return names_symbol(module, "__tsan_") || names_symbol(module, "__mover_instrumented");
}

int look_at(dl_phdr_info* module, size_t, void* text) {
  if (is_known(module->dlpi_name) || refers_to_instrumentation(*module)) return 0;
  const char* slash = std::strrchr(module->dlpi_name, '/');
  auto& list = *static_cast<std::string*>(text);
  list += (list.empty() ? "" : ", ") + std::string(slash == nullptr ? module->dlpi_name : slash + 1);
  return 0;
}

}  // namespace

void note_libraries() {
  std::string list;
  dl_iterate_phdr(look_at, &list);
  if (list.empty()) return;
  world.note(("accesses to memory by libraries that were not compiled for Mover are not seen: " + list).c_str());
}

}  // namespace mover::runtime
