#include "native/modules.h"

#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mover::native {

namespace {

struct Wanted {
  Address address;
  ModuleAddress found;
};

std::string own_executable() {
  char path[4096];
  const long size = syscall(SYS_readlink, "/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<size_t>(size)) : "";
}

bool contains(const dl_phdr_info& module, Address address) {
  for (unsigned i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - module.dlpi_addr - segment.p_vaddr < segment.p_memsz) return true;
  }
  return false;
}

int find_module(dl_phdr_info* module, size_t, void* data) {
  auto& wanted = *static_cast<Wanted*>(data);
  if (!contains(*module, wanted.address)) return 0;
  wanted.found.module = *module->dlpi_name == '\0' ? own_executable() : module->dlpi_name;
  wanted.found.offset = wanted.address - module->dlpi_addr;
  return 1;
}

}  // namespace

ModuleAddress module_of(Address address) {
  Wanted wanted{address, {}};
  dl_iterate_phdr(find_module, &wanted);
  return wanted.found;
}

}  // namespace mover::native
