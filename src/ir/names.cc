#include "ir/names.h"

#include <cxxabi.h>

#include <cstdlib>

namespace mover::ir {

std::string source_name(const Function& function) {
  const std::string& symbol = function.name;
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : symbol;
  std::free(text);
  return name.substr(0, name.find('('));
}

std::string place_in_words(const Places& places, LocId loc) {
  if (places.is_unknown(loc)) return "an unknown place";
  return places.file(loc) + ":" + std::to_string(places.loc(loc).line);
}

}  // namespace mover::ir
