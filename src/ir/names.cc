#include "ir/names.h"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <regex>
#include <utility>

#include "ir/parts.h"

namespace mover::ir {

namespace {

// Calls f(i, depth) for each character that is in no operator, with the depth of the brackets around it.
template <typename F>
void for_each_nested(const std::string& name, F f) {
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, 8, "operator") == 0) {
      i += 8;
      if (name.compare(i, 2, "()") == 0) i += 2;
      while (i < name.size() && std::string_view("<>=-! ").find(name[i]) != std::string_view::npos) ++i;
      if (i >= name.size()) break;
    }
    const char c = name[i];
    depth -= c == '>' || c == ')' || c == '}' || c == ']';
    f(i, depth);
    depth += c == '<' || c == '(' || c == '{' || c == '[';
  }
}

// The name of a function without its parameters and the type of its result.
std::string without_signature(const std::string& name) {
  size_t begin = 0, end = name.size();
  bool ended = false;
  for_each_nested(name, [&](size_t i, int depth) {
    if (depth != 0 || ended) return;
    if (name[i] == '(' && name.compare(i, 21, "(anonymous namespace)") != 0) end = i, ended = true;
    if (name[i] == ' ') begin = i + 1;
  });
  // The scope of a local class or lambda has parameters, too: "f(int)::S::g(int)".
  if (const size_t scope = name.find(")::", end); ended && scope != std::string::npos)
    return name.substr(begin, end - begin) + "::" + without_signature(name.substr(scope + 3));
  return name.substr(begin, end - begin);
}

// The text up to the end of the first template argument.
std::string first_argument(const std::string& arguments) {
  size_t end = arguments.size();
  for_each_nested(arguments, [&](size_t i, int depth) {
    if (i < end && ((depth == 0 && arguments[i] == ',') || depth < 0)) end = i;
  });
  return arguments.substr(0, end);
}

}  // namespace

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

std::string source_name(const Function& function) {
  return function.name.starts_with("_Z") ? without_signature(demangled(function.name)) : function.name;
}

std::string variable_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) {
    const size_t dot = symbol.find('.');  // compilers number static variables of functions: count.0
    return dot == 0 ? symbol : symbol.substr(0, dot);
  }
  std::string name = demangled(symbol);
  for (const std::string_view hidden : {"[abi:cxx11]", "(anonymous namespace)::"})
    for (size_t at = name.find(hidden); at != std::string::npos; at = name.find(hidden)) name.erase(at, hidden.size());
  std::string result;
  size_t copied = 0, open = std::string::npos;
  for_each_nested(name, [&](size_t i, int depth) {
    if (depth != 0) return;
    if (name[i] == '(') open = i;
    if (name[i] != ')' || open == std::string::npos) return;
    result += name.substr(copied, open - copied);  // without the parameters of a function
    copied = i + 1;
  });
  return with_arguments_folded(result + name.substr(copied));
}

std::string with_arguments_folded(const std::string& name) {
  constexpr size_t kLong = 16;
  std::string folded;
  size_t copied = 0, open = std::string::npos;
  for_each_nested(name, [&](size_t i, int depth) {
    if (depth == 0 && name[i] == '<') open = i;
    if (depth != 0 || name[i] != '>' || open == std::string::npos) return;
    if (i - open > kLong) {
      folded += name.substr(copied, open - copied) + "<\u2026>";
      copied = i + 1;
    }
    open = std::string::npos;
  });
  return folded + name.substr(copied);
}

std::string object_name(const DebugType& type) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 5> kInternal = {
      {{"_Rb_tree_node<", "tree node"},
       {"_List_node<", "list node"},
       {"_Hash_node<", "hash node"},
       {"_Result<", kStateOfFuture},
       {"_State_impl<", kStartOfThread}}};
  if (type.kind != DebugType::Kind::Struct && type.kind != DebugType::Kind::Union) return "";
  for (const auto& [begin, words] : kInternal)
    if (type.name.starts_with(begin)) return words;
  std::string name = type.name;
  if (const std::string_view counted = "_Sp_counted_ptr_inplace<"; name.starts_with(counted))
    name = first_argument(name.substr(counted.size()));
  if (name.starts_with("std::__future_base::")) return kStateOfFuture;
  return with_arguments_folded(name);
}

bool is_of_library(std::string_view object_name) {
  return object_name.starts_with(kStartOfThread) || object_name.starts_with(kStateOfFuture) ||
         object_name.starts_with(kException);
}

std::string part_of_block(const Program& program, TypeId id, uint64_t block_size, uint64_t offset, uint64_t size,
                          const std::string& number) {
  const DebugType& type = program.types[id];
  if (id == 0 || type.size == 0 || type.name.empty() || offset >= block_size) return "";
  const bool is_array = block_size >= 2 * type.size && block_size % type.size == 0;
  if (!is_array && offset >= type.size && !has_flexible_member(program, id)) return "";
  const std::string name = object_name(type);
  const bool is_whole = offset == 0 && (size > block_size || (is_array && size == block_size));
  std::string path = is_whole ? "" : path_within(program, id, is_array ? offset % type.size : offset, size);
  if (path.starts_with(" ")) return "";
  if (is_array && !is_whole) path = "[" + std::to_string(offset / type.size) + "]" + path;
  const bool is_internal = path.empty() || path.starts_with("._");  // no variable that a lambda has captured
  if (name == kStartOfThread) return is_internal ? name : path.substr(1) + " captured by a thread";
  return name.empty() ? "" : name + number + path;
}

std::string element_of_block(const Program& program, TypeId id, uint64_t block_size, uint64_t offset) {
  const DebugType& type = program.types[id];
  const bool is_array = type.size != 0 && !type.name.empty() && block_size >= 2 * type.size && offset < block_size;
  if (!is_array || !object_name(type).empty()) return "";
  return type.name + "[" + std::to_string(offset / type.size) + "] of ";
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
