#include "libraries/loaded.h"

#include <dlfcn.h>
#include <iconv.h>
#include <link.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/real.h"
#include "channels/files.h"
#include "libraries/imports.h"
#include "libraries/unseen_code.h"
#include "memory/memory.h"
#include "scheduling/assumptions.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

struct Library {
  std::string file;
  int flags = 0;
  void* handle = nullptr;
  bool is_loaded = false;
};
std::vector<Library>& libraries() {
  static auto* all = new std::vector<Library>;
  return *all;
}

Library* find(const std::string& file, int flags) {
  for (Library& library : libraries())
    if (library.file == file && library.flags == flags) return &library;
  return nullptr;
}

constexpr char kWord = 'L';  // the first character of the words that encode libraries

constexpr const char* kUnwinder = "libgcc_s.so.1";

// Used in place of the flags for a conversion: `file` then holds the two arguments of iconv_open, on two lines.
constexpr int kConversion = -1;

// Returns the library's handle if it is loaded, or null if loading has failed. Otherwise ends the execution.
void* load(const std::string& file, int flags, ir::LocId loc) {
  const Library* library = find(file, flags);
  if (library != nullptr && library->is_loaded) return library->handle;
  if (library == nullptr) libraries().push_back({file, flags});
  ++world.refinements;
  world.discard(loc);
}

void* open_library(const Library& library) {
  if (library.flags != kConversion) return REAL(dlopen)(library.file.c_str(), library.flags);
  const size_t line = library.file.find('\n');
  iconv_t conversion = REAL(iconv_open)(library.file.substr(0, line).c_str(), library.file.substr(line + 1).c_str());
  return conversion == reinterpret_cast<iconv_t>(-1) ? nullptr : conversion;
}

// Sets `data` if the current thread does not have the module's thread-local variables yet.
int check_module(dl_phdr_info* info, size_t, void* data) {
  bool is_known = std::strncmp(info->dlpi_name, "linux-vdso", 10) == 0, has_variables = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    is_known |=
        segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && is_code(info->dlpi_addr + segment.p_vaddr);
    has_variables |= segment.p_type == PT_TLS;
  }
  if (!is_known)
    world.not_covered("the C library loads " + std::string(info->dlpi_name) +
                      " while the program runs, whose variables are not restored between executions");
  if (is_known && has_variables && info->dlpi_tls_data == nullptr) *static_cast<bool*>(data) = true;
  return 0;
}

}  // namespace

void* load(const char* file, int flags, const void* pc) {
  relies_on(Assumption::LoadedLibraries, "loads " + std::string(file) + " at", pc);
  void* handle = load(std::string(file), flags, location(pc));
  return handle != nullptr ? handle : REAL(dlopen)(file, flags);  // fails again, so that dlerror returns the reason
}

void load_conversion(const char* to, const char* from, const void* pc) {
  load(std::string(to) + '\n' + from, kConversion, location(pc));
}

void load_unwinder(const void* pc) { load(std::string(kUnwinder), RTLD_NOW, location(pc)); }

bool is_loading_by_itself() {
  bool makes_variables = false;
  dl_iterate_phdr(check_module, &makes_variables);
  return !makes_variables;
}

bool load_requested() {
  bool some = false;
  for (Library& library : libraries()) {
    if (library.is_loaded) continue;
    world.loading = true;
    library.handle = open_library(library);
    world.loading = false;
    library.is_loaded = some = true;
  }
  if (!some) return false;
  reload_modules();
  redirect_imports();
  track_memory();
  watch_unseen_code();
  return true;
}

// The file name is written in hexadecimal, because it may contain any characters.
std::string loaded_in_words() {
  std::string text;
  for (const Library& library : libraries()) {
    text += kWord + std::to_string(library.flags) + ":";
    for (const char c : library.file)
      for (const int digit : {c >> 4 & 15, c & 15}) text += "0123456789abcdef"[digit];
    text += " ";
  }
  return text;
}

bool request_loaded(const char*& word) {
  if (*word != kWord) return false;
  char* end = nullptr;
  const int flags = static_cast<int>(std::strtol(word + 1, &end, 10));
  std::string file;
  word = *end == ':' ? end + 1 : end;
  auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (; word[0] > ' ' && word[1] > ' '; word += 2) file += static_cast<char>(digit(word[0]) << 4 | digit(word[1]));
  while (*word == ' ') ++word;
  if (find(file, flags) == nullptr) libraries().push_back({file, flags});
  return true;
}

}  // namespace mover::runtime
