// The modules that the loader has put into the process: the program, its libraries, and the run-time library.
#pragma once

#include <link.h>

#include <cstdint>
#include <span>
#include <vector>

namespace mover::runtime {

struct Module {
  struct Range {
    uint64_t begin, end;
    bool contains(uint64_t address) const { return address >= begin && address < end; }
  };

  const char* path = "";
  uint64_t load_address = 0;
  std::vector<Range> code;       // segments that can be executed
  std::vector<Range> read_only;  // pages that the loader protects after relocation
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  uint64_t names_size = 0;
  std::span<const ElfW(Rela)> relocations[2];
  bool is_program = false, is_instrumented = false, is_own = false;

  const char* file_name() const;
  const char* name_of(const ElfW(Rela) & relocation) const {
    return names + symbols[ELF64_R_SYM(relocation.r_info)].st_name;
  }
  bool holds_code(uint64_t address) const;

  // Calls f(slot, name) for each relocated address that refers to a symbol by name.
  template <typename F>
  void for_each_import(F f) const {
    for (const auto& table : relocations)
      for (const ElfW(Rela) & relocation : table) {
        const auto type = ELF64_R_TYPE(relocation.r_info);
        if (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64)
          f(reinterpret_cast<void**>(load_address + relocation.r_offset), name_of(relocation));
      }
  }

  // Calls f(symbol, name) for each dynamic symbol: those that the module exports, and those that it imports.
  template <typename F>
  void for_each_symbol(F f) const {
    const auto* end = reinterpret_cast<const ElfW(Sym)*>(names);  // linkers put the string table after the symbol table
    for (const ElfW(Sym)* symbol = symbols; symbol != nullptr && symbol + 1 <= end; ++symbol)
      f(*symbol, names + symbol->st_name);
  }

  // Writes to a relocated slot, even if the loader has protected it.
  void write_slot(void** slot, void* value) const;
};

// All modules, in the order in which the loader looks up symbols; modules that were loaded later come last.
std::vector<Module> all_modules();

// Changes the protection of all pages that contain these bytes. REQUIRES: they contain code or relocated addresses.
void protect(uint64_t begin, uint64_t end, int protection);

}  // namespace mover::runtime
