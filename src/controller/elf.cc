// Reads executable files with libelf, and checks whether the native engine can run them.
#include "controller/elf.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace mover::controller {

namespace {

// An ELF file, opened with libelf. The file may have any contents.
class Elf {
 public:
  explicit Elf(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
    if (file_ >= 0) elf_ = elf_begin(file_, ELF_C_READ_MMAP, nullptr);
  }
  ~Elf() {
    elf_end(elf_);
    if (file_ >= 0) close(file_);
  }
  Elf(const Elf&) = delete;
  Elf& operator=(const Elf&) = delete;

  bool is_program() const {
    GElf_Ehdr header;
    return elf_ != nullptr && elf_kind(elf_) == ELF_K_ELF && gelf_getehdr(elf_, &header) != nullptr &&
           header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_X86_64 &&
           (header.e_type == ET_EXEC || header.e_type == ET_DYN);
  }

  // Calls found(entry, name) for each entry of each table of that type. name(offset) is the string at that offset of
  // the table's string table.
  template <typename Entry, typename Get, typename Found>
  void for_each(uint32_t type, Get get, Found found) const {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != type) continue;
      Elf_Data* data = elf_getdata(section, nullptr);
      Entry entry;
      for (int i = 0; data != nullptr && get(data, i, &entry) != nullptr; ++i)
        found(entry, [&](size_t place) {
          const char* text = elf_strptr(elf_, header.sh_link, place);
          return std::string(text != nullptr ? text : "");
        });
    }
  }

 private:
  int file_;
  ::Elf* elf_ = nullptr;
};

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Whether the function is an atomic section as a whole, by SV-COMP's convention. The native engine does not implement
// such functions.
bool is_atomic_function(const std::string& name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

// Whether instrumented code refers to this symbol: -fsanitize=thread and Mover's pass insert such references.
bool is_of_instrumentation(const std::string& name) {
  return name.starts_with("__tsan_") || name == "__mover_instrumented";
}

}  // namespace

Executable read_executable(const std::string& path, const std::string& name) {
  Executable result;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return result.error = name + ": no such file", result;
  const Elf elf(path);
  if (!elf.is_program()) return result.error = name + " is not a program for x86-64 Linux", result;
  elf.for_each<GElf_Dyn>(SHT_DYNAMIC, gelf_getdyn, [&](const GElf_Dyn& entry, auto text) {
    if (entry.d_tag == DT_NEEDED) result.needed.push_back(text(entry.d_un.d_val));
  });
  elf.for_each<GElf_Sym>(SHT_SYMTAB, gelf_getsym, [&](const GElf_Sym& symbol, auto text) {
    if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
      result.functions.push_back(text(symbol.st_name));
  });
  elf.for_each<GElf_Sym>(SHT_DYNSYM, gelf_getsym, [&](const GElf_Sym& symbol, auto text) {
    result.is_instrumented |= is_of_instrumentation(text(symbol.st_name));
  });
  return result;
}

std::string why_not_controllable(const std::string& path, const std::string& name) {
  const Executable program = read_executable(path, name);
  if (!program.error.empty()) return program.error;
  const std::string run_time = base_name(MOVER_RUNTIME);
  const bool has_it = std::any_of(program.needed.begin(), program.needed.end(),
                                  [&](const std::string& library) { return base_name(library) == run_time; });
  if (!has_it || !program.is_instrumented)
    return name + " was not built for --engine=native: build it with CC=\"mover cc\" CXX=\"mover c++\"";
  if (program.functions.empty())
    std::fprintf(stderr, "mover: warning: %s has no symbols, so lines and names are unknown: do not strip it\n",
                 name.c_str());
  const auto atomic = std::find_if(program.functions.begin(), program.functions.end(), is_atomic_function);
  if (atomic != program.functions.end())
    return "--engine=native does not know that " + *atomic + " is one atomic section: use another engine";
  return "";
}

}  // namespace mover::controller
