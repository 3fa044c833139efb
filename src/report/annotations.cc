#include "report/annotations.h"

#include <algorithm>
#include <tuple>

#include "ir/names.h"

namespace mover {

namespace {

constexpr const char* kUnchecked = "MOVER_UNCHECKED";
constexpr const char* kInclude = "#include <mover_guards.h>\n";

// The name in the declaration: x for "a.c::x" and "f::x".
std::string plain_name(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (char c : name) {
    depth += c == '<';
    if (depth == 0) plain += c;
    depth -= c == '>';
  }
  size_t colons = plain.rfind("::");
  return colons == std::string::npos ? plain : plain.substr(colons + 2);
}

bool has_index(const ir::Path& path) {
  return std::any_of(path.begin(), path.end(), [](const ir::PathStep& step) { return step.member.empty(); });
}

// A C expression for the lock that is valid in every function; empty if there is none.
std::string global_expression(const ir::Program& program, const VariablePlace& place) {
  if (place.object.kind != ObjectInfo::Kind::Global || has_index(place.path)) return "";
  if (place.object.type == 0 && place.offset != 0) return "";
  return plain_name(program.globals[place.object.global].name) + ir::to_text(place.path);
}

// The consecutive annotations directly before a position.
std::vector<std::string> annotations_before(std::string_view text, size_t at) {
  std::vector<std::string> found;
  text = text.substr(0, at);
  for (size_t begin = text.rfind(" MOVER_"); begin != std::string_view::npos; begin = text.rfind(" MOVER_")) {
    const std::string_view last = text.substr(begin);
    const size_t open = last.find('(');
    if (open != std::string_view::npos && last.find(')') != last.size() - 1) break;
    if (last.find_first_of(" {};,\n", 1) < open) break;
    found.emplace_back(last);
    text.remove_suffix(last.size());
  }
  return found;
}

}  // namespace

Annotations::Annotations(const ir::Program& program, std::vector<SourceFile> files) : program_(program) {
  for (SourceFile& file : files) {
    auto source = std::make_unique<CSource>(file.text);
    files_.push_back({std::move(file), std::move(source), {}});
  }
}

Annotations::File* Annotations::find(const std::string& name) {
  for (File& file : files_)
    if (file.file.name == name) return &file;
  return nullptr;
}

void Annotations::leave_out(const std::string& what, const std::string& why) {
  std::string sentence = what + " is not annotated: " + why;
  if (std::find(remarks_.begin(), remarks_.end(), sentence) == remarks_.end()) remarks_.push_back(std::move(sentence));
}

void Annotations::annotate(File& file, Annotation annotation) {
  const std::string wanted = annotation.text();
  for (const std::string& there : annotations_before(file.source->text(), annotation.at)) {
    if (there == wanted) return;
    if (there.starts_with(" MOVER_GUARDED_BY") && annotation.macro.starts_with("MOVER_GUARDED_BY"))
      return leave_out(annotation.what, "it already has another annotation");
  }
  for (const Annotation& other : file.annotations)
    if (other.at == annotation.at && other.text() == wanted) return;
  file.annotations.push_back(std::move(annotation));
}

void Annotations::plan(const std::vector<Guard>& guards, const std::vector<FunctionGuard>& functions) {
  plan_globals(guards);
  plan_members(guards);
  for (const FunctionGuard& guard : functions) plan_function(guard);
}

// --- Global variables

void Annotations::plan_globals(const std::vector<Guard>& guards) {
  std::map<ir::GlobalId, std::vector<const Guard*>> by_global;
  for (const Guard& guard : guards) {
    if (guard.place.object.kind == ObjectInfo::Kind::Global)
      by_global[guard.place.object.global].push_back(&guard);
    else if (guard.by == Guard::By::Lock && (guard.place.path.empty() || !guard.locks.front().own))
      leave_out(guard.variable, "only global variables, and members that a lock in the same object protects, can be");
  }
  for (const auto& [global, rows] : by_global) guard_global(global, rows);
}

void Annotations::guard_global(ir::GlobalId global, const std::vector<const Guard*>& rows) {
  bool some = false, all = true, own = true;
  for (const Guard* row : rows) {
    some |= row->by == Guard::By::Lock;
    all &= row->by == Guard::By::Lock || row->by == Guard::By::ReadOnly;  // reads may hold the lock, too
    own &= row->by != Guard::By::Lock || row->locks.front().own;          // locks in the same object come first
  }
  if (!some || own) return;  // plan_members handles variables with locks in the same object
  const std::string name = plain_name(program_.globals[global].name);
  std::vector<std::string> common;
  for (const GuardLock& lock : rows.front()->locks)
    if (std::string text = global_expression(program_, lock.place); !lock.own && !text.empty()) common.push_back(text);
  for (const Guard* row : rows)
    std::erase_if(common, [&](const std::string& text) {
      return std::none_of(row->locks.begin(), row->locks.end(),
                          [&](const GuardLock& lock) { return global_expression(program_, lock.place) == text; });
    });
  if (!all || common.empty())
    return leave_out(name, all ? "no named lock protects all of it" : "only parts of it are protected");
  const ir::Loc& loc = program_.locs[program_.globals[global].loc];
  File* file = find(program_.files[loc.file]);
  if (file == nullptr) return leave_out(name, program_.files[loc.file] + " is not below the current folder");
  std::optional<size_t> at = file->source->variable(name, loc.line);
  if (!at)
    return leave_out(name, "its declaration at " + ir::place_in_words(program_, program_.globals[global].loc) +
                               " is not a simple one");
  annotate(*file, {"MOVER_GUARDED_BY", common.front(), *at, name});
  for (File& other : files_)
    for (size_t position : other.source->externs(name))
      annotate(other, {"MOVER_GUARDED_BY", common.front(), position, name});
}

// --- Members

// The members on a path, each with the index of the path's step that names it.
std::vector<std::pair<Annotations::Member, size_t>> Annotations::members_on(const VariablePlace& place) const {
  std::vector<std::pair<Member, size_t>> members;
  ir::TypeId type = place.object.type;
  for (size_t i = 0; i < place.path.size(); ++i) {
    const ir::PathStep& step = place.path[i];
    const ir::DebugType& here = program_.types[type];
    if (step.member.empty()) {
      if (here.kind == ir::DebugType::Kind::Array)
        type = here.element;  // otherwise the object is one of an allocated array
      continue;
    }
    auto member = std::find_if(here.members.begin(), here.members.end(),
                               [&](const ir::DebugType::Member& m) { return m.name == step.member; });
    if (member == here.members.end() || here.name.empty()) break;  // a member of an unnamed struct
    members.push_back({{here.name, step.member}, i});
    type = member->type;
  }
  return members;
}

// The name of the lock that protects the variable and is a member of the same struct as the member at that step of the
// variable's path; empty if there is none.
std::string Annotations::lock_of_member(const Guard& guard, size_t step) const {
  if (guard.by != Guard::By::Lock) return "";
  const ir::Path& path = guard.place.path;
  for (const GuardLock& lock : guard.locks) {
    const ir::Path& beside = lock.place.path;
    if (!lock.own || beside.size() != step + 1 || beside.back().member.empty()) continue;
    if (std::equal(path.begin(), path.begin() + static_cast<long>(step), beside.begin())) return beside.back().member;
  }
  return "";
}

void Annotations::plan_members(const std::vector<Guard>& guards) {
  std::map<Member, std::vector<std::string>> locks;  // for each guard with that member its lock, or an empty string
  for (const Guard& guard : guards)
    for (const auto& [member, step] : members_on(guard.place)) locks[member].push_back(lock_of_member(guard, step));
  for (const auto& [member, all] : locks) {
    const std::string what = member.record + "." + member.name;
    if (std::all_of(all.begin(), all.end(), [](const std::string& lock) { return lock.empty(); })) continue;
    if (std::any_of(all.begin(), all.end(), [&](const std::string& lock) { return lock != all.front(); })) {
      leave_out(what, "different locks protect it in different objects");
      continue;
    }
    std::vector<std::pair<File*, size_t>> places;
    for (File& file : files_)
      for (size_t at : file.source->members(member.record, member.name)) places.emplace_back(&file, at);
    if (places.size() == 1)
      annotate(*places[0].first, {"MOVER_GUARDED_BY_MEMBER", all.front(), places[0].second, what});
    else
      leave_out(what, places.empty() ? "its declaration was not found, or is not a simple one"
                                     : "it is declared in several places");
  }
}

// --- Functions

// A C expression for the lock that is valid in the function; empty if there is none.
std::string Annotations::expression(const FunctionGuard& guard, const CFunction& function) const {
  const std::vector<std::pair<Member, size_t>> members = members_on(guard.lock.place);
  if (guard.lock.own && !members.empty() && members.back().second + 1 == guard.lock.place.path.size()) {
    const Member& lock = members.back().first;
    if (function.record == plain_name(lock.record)) return lock.name;
    // Otherwise the object must be the only parameter that points to its struct.
    std::string found;
    size_t candidates = 0;
    const std::vector<CToken>& tokens = function.parameters;
    for (size_t begin = 0; begin < tokens.size();) {
      size_t end = begin;
      bool record = false, pointer = false, reference = false;
      for (; end < tokens.size() && !tokens[end].is(","); ++end) {
        record |= tokens[end].is(plain_name(lock.record));
        pointer |= tokens[end].is("*");
        reference |= tokens[end].is("&");
      }
      if (record && pointer != reference && tokens[end - 1].kind == CToken::Kind::Word) {
        found = std::string(tokens[end - 1].text) + (pointer ? "->" : ".") + lock.name;
        ++candidates;
      }
      begin = end + 1;
    }
    if (candidates == 1) return found;
  }
  return guard.always ? global_expression(program_, guard.lock.place) : "";
}

void Annotations::plan_function(const FunctionGuard& guard) {
  const ir::Function& function = program_.functions[guard.function];
  const ir::Loc& loc = program_.locs[function.loc];
  const std::string name = plain_name(ir::source_name(function));
  const char* macro = guard.lock.shared ? "MOVER_REQUIRES_SHARED" : "MOVER_REQUIRES";
  File* home = find(program_.files[loc.file]);
  if (home == nullptr) return leave_out(name + "()", program_.files[loc.file] + " is not below the current folder");
  bool defined = false;
  for (File& file : files_)
    for (const CFunction& candidate : file.source->functions()) {
      const bool is_definition = &file == home && candidate.line == loc.line && candidate.name == name;
      defined |= is_definition;
      const bool is_declaration = candidate.name == name && candidate.end == 0;
      if ((!is_definition && !is_declaration) || candidate.annotate == 0) continue;
      const std::string lock = expression(guard, candidate);
      if (!lock.empty())
        annotate(file, {macro, lock, candidate.annotate, name + "()"});
      else if (is_definition)
        leave_out(name + "()", "callers hold " + guard.lock.name + ", for which it has no name");
    }
  if (!defined)
    leave_out(name + "()", "its definition at " + ir::place_in_words(program_, function.loc) + " is not a simple one");
}

// --- The patch

std::vector<Insertion> Annotations::insertions(const File& file) const {
  if (file.annotations.empty()) return {};
  std::vector<Annotation> sorted = file.annotations;
  std::sort(sorted.begin(), sorted.end(), [](const Annotation& a, const Annotation& b) {
    return std::tie(a.at, a.macro, a.lock) < std::tie(b.at, b.macro, b.lock);
  });
  std::vector<Insertion> result;
  if (file.source->text().find("<mover_guards.h>") == std::string::npos)
    result.push_back({file.source->include_before(sorted.front().at), kInclude});
  for (const Annotation& annotation : sorted) result.push_back({annotation.at, annotation.text()});
  return result;
}

std::map<std::string, std::string> Annotations::patched() const {
  std::map<std::string, std::string> texts;
  for (const File& file : files_) texts[file.file.name] = with_insertions(file.source->text(), insertions(file));
  return texts;
}

std::string Annotations::diff() const {
  std::string text;
  for (const File& file : files_) text += unified_diff(file.file.path, file.source->text(), insertions(file));
  return text;
}

// --- Clang's warnings

std::vector<Annotations::Placed> Annotations::placed(const File& file) const {
  std::vector<Placed> result;
  const std::vector<Insertion> all = insertions(file);
  size_t shift = 0;
  for (const Insertion& insertion : all) {
    for (const Annotation& annotation : file.annotations)
      if (annotation.at == insertion.at && annotation.text() == insertion.text)
        result.push_back({insertion.at + shift, annotation});
    shift += insertion.text.size();
  }
  return result;
}

// Removes the annotations in the line of the warning. Returns whether there were any.
bool Annotations::remove_rejected(File& file, const std::vector<Placed>& placed, const CSource& patched,
                                  const Warning& warning) {
  const size_t begin = patched.position(warning.line, 1), end = patched.position(warning.line + 1, 1);
  bool found = false;
  for (const Placed& p : placed) {
    if (p.begin < begin || p.begin >= end || p.annotation.macro == kUnchecked) continue;
    const size_t removed = std::erase_if(file.annotations, [&](const Annotation& a) {
      return a.at == p.annotation.at && a.text() == p.annotation.text();
    });
    if (removed > 0) leave_out(p.annotation.what, "Clang says " + warning.message);
    found |= removed > 0;
  }
  return found;
}

// Excludes the function around the warning from Clang's analysis. Returns whether that changed anything.
bool Annotations::leave_unchecked(File& file, const CSource& patched, const Warning& warning) {
  const std::optional<size_t> index = patched.function_at(patched.position(warning.line, warning.column));
  if (!index || *index >= file.source->functions().size()) return false;
  // The index is valid in the unpatched source, too: annotations change neither the number nor the order of functions.
  const CFunction& function = file.source->functions()[*index];
  const std::string what = function.name + "()";
  for (const Annotation& annotation : file.annotations)
    if (annotation.at == function.annotate && annotation.macro == kUnchecked) return false;
  if (function.annotate == 0) return false;
  annotate(file, {kUnchecked, "", function.annotate, what});
  remarks_.push_back(what + " is left unchecked: there Clang says " + warning.message);
  return true;
}

bool Annotations::resolve(const std::vector<Warning>& warnings) {
  struct Patched {
    std::unique_ptr<CSource> source;
    std::vector<Placed> placed;
  };
  std::map<std::string, Patched> patched;
  for (const File& file : files_)
    patched[file.file.name] = {std::make_unique<CSource>(with_insertions(file.source->text(), insertions(file))),
                               placed(file)};
  bool changed = false;
  // Warnings about annotations come first: without these annotations there may be fewer warnings about accesses.
  for (bool about_access : {false, true}) {
    for (const Warning& warning : warnings) {
      File* file = find(warning.file);
      if (warning.about_access != about_access || file == nullptr) continue;
      const Patched& now = patched[warning.file];
      changed |= about_access ? leave_unchecked(*file, *now.source, warning)
                              : remove_rejected(*file, now.placed, *now.source, warning);
    }
    if (changed) return true;
  }
  return false;
}

}  // namespace mover
