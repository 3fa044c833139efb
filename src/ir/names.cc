#include "ir/names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <regex>

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

std::string name_in_words(const Places& places, const Function& function) {
  // Mangled names of a lambda ($_0, or Ul, parameters and E_), and of its operator() or of the function that it is
  // converted to.
  static const std::regex kLambda("_Z.*([$]_[0-9]+|Ul.*E[0-9]*_)(cl|8__invoke).*");
  if (!std::regex_match(function.name, kLambda) || places.is_unknown(function.loc)) return source_name(function);
  const std::string place = place_in_words(places, function.loc);
  return "lambda at " + place.substr(place.rfind('/') + 1);
}

std::string place_in_words(const Places& places, LocId loc) {
  if (places.is_unknown(loc)) return "an unknown place";
  return places.file(loc) + ":" + std::to_string(places.loc(loc).line);
}

}  // namespace mover::ir
