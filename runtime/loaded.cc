#include "loaded.h"

#include <cstdlib>
#include <vector>

#include <dlfcn.h>

#include "assumptions.h"
#include "files.h"
#include "imports.h"
#include "memory.h"
#include "real.h"
#include "unseen_code.h"
#include "world.h"

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

constexpr char kWord = 'L';

}  // namespace

void* load(const char* file, int flags, const void* pc) {
  relies_on(Assumption::LoadedLibraries, "loads " + std::string(file) + " at", pc);
  Library* library = find(file, flags);
  if (library != nullptr && library->is_loaded) {
    // Where it could not be loaded it cannot now, and dlerror says why.
    return library->handle != nullptr ? library->handle : REAL(dlopen)(file, flags);
  }
  if (library == nullptr) libraries().push_back({file, flags});
  ++world.lessons;
  world.discard(location(pc));
}

bool load_wanted() {
  bool some = false;
  for (Library& library : libraries()) {
    if (library.is_loaded) continue;
    world.loading = true;
    library.handle = REAL(dlopen)(library.file.c_str(), library.flags);
    world.loading = false;
    library.is_loaded = some = true;
  }
  if (!some) return false;
  forget_modules();
  redirect_imports();
  track_memory();
  watch_unseen_code();
  return true;
}

// The file's name in hexadecimal: it may contain anything.
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

bool want_loaded(const char*& word) {
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
