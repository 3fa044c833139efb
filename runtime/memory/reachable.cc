// Each mover_reachable("name") leaves a record in the section mover_reachable of its module, even if no execution
// reaches it (mover.h). A record consists of the distance from the record to its code (32 bits), the line (32 bits),
// and the name and the file as strings. Inlined and unrolled code has several records of one call; reaching one of
// them is enough.
#include "memory/reachable.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "memory/access.h"

namespace mover::runtime {

namespace {

using ReachableCall = std::tuple<std::string, int, std::string>;  // file, line, name

// The calls that some execution has executed.
std::set<ReachableCall>& reached() {
  static auto* all = new std::set<ReachableCall>;
  return *all;
}

using Code = std::map<ReachableCall, Address>;

void read_records(const char* records, uint64_t size, Address address, Code& all) {
  for (uint64_t at = 0; at + 8 <= size; at = (at + 3) & ~3ull) {
    int32_t distance = 0, line = 0;
    std::memcpy(&distance, records + at, 4);
    std::memcpy(&line, records + at + 4, 4);
    const Address code = address + at + static_cast<uint64_t>(int64_t{distance});
    at += 8;
    const std::string name(records + at, strnlen(records + at, size - at));
    at += name.size() + 1;
    if (at >= size) return;
    const std::string file(records + at, strnlen(records + at, size - at));
    at += file.size() + 1;
    all.emplace(ReachableCall{file, line, name}, code);
  }
}

int read_module(dl_phdr_info* module, size_t, void* data) {
  const char* path = *module->dlpi_name == '\0' ? "/proc/self/exe" : module->dlpi_name;
  const int fd = static_cast<int>(::syscall(SYS_open, path, O_RDONLY));
  if (fd < 0) return 0;
  const auto size = static_cast<uint64_t>(::syscall(SYS_lseek, fd, 0, SEEK_END));
  void* where = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  ::syscall(SYS_close, fd);
  if (where == MAP_FAILED) return 0;
  const auto* file = static_cast<const char*>(where);
  const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(file);
  const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file + header.e_shoff);
  for (uint32_t i = 0; header.e_shoff != 0 && i < header.e_shnum; ++i) {
    const char* name = file + sections[header.e_shstrndx].sh_offset + sections[i].sh_name;
    if (std::strcmp(name, "mover_reachable") == 0)
      read_records(file + sections[i].sh_offset, sections[i].sh_size, module->dlpi_addr + sections[i].sh_addr,
                   *static_cast<Code*>(data));
  }
  munmap(where, size);
  return 0;
}

}  // namespace

std::vector<Observations::Unreached> unreached_places() {
  Code all;
  dl_iterate_phdr(read_module, &all);
  std::vector<Observations::Unreached> result;
  for (const auto& [call, code] : all) {
    if (reached().count(call) != 0) continue;
    Observations::Unreached& missing = result.emplace_back();
    missing.name = std::get<2>(call);
    missing.loc = location(reinterpret_cast<const void*>(code + 1));
  }
  return result;
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT void __mover_reached(const char* name, const char* file, int line) {
  if (world.controls()) reached().insert({file, line, name});
}
