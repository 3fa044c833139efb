// The part of Resolver that finds variables, functions, labels and lines.
#include <algorithm>

#include "ir/names.h"
#include "ltl/resolve.h"
#include "support/spelling.h"

namespace mover::ltl {

namespace {

[[noreturn]] void reject(const Expression& at, const std::string& message) { throw SyntaxError{at.column, message}; }

std::string last_part(const std::string& name) {
  const size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

// The name of a function without the type of its result, with which the demangled name of a template instance begins:
// "n::f<int>" for "void n::f<int>".
std::string without_result(const std::string& name) {
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '<';
    depth -= depth > 0 && name[i] == '>';
    if (depth == 0 && name[i] == ' ') begin = i + 1;
  }
  return name.substr(begin);
}

// Whether the name in the formula means the function: "n::f<int>", "n::f", "f<int>" and "f" all mean n::f<int>.
bool is_function(const std::string& function, const std::string& name) {
  const std::string without_arguments = function.substr(0, function.find('<'));
  return name == function || name == without_arguments || name == last_part(without_arguments) ||
         name == last_part(without_arguments) + function.substr(without_arguments.size());
}

// Whether `name` is the path of the file, or its end, beginning after a slash.
bool is_file(const std::string& file, const std::string& name) { return file == name || file.ends_with("/" + name); }

}  // namespace

Typed Resolver::variable(const Expression& e) {
  if (e.thread) return variable_of_thread(e);
  const ir::GlobalId id = global(e);
  Typed result;
  if (const ir::DebugType::Member* constant = id == ir::kNone ? enumerator(e) : nullptr) {
    result.number = constant->offset;
    result.type.width = extended(constant->offset, result.type) == constant->offset ? 32 : 64;
    return result;
  }
  if (id == ir::kNone) unknown_variable(e);
  if (program_.globals[id].is_thread_local)
    reject(e, "each thread has its own `" + e.name + "`; write `" + e.name + "@T1` for that of thread T1");
  inspected_.globals.insert(id);
  result.kind = Typed::Kind::Global;
  result.type = type(program_.globals[id].type, e);
  result.number = id;
  return result;
}

// A name needs a qualification (by a file, function or namespace) only if several variables have it. Reports show one
// of these variables without qualification; a formula qualifies it by its file.
ir::GlobalId Resolver::global(const Expression& e) const {
  const std::string name = last_part(e.name);
  const std::string scope = name == e.name ? "" : e.name.substr(0, e.name.size() - name.size() - 2);
  const bool is_scope_of_file = scope.find('.') != std::string::npos;
  auto file = [&](ir::GlobalId id) { return program_.files[program_.locs[program_.globals[id].loc].file]; };
  std::vector<ir::GlobalId> found, in_scope;
  for (ir::GlobalId id = 0; id < program_.globals.size(); ++id) {
    const ir::Global& global = program_.globals[id];
    if (global.is_library || global.type == 0 || last_part(global.name) != name) continue;
    found.push_back(id);
    if (!scope.empty() && (is_file(global.name, e.name) || is_file(file(id), scope))) in_scope.push_back(id);
  }
  if (!in_scope.empty() || is_scope_of_file) found = in_scope;
  if (found.size() < 2) return found.empty() ? ir::kNone : found[0];
  std::vector<std::string> names;
  for (ir::GlobalId id : found) {
    names.push_back(program_.globals[id].name);
    if (names.back() == name) names.back() = file(id) + "::" + name;
    names.back().erase(0, names.back().rfind('/') + 1);  // a name in a formula cannot contain a folder
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() == 1)
    reject(e, "there are several variables `" + names[0] + "`, which a formula cannot tell apart; rename one of them");
  reject(e, "there are several variables `" + e.name + "`; write `" + names[0] + "` or `" + names[1] + "`");
}

const ir::DebugType::Member* Resolver::enumerator(const Expression& e) const {
  for (const ir::DebugType& type : program_.types)
    for (const ir::DebugType::Member& m : type.members)
      if (type.kind == ir::DebugType::Kind::Enum && m.name == last_part(e.name)) return &m;
  return nullptr;
}

void Resolver::unknown_variable(const Expression& e) const {
  std::vector<std::string_view> names;
  for (const ir::Global& global : program_.globals)
    if (!global.is_library && global.type != 0) names.push_back(global.name);
  std::string operators;
  for (size_t i = 0; i < e.name.size() && std::string_view("GFX").find(e.name[i]) != std::string_view::npos; ++i) {
    operators += e.name.substr(i, 1) + " ";
    const std::string operand = e.name.substr(i + 1);
    if (std::find(names.begin(), names.end(), operand) == names.end()) continue;
    reject(e, "there is no variable `" + e.name + "`; write blanks after temporal operators: `" + operators + operand +
                  "`");
  }
  for (const ir::Made& made : program_.made)
    if (made.name == e.name)
      reject(e, "`" + e.name + "` is a local variable; write `" + e.name + "@T1` for that of thread T1");
  reject(e, "the program uses no global variable `" + e.name + "`" + support::did_you_mean(e.name, names));
}

Typed Resolver::variable_of_thread(const Expression& e) {
  Typed result;
  result.thread = e.thread;
  if (const ir::GlobalId id = global(e); id != ir::kNone) {
    if (!program_.globals[id].is_thread_local)
      reject(e, "all threads have the same `" + e.name + "`; write it without @");
    inspected_.globals.insert(id);
    result.kind = Typed::Kind::ThreadLocal;
    result.number = id;
    result.type = type(program_.globals[id].type, e);
    return result;
  }
  ir::TypeId type = 0;
  std::vector<std::string_view> names;
  for (const ir::Made& made : program_.made) {
    if (!made.name.empty()) names.push_back(made.name);
    if (made.name != e.name || made.type == 0) continue;
    if (type != 0 && type != made.type)
      reject(e, "local variables of different types are called `" + e.name + "`; give them different names");
    type = made.type;
    result.declarations.insert(made.loc);
    inspected_.locals.insert(made.loc);
  }
  if (type == 0) {
    const std::string guess = support::did_you_mean(e.name, names);
    reject(e, "no thread-local variable and no local variable in memory is called `" + e.name + "`" +
                  (guess.empty() ? "." : guess) +
                  " A local variable whose address is not taken is in a register, unless it is declared volatile");
  }
  result.kind = Typed::Kind::Local;
  result.type = this->type(type, e);
  return result;
}

uint64_t Resolver::new_bit(const Expression& e) {
  if (bits_ == 64) reject(e, "the formula names more than 64 places; split it into several formulas");
  if (bits_ == 0) {
    inspected_.in.resize(program_.functions.size());
    for (const ir::Function& function : program_.functions) inspected_.at.emplace_back(function.code.size());
  }
  return 1ull << bits_++;
}

Typed Resolver::in_places(const Expression& e, uint64_t bit) const {
  Typed result;
  result.kind = Typed::Kind::At;
  result.number = bit;
  result.thread = e.thread;
  return result;
}

Typed Resolver::in(const Expression& e) {
  const uint64_t bit = new_bit(e);
  bool found = false;
  std::vector<std::string> names;
  for (ir::FunctionId id = 0; id < program_.functions.size(); ++id) {
    const ir::Function& function = program_.functions[id];
    if (function.is_library) continue;
    names.push_back(without_result(ir::source_name(function)));
    if (!is_function(names.back(), e.name)) continue;
    inspected_.in[id] |= bit;
    found = true;
  }
  if (!found)
    reject(e, "there is no function `" + e.name + "`" +
                  support::did_you_mean(e.name, std::vector<std::string_view>(names.begin(), names.end())));
  return in_places(e, bit);
}

Typed Resolver::at(const Expression& e) {
  std::vector<std::pair<std::string, uint32_t>> places;  // files and lines
  const std::string label = last_part(e.name);
  std::vector<std::string_view> names;
  for (const ir::Label& l : program_.labels) {
    names.push_back(l.name);
    const ir::Loc& loc = program_.locs[l.loc];
    if (e.number == 0 && l.name == label) places.emplace_back(program_.files[loc.file], loc.line);
  }
  if (e.number != 0) places.emplace_back(e.name, e.number);
  if (places.empty()) reject(e, "there is no label `" + e.name + "`" + support::did_you_mean(e.name, names));
  const std::string function_name = label == e.name ? "" : e.name.substr(0, e.name.size() - label.size() - 2);

  const uint64_t bit = new_bit(e);
  bool found = false;
  for (ir::FunctionId id = 0; id < program_.functions.size(); ++id) {
    const ir::Function& function = program_.functions[id];
    if (function.is_library || (e.number == 0 && !function_name.empty() &&
                                !is_function(without_result(ir::source_name(function)), function_name)))
      continue;
    for (size_t i = 0; i < function.code.size(); ++i) {
      const ir::Loc& loc = program_.locs[function.code[i].loc];
      auto is_here = [&](const auto& place) {
        return loc.line == place.second && is_file(program_.files[loc.file], place.first);
      };
      if (std::none_of(places.begin(), places.end(), is_here)) continue;
      inspected_.at[id][i] |= bit;
      found = true;
    }
  }
  if (!found)
    reject(e, "there is no code at `" + e.name + (e.number == 0 ? "" : ":" + std::to_string(e.number)) +
                  "`; name a line with a statement that is executed");
  return in_places(e, bit);
}

}  // namespace mover::ltl
