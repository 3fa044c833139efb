#include "frontend/frontend.h"

#include <dlfcn.h>

#include "frontend/process.h"
#include "frontend/translator.h"

namespace mover::frontend {

namespace {

// The part that needs LLVM. Null if it cannot be loaded; dlerror() then returns the reason.
Translate* translator() {
#ifdef MOVER_TRANSLATOR
  void* library = dlopen(MOVER_TRANSLATOR, RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Translate*>(dlsym(library, "mover_translate"));
#else
  return mover_translate;
#endif
}

}  // namespace

std::variant<ir::Program, Error> load(const Input& input) {
  if (input.files.empty()) return Error{"no input files"};
  TempDir temp;
  if (!temp.ok()) return Error{"cannot create a temporary folder; set TMPDIR to one that is writable"};

  auto compiled = compile(input, temp);
  if (auto* error = std::get_if<Error>(&compiled)) return *error;
  Translate* translate = translator();
  if (translate == nullptr) return Error{std::string("Mover's own library cannot be loaded: ") + dlerror()};
  std::variant<ir::Program, Error> result;
  translate(std::get<Compiled>(compiled), input.files, result);
  return result;
}

}  // namespace mover::frontend
