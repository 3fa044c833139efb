// The part of Resolver that finds variables, functions, labels and lines.
#include <algorithm>
#include <numeric>

#include "ir/names.h"
#include "ltl/resolve.h"

namespace mover::ltl {

namespace {

[[noreturn]] void reject(const Expression& at, const std::string& message) { throw SyntaxError{at.column, message}; }

std::string last_part(const std::string& name) {
  const size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

// The name of a function without the type of its result, which demangled names of templates have: "n::f<int>".
std::string without_result(const std::string& name) {
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '<';
    depth -= depth > 0 && name[i] == '>';
    if (depth == 0 && name[i] == ' ') begin = i + 1;
  }
  return name.substr(begin);
}

// "f<int>" and "f" name the function "n::f<int>".
bool is_function(const std::string& function, const std::string& name) {
  const std::string without_arguments = function.substr(0, function.find('<'));
  return name == function || name == without_arguments || name == last_part(without_arguments) ||
         name == last_part(without_arguments) + function.substr(without_arguments.size());
}

size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  const std::string near = closest(name, names);
  return near.empty() ? "" : "; is `" + near + "` meant?";
}

// Whether the file of the program is the one that is named, by its path or the end of it.
bool is_file(const std::string& file, const std::string& name) { return file == name || file.ends_with("/" + name); }

}  // namespace

std::string closest(const std::string& name, const std::vector<std::string>& names) {
  std::string best;
  size_t distance = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string& other : names)
    if (const size_t d = edit_distance(name, other); d < distance && d < other.size()) best = other, distance = d;
  return best;
}

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

// A qualification (by a file, function or namespace) is needed only if there are several variables of the name. One of
// them has no qualification in reports; here it has that of its file.
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
    names.back().erase(0, names.back().rfind('/') + 1);  // the folder is no part of a name in a formula
  }
  std::sort(names.begin(), names.end());
  reject(e, "there are several variables `" + e.name + "`; write `" + names[0] + "` or `" + names[1] + "`");
}

const ir::DebugType::Member* Resolver::enumerator(const Expression& e) const {
  for (const ir::DebugType& type : program_.types)
    for (const ir::DebugType::Member& m : type.members)
      if (type.kind == ir::DebugType::Kind::Enum && m.name == last_part(e.name)) return &m;
  return nullptr;
}

void Resolver::unknown_variable(const Expression& e) const {
  std::vector<std::string> names;
  for (const ir::Global& global : program_.globals)
    if (!global.is_library && global.type != 0) names.push_back(global.name);
  auto is_name = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  const size_t operators = std::min(e.name.find_first_not_of("GFX"), e.name.size());
  if (operators > 0 && is_name(e.name.substr(operators)))
    reject(e, "there is no variable `" + e.name + "`; write blanks after temporal operators: `" + e.name.substr(0, 1) +
                  " " + e.name.substr(1) + "`");
  for (const ir::Made& made : program_.made)
    if (made.name == e.name)
      reject(e, "`" + e.name + "` is a local variable; write `" + e.name + "@T1` for that of thread T1");
  reject(e, "the program uses no global variable `" + e.name + "`" + suggestion(e.name, names));
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
  std::vector<std::string> names;
  for (const ir::Made& made : program_.made) {
    if (!made.name.empty()) names.push_back(made.name);
    if (made.name != e.name) continue;
    if (type != 0 && type != made.type)
      reject(e, "local variables of different types are called `" + e.name + "`; give them different names");
    type = made.type;
    result.declarations.insert(made.loc);
    inspected_.locals.insert(made.loc);
  }
  if (type == 0)
    reject(e, "no thread-local variable and no local variable in memory is called `" + e.name + "`" +
                  suggestion(e.name, names) +
                  " A local variable whose address is not taken is in a register, unless it is declared volatile");
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
  if (!found) reject(e, "there is no function `" + e.name + "`" + suggestion(e.name, names));
  return in_places(e, bit);
}

Typed Resolver::at(const Expression& e) {
  std::vector<std::pair<std::string, uint32_t>> places;  // files and lines
  const std::string label = last_part(e.name);
  std::vector<std::string> names;
  for (const ir::Label& l : program_.labels) {
    names.push_back(l.name);
    const ir::Loc& loc = program_.locs[l.loc];
    if (e.number == 0 && l.name == label) places.emplace_back(program_.files[loc.file], loc.line);
  }
  if (e.number != 0) places.emplace_back(e.name, e.number);
  if (places.empty()) reject(e, "there is no label `" + e.name + "`" + suggestion(e.name, names));
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
