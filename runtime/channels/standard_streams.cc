#include "channels/standard_streams.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <ext/stdio_filebuf.h>
#include <istream>
#include <ostream>
#include <string_view>
#include <unordered_map>

#include "scheduling/world.h"

namespace mover::runtime {

StandardStreams standard_streams;

namespace {

struct Stream {
  const char* name;
  bool is_input, is_wide;
  uint64_t begin = 0;
  uint64_t size() const { return is_input ? sizeof(std::istream) : sizeof(std::ostream); }
  bool contains(uint64_t address) const { return begin != 0 && address - begin < size(); }
  uint64_t buffer() const {  // the address of the stream's buffer object
    const void* found = is_input && is_wide ? static_cast<void*>(reinterpret_cast<std::wistream*>(begin)->rdbuf())
                        : is_input          ? static_cast<void*>(reinterpret_cast<std::istream*>(begin)->rdbuf())
                        : is_wide           ? static_cast<void*>(reinterpret_cast<std::wostream*>(begin)->rdbuf())
                                            : static_cast<void*>(reinterpret_cast<std::ostream*>(begin)->rdbuf());
    return reinterpret_cast<uint64_t>(found);
  }
};
Stream streams[] = {{"_ZSt3cin", true, false},   {"_ZSt4cout", false, false}, {"_ZSt4cerr", false, false},
                    {"_ZSt4clog", false, false}, {"_ZSt4wcin", true, true},   {"_ZSt5wcout", false, true},
                    {"_ZSt5wcerr", false, true}, {"_ZSt5wclog", false, true}};

// The vtables of the stream buffers that pass everything on to stdio.
uint64_t synchronised_tables[2];

bool is_synchronised_buffer(uint64_t buffer) {
  if (buffer == 0) return false;
  const uint64_t functions = *reinterpret_cast<const uint64_t*>(buffer);
  return std::any_of(synchronised_tables, synchronised_tables + 2,
                     [&](uint64_t table) { return table != 0 && functions == table + 16; });
}

int find_library(dl_phdr_info* info, size_t, void* range) {
  if (std::strstr(info->dlpi_name, "/libstdc++.so") == nullptr) return 0;
  auto* found = static_cast<uint64_t*>(range);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
    found[0] = std::min(found[0], info->dlpi_addr + segment.p_vaddr);
    found[1] = std::max(found[1], info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  return 1;
}

template <typename T = uint64_t>
T address_of(const char* name) {
  return reinterpret_cast<T>(dlsym(RTLD_DEFAULT, name));
}

// Whether a function of the C++ library changes the state of a stream without input or output. Such functions are the
// members of basic_ios that are not const, and the operators for manipulators that are objects, as std::setw returns.
// (Manipulators that are functions, such as std::hex, are compiled into the program.)
bool changes_state(std::string_view function) {
  if (function.starts_with("_ZNSt9basic_iosI")) return true;
  if (!function.starts_with("_ZStlsI") && !function.starts_with("_ZStrsI")) return false;
  for (std::string_view manipulator :
       {"St5_Setw", "St13_Setprecision", "St8_Setfill", "St8_Setbase", "St12_Setiosflags", "St14_Resetiosflags"})
    if (function.find(manipulator) != std::string_view::npos) return true;
  return false;
}

bool is_input_or_output(Address pc) {
  static auto* known = new std::unordered_map<Address, bool>;
  const Address entry = entered_support_code_at(pc);
  auto [found, is_new] = known->try_emplace(entry, true);
  if (is_new) {
    Dl_info info{};
    const bool has_name = dladdr(reinterpret_cast<void*>(entry), &info) != 0 && info.dli_sname != nullptr;
    found->second = !has_name || !changes_state(info.dli_sname);
  }
  return found->second;
}

}  // namespace

void StandardStreams::find() {
  uint64_t range[2] = {~0ull, 0};
  dl_iterate_phdr(find_library, range);
  if (range[1] == 0) return;
  library_begin_ = range[0];
  library_end_ = range[1];
  synchronised_tables[0] = address_of("_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE");
  synchronised_tables[1] = address_of("_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE");
  begin_ = ~0ull;
  for (Stream& stream : streams) {
    stream.begin = address_of(stream.name);
    begin_ = std::min(begin_, stream.begin);
    end_ = std::max(end_, stream.begin + stream.size());
  }
}

bool StandardStreams::is_in_stream(uint64_t address, bool write, const void* pc) const {
  const Address code = reinterpret_cast<Address>(pc) - 1;
  for (const Stream& stream : streams)
    if (stream.contains(address))
      return is_synchronised_buffer(stream.buffer()) && (!write || (is_support_code(code) && is_input_or_output(code)));
  return false;
}

bool StandardStreams::is_outside_streams(uint64_t address) const {
  for (const Stream& stream : streams) {
    if (stream.contains(address)) return false;
    const uint64_t buffer = stream.buffer();
    const bool is_in_buffer = address - buffer < sizeof(__gnu_cxx::stdio_filebuf<char>);
    if (is_in_buffer && !is_synchronised_buffer(buffer)) return false;
  }
  return true;
}

}  // namespace mover::runtime
