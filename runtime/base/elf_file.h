// The ELF file of the program or of a library. It contains data that the loader does not load: the names of sections,
// and the linker's symbol table.
#pragma once

#include <link.h>

#include <cstdint>
#include <cstring>
#include <span>

namespace mover::runtime {

class ElfFile {
 public:
  explicit ElfFile(const char* path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  // Empty if the file does not exist.
  std::span<const ElfW(Shdr)> sections() const { return sections_; }
  const char* name(const ElfW(Shdr) & section) const {
    return bytes_ + sections_[header().e_shstrndx].sh_offset + section.sh_name;
  }
  const char* bytes_of(const ElfW(Shdr) & section) const { return bytes_ + section.sh_offset; }

  template <typename F>
  void for_each_section(const char* wanted, F f) const {
    for (const ElfW(Shdr) & section : sections_)
      if (std::strcmp(name(section), wanted) == 0) f(section);
  }

  // Calls f(symbol, name) for each symbol in the linker's symbol table, which a stripped file does not have.
  template <typename F>
  void for_each_symbol(F f) const {
    for (const ElfW(Shdr) & section : sections_) {
      if (section.sh_type != SHT_SYMTAB) continue;
      const char* names = bytes_of(sections_[section.sh_link]);
      const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(bytes_of(section));
      for (uint64_t i = 1; i < section.sh_size / sizeof(ElfW(Sym)); ++i) f(symbols[i], names + symbols[i].st_name);
    }
  }
  bool has_symbols() const {
    for (const ElfW(Shdr) & section : sections_)
      if (section.sh_type == SHT_SYMTAB) return true;
    return false;
  }

 private:
  const ElfW(Ehdr) & header() const { return *reinterpret_cast<const ElfW(Ehdr)*>(bytes_); }

  const char* bytes_ = nullptr;
  uint64_t size_ = 0;
  std::span<const ElfW(Shdr)> sections_;
};

// The file of a loaded module.
inline const char* path_of(const dl_phdr_info& module) {
  return *module.dlpi_name == '\0' ? "/proc/self/exe" : module.dlpi_name;
}

}  // namespace mover::runtime
