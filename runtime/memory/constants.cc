#include "memory/constants.h"

#include <link.h>

#include <algorithm>

#include "memory/memory.h"

namespace mover::runtime {

// Linkers put the segments that are never written first, and then the pages that the loader protects after relocation.
void Constants::open() {
  struct Range {
    uint64_t begin = ~0ull, end = ~0ull;
  } range;
  auto first_module = [](dl_phdr_info* info, size_t, void* data) {  // the first module is the program
    auto& found = *static_cast<Range*>(data);
    uint64_t relocated_end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = info->dlpi_phdr[i];
      const uint64_t begin = info->dlpi_addr + segment.p_vaddr;
      if (segment.p_type == PT_GNU_RELRO) relocated_end = (begin + segment.p_memsz) & ~(kPageSize - 1);
      if (segment.p_type != PT_LOAD) continue;
      uint64_t& first = (segment.p_flags & PF_W) != 0 ? found.end : found.begin;
      first = std::min(first, begin);
    }
    found.end = std::max(found.end, relocated_end);
    return 1;
  };
  dl_iterate_phdr(first_module, &range);
  if (range.end == ~0ull || range.begin >= range.end) return;
  begin_ = range.begin;
  size_ = range.end - range.begin;
}

}  // namespace mover::runtime
