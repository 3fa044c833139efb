#include "controller/elf.h"

#include <elf.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "frontend/process.h"

namespace mover::controller {

namespace {

// Tables of a file that may be anything: whatever lies outside it is not there.
class Elf {
 public:
  explicit Elf(std::string_view bytes) : bytes_(bytes) {
    if (auto header = at<Elf64_Ehdr>(0)) header_ = *header;
  }

  bool is_x86_64() const {
    return std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 && header_.e_ident[EI_CLASS] == ELFCLASS64 &&
           header_.e_machine == EM_X86_64;
  }
  bool is_program() const { return header_.e_type == ET_EXEC || header_.e_type == ET_DYN; }

  std::vector<Elf64_Shdr> sections(uint32_t type) const {
    std::vector<Elf64_Shdr> result;
    for (uint64_t i = 0; i < header_.e_shnum; ++i)
      if (auto section = section_at(i); section && section->sh_type == type) result.push_back(*section);
    return result;
  }
  std::optional<Elf64_Shdr> section_at(uint64_t number) const {
    return at<Elf64_Shdr>(header_.e_shoff + number * sizeof(Elf64_Shdr));
  }

  template <typename Entry>
  std::vector<Entry> entries(const Elf64_Shdr& table) const {
    std::vector<Entry> result;
    for (uint64_t i = 0; i < table.sh_size / sizeof(Entry); ++i) {
      auto entry = at<Entry>(table.sh_offset + i * sizeof(Entry));
      if (!entry) break;
      result.push_back(*entry);
    }
    return result;
  }

  // The string at that place of the table's string table.
  std::string text(const Elf64_Shdr& table, uint64_t place) const {
    auto strings = section_at(table.sh_link);
    if (!strings || place >= strings->sh_size || strings->sh_offset + place >= bytes_.size()) return "";
    std::string_view rest = bytes_.substr(strings->sh_offset + place);
    return std::string(rest.substr(0, rest.find('\0')));
  }

 private:
  template <typename T>
  std::optional<T> at(uint64_t offset) const {
    if (bytes_.size() < sizeof(T) || offset > bytes_.size() - sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string_view bytes_;
  Elf64_Ehdr header_{};
};

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// __VERIFIER_atomic_f() is one atomic section; compiled code has none, and would be explored as if it were not.
bool is_atomic_function(const std::string& name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

// What instrumented code refers to: the compiler's own, and ours.
bool is_of_instrumentation(const std::string& name) {
  return name.starts_with("__tsan_") || name == "__mover_instrumented";
}

}  // namespace

Executable read_executable(const std::string& path, const std::string& name) {
  Executable result;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return result.error = name + ": no such file", result;
  const std::string bytes = std::filesystem::is_directory(path, error) ? "" : frontend::read_file(path);
  const Elf elf(bytes);
  if (!elf.is_x86_64() || !elf.is_program()) return result.error = name + " is not a program for x86-64 Linux", result;
  for (const Elf64_Shdr& dynamic : elf.sections(SHT_DYNAMIC))
    for (const Elf64_Dyn& entry : elf.entries<Elf64_Dyn>(dynamic))
      if (entry.d_tag == DT_NEEDED) result.needed.push_back(elf.text(dynamic, entry.d_un.d_val));
  for (const Elf64_Shdr& symbols : elf.sections(SHT_SYMTAB))
    for (const Elf64_Sym& symbol : elf.entries<Elf64_Sym>(symbols))
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
        result.functions.push_back(elf.text(symbols, symbol.st_name));
  for (const Elf64_Shdr& symbols : elf.sections(SHT_DYNSYM))
    for (const Elf64_Sym& symbol : elf.entries<Elf64_Sym>(symbols))
      result.is_instrumented |= is_of_instrumentation(elf.text(symbols, symbol.st_name));
  return result;
}

std::string unfit_for_control(const std::string& path, const std::string& name) {
  const Executable program = read_executable(path, name);
  if (!program.error.empty()) return program.error;
  const std::string run_time = base_name(MOVER_RUNTIME);
  const bool has_it = std::any_of(program.needed.begin(), program.needed.end(),
                                  [&](const std::string& library) { return base_name(library) == run_time; });
  if (!has_it || !program.is_instrumented)
    return name + " was not built for --engine=native: build it with CC=\"mover cc\" CXX=\"mover c++\"";
  if (program.functions.empty())
    std::fprintf(stderr, "mover: warning: %s has no symbols, so places and names are unknown: do not strip it\n", name.c_str());
  const auto atomic = std::find_if(program.functions.begin(), program.functions.end(), is_atomic_function);
  if (atomic != program.functions.end())
    return "--engine=native does not know that " + *atomic + " is one atomic section: use another engine";
  return "";
}

}  // namespace mover::controller
