// Groups the logged accesses into rows, and puts rows, locks and sites into words.
#include "movers/guard_rows.h"

#include <algorithm>

#include "ir/names.h"

namespace mover {

namespace {

constexpr uint64_t kMostElements = 1024;  // in larger objects, elements are not distinguished

ir::Path with_every_element(ir::Path path) {
  for (ir::PathStep& step : path)
    if (step.member.empty()) step.index = ir::PathStep::kEvery;
  return path;
}

// The path of a lock that lies in the same object as the variable. In the prefix that the two paths share, indices are
// replaced by those of the pattern.
ir::Path generalised(ir::Path lock, const ir::Path& variable, const ir::Path& pattern) {
  for (size_t i = 0; i < lock.size() && i < variable.size() && lock[i] == variable[i]; ++i) lock[i] = pattern[i];
  return lock;
}

}  // namespace

std::vector<Guard> GuardLog::guards(const Machine& machine) const {
  return GuardRows(*this, locksets_, machine).guards();
}

std::vector<FunctionGuard> GuardLog::functions(const Machine& machine) const {
  return GuardRows(*this, locksets_, machine).functions();
}

GuardRows::GuardRows(const GuardLog& log, Locksets& locksets, const Machine& machine)
    : log_(log), locksets_(locksets), machine_(machine), program_(machine.program()) {
  for (const auto& [name, object] : log_.objects_) {
    const ObjectInfo& what = object.info;
    bool library = what.global != ir::kNone && program_.globals[what.global].is_library;
    if (what.kind != ObjectInfo::Kind::Unknown && !library) divide(name, object);
  }
  for (Piece& piece : pieces_) classify(piece);
  group();
}

// Groups pieces that differ only in the indices of array elements, in the order of their first bytes.
void GuardRows::group() {
  std::map<std::tuple<uint32_t, bool, std::string>, size_t> numbers;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    auto [known, fresh] =
        numbers.try_emplace({piece.object, piece.typed, ir::to_text(with_every_element(piece.path))}, groups_.size());
    if (fresh) groups_.emplace_back();
    groups_[known->second].push_back(i);
  }
  // An element that was only read counts as protected by a lock like the other elements if its readers hold the same
  // locks.
  for (const std::vector<size_t>& group : groups_) {
    auto locked = std::find_if(group.begin(), group.end(), [&](size_t i) { return pieces_[i].by == Guard::By::Lock; });
    if (locked == group.end() || !pieces_[*locked].typed) continue;
    for (size_t i : group)
      if (pieces_[i].by == Guard::By::ReadOnly && protected_alike(pieces_[*locked], pieces_[i]))
        pieces_[i].by = Guard::By::Lock;
  }
}

// Whether the same locks were held at all accesses to the two pieces, where locks at the same path of each piece's own
// object or array element count as the same.
bool GuardRows::protected_alike(const Piece& a, const Piece& b) const {
  if (a.locks.size() != b.locks.size()) return false;
  for (size_t i = 0; i < a.locks.size(); ++i) {
    GuardLock x = lock_in_words(a.locks[i], a.object, a.path), y = lock_in_words(b.locks[i], b.object, b.path);
    if (x.name != y.name || x.shared != y.shared) return false;
  }
  return true;
}

// The parts of the object (members, elements) in these bytes. An object may be an array of its type.
std::vector<ir::Part> GuardRows::parts(const ObjectInfo& info, uint64_t offset, uint64_t size) const {
  const uint64_t one = program_.types[info.type].size;
  if (info.type == 0 || one == 0) return {};
  if (info.size <= one) return ir::parts_at(program_, info.type, offset, size);
  std::vector<ir::Part> all;
  const bool merged = info.size / one > kMostElements;
  for (uint64_t i = offset / one; i * one < offset + size; ++i) {
    const uint64_t base = i * one, begin = std::max(offset, base), end = std::min(offset + size, base + one);
    for (ir::Part& part : ir::parts_at(program_, info.type, begin - base, end - begin)) {
      part.offset += merged ? 0 : base;
      part.path.insert(part.path.begin(), ir::PathStep{"", merged ? ir::PathStep::kEvery : i});
      all.push_back(std::move(part));
    }
    if (merged && i - offset / one > 1) break;  // all elements have the same name
  }
  return all;
}

void GuardRows::divide(uint32_t object, const GuardLog::Object& log) {
  std::map<std::pair<uint64_t, uint64_t>, Piece> typed;
  std::map<std::pair<uint64_t, uint64_t>, std::set<GuardLog::Site>> untyped;
  for (const auto& [range, sites] : log.sites) {
    const std::vector<ir::Part> all = parts(log.info, range.first, range.second);
    if (all.empty()) untyped[range] = sites;
    for (const ir::Part& part : all) {
      Piece& piece = typed[{part.offset, part.size}];
      piece.object = object;
      piece.offset = part.offset;
      piece.size = part.size;
      piece.path = part.path;
      piece.typed = true;
      piece.sites.insert(sites.begin(), sites.end());
    }
  }
  for (auto& [range, piece] : typed) pieces_.push_back(std::move(piece));
  divide_untyped(object, untyped);
}

// Accesses of different sizes may overlap, so the object is cut wherever an access begins or ends.
void GuardRows::divide_untyped(uint32_t object,
                               const std::map<std::pair<uint64_t, uint64_t>, std::set<GuardLog::Site>>& sites) {
  std::set<uint64_t> cuts;
  for (const auto& [range, unused] : sites) cuts.insert({range.first, range.first + range.second});
  for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut) {
    Piece piece;
    piece.object = object;
    piece.offset = *cut;
    piece.size = *std::next(cut) - *cut;
    for (const auto& [range, there] : sites)
      if (range.first <= piece.offset && piece.offset < range.first + range.second)
        piece.sites.insert(there.begin(), there.end());
    if (!piece.sites.empty()) pieces_.push_back(std::move(piece));
  }
}

// The locks among the names, without duplicates.
std::vector<GuardRows::Lock> GuardRows::locks_of(uint32_t object, const std::vector<LockName>& names) const {
  std::map<std::tuple<uint32_t, uint64_t>, Lock> found;
  for (const LockName& name : names) {
    if (name.kind == LockName::Kind::Self) {
      Lock& lock = found[{object, name.offset}];
      lock.object = object;
      lock.offset = name.offset;
      lock.own = true;
    } else if (name.kind == LockName::Kind::Place && machine_.names().unique(name.object)) {
      Lock& lock = found[{name.object, name.offset}];
      lock.object = name.object;
      lock.offset = name.offset;
      lock.named = true;
    }
  }
  std::vector<Lock> locks;
  // A lock in the same object is probably meant to protect the variable, so it comes first.
  for (bool beside : {true, false})
    for (const auto& [place, lock] : found)
      if ((lock.object == object) == beside) locks.push_back(lock);
  return locks;
}

// Classifies by the same rules as Protection.
void GuardRows::classify(Piece& piece) const {
  LocksetId common = Locksets::kEverything, exclusive = Locksets::kEverything;
  bool written = false, all_atomic = true;
  std::set<ThreadId> threads;
  for (const GuardLog::Site& site : piece.sites) {
    common = locksets_.meet(common, site.write ? site.exclusive : site.any);
    exclusive = locksets_.meet(exclusive, site.exclusive);
    written |= site.write;
    all_atomic &= site.atomic;
    threads.insert(site.thread);
  }
  const std::vector<LockName>& names = locksets_.names(common);
  piece.locks = locks_of(piece.object, names);
  for (Lock& lock : piece.locks) {
    const std::vector<Lock> always = locks_of(piece.object, locksets_.names(exclusive));
    lock.shared = std::none_of(always.begin(), always.end(), [&](const Lock& other) {
      return other.object == lock.object && other.offset == lock.offset;
    });
  }
  bool section = std::any_of(names.begin(), names.end(),
                             [](const LockName& name) { return name.kind == LockName::Kind::Section; });
  if (threads.size() == 1) piece.thread = log_.threads_.at(*threads.begin());
  piece.by = !written                ? Guard::By::ReadOnly
             : !piece.locks.empty()  ? Guard::By::Lock
             : section               ? Guard::By::Section
             : !piece.thread.empty() ? Guard::By::Thread
             : all_atomic            ? Guard::By::Atomic
                                     : Guard::By::Nothing;
}

std::string GuardRows::object_in_words(const ObjectInfo& info) const {
  const std::string where = ir::place_in_words(program_, info.made_at);
  switch (info.kind) {
    case ObjectInfo::Kind::Global:
    case ObjectInfo::Kind::ThreadLocal:
      return program_.globals[info.global].name;
    case ObjectInfo::Kind::Heap:
      return "the memory allocated at " + where;
    case ObjectInfo::Kind::Stack:
      return "the local variable " + (info.name.empty() ? "" : info.name + " ") + "of " + where;
    case ObjectInfo::Kind::Unknown:
      break;
  }
  return "an object";
}

// "queue.items[*]", "node.next (allocated at a.c:12)", "the memory allocated at a.c:12, bytes 8 to 15".
std::string GuardRows::variable_in_words(const ObjectInfo& info, const Piece& first, const Piece& last,
                                         const ir::Path& path) const {
  std::string object = object_in_words(info);
  const bool global = info.global != ir::kNone;
  if (first.typed) {
    std::string text = ir::to_text(path);
    if (global) return object + text + (info.kind == ObjectInfo::Kind::ThreadLocal ? " (thread-local)" : "");
    const bool heap = info.kind == ObjectInfo::Kind::Heap;
    const std::string& name = heap ? program_.types[info.type].name : info.name;
    if (text.empty() || name.empty()) return text.empty() ? object : object + ", " + text;
    return name + text + (heap ? " (allocated at " : " (local, ") + ir::place_in_words(program_, info.made_at) + ")";
  }
  const uint64_t end = last.offset + last.size;
  if (first.offset == 0 && end >= info.size) return object;
  if (end - first.offset == 1) return object + ", byte " + std::to_string(first.offset);
  return object + ", bytes " + std::to_string(first.offset) + " to " + std::to_string(end - 1);
}

// `object`: the object of the protected variable. `beside`: the path of that variable if the row stands for all
// elements of an array; otherwise empty.
GuardLock GuardRows::lock_in_words(const Lock& lock, uint32_t object, const ir::Path& beside) const {
  GuardLock words;
  const ObjectInfo& where = info(lock.object);
  const std::vector<ir::Part> all = parts(where, lock.offset, 1);
  Piece piece;
  piece.typed = !all.empty();
  piece.offset = lock.offset;
  piece.size = 1;
  ir::Path path = all.empty() ? ir::Path{} : all.front().path;
  if (lock.object == object) path = generalised(path, beside, with_every_element(beside));
  words.place = {where, path, lock.offset};
  words.own = lock.object == object;
  words.shared = lock.shared;
  const bool global = where.global != ir::kNone;
  if (words.own && !global) {
    words.name = piece.typed && !path.empty()
                     ? ir::to_text(path).substr(1) + " of the same object"
                     : "the lock at byte " + std::to_string(lock.offset) + " of the same object";
  } else {
    bool whole = !piece.typed && lock.offset == 0 && global;
    words.name = whole ? object_in_words(where) : variable_in_words(where, piece, piece, path);
  }
  return words;
}

GuardSite GuardRows::site_in_words(const Piece& piece, const GuardLog::Site& site, bool every) const {
  GuardSite words;
  words.loc = site.loc;
  words.function = site.function;
  words.thread = log_.threads_.at(site.thread);
  words.write = site.write;
  words.atomic = site.atomic;
  const std::vector<Lock> exclusive = locks_of(piece.object, locksets_.names(site.exclusive));
  for (const Lock& lock : locks_of(piece.object, locksets_.names(site.any))) {
    bool for_writing = std::any_of(exclusive.begin(), exclusive.end(), [&](const Lock& other) {
      return other.object == lock.object && other.offset == lock.offset;
    });
    words.locks.push_back({lock_in_words(lock, piece.object, every ? piece.path : ir::Path{}).name, !for_writing});
  }
  return words;
}

// Finds the lock that was probably meant to protect the variable, and the accesses that do not hold it.
void GuardRows::find_accesses_without_lock(Guard& guard) const {
  auto holds = [](const GuardSite& site, const std::string& lock) {
    return std::any_of(site.locks.begin(), site.locks.end(),
                       [&](const GuardSite::Held& held) { return held.lock == lock && !(site.write && held.shared); });
  };
  std::map<std::string, size_t> holders;
  for (const GuardSite& site : guard.sites)
    for (const GuardSite::Held& held : site.locks) holders[held.lock] += holds(site, held.lock);
  auto most = std::max_element(holders.begin(), holders.end(),
                               [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == holders.end() || most->second == 0 || most->second * 2 < guard.sites.size()) return;
  guard.almost = most->first;
  for (GuardSite& site : guard.sites) site.breaks = !holds(site, guard.almost);
}

Guard GuardRows::row(const std::vector<const Piece*>& pieces, bool every) const {
  const Piece &first = *pieces.front(), &last = *pieces.back();
  Guard guard;
  guard.by = first.by;
  const ObjectInfo& what = info(first.object);
  const ir::Path path = every ? with_every_element(first.path) : first.path;
  guard.variable = variable_in_words(what, first, last, path);
  guard.place = {what, path, first.offset};
  guard.thread = first.thread;
  for (const Lock& lock : first.locks)
    guard.locks.push_back(lock_in_words(lock, first.object, every ? first.path : ir::Path{}));
  for (const Piece* piece : pieces) {
    if (piece->thread != guard.thread) guard.thread = first.by == Guard::By::Thread ? "one thread for each" : "";
    for (const GuardLog::Site& site : piece->sites) {
      GuardSite words = site_in_words(*piece, site, every);
      bool known = std::any_of(guard.sites.begin(), guard.sites.end(), [&](const GuardSite& other) {
        return std::tie(other.loc, other.function, other.thread, other.write, other.atomic) ==
                   std::tie(words.loc, words.function, words.thread, words.write, words.atomic) &&
               other.locks == words.locks;
      });
      if (!known) guard.sites.push_back(std::move(words));
    }
  }
  if (guard.by == Guard::By::Nothing) find_accesses_without_lock(guard);
  return guard;
}

// The rows for pieces that differ only in the indices of array elements. Pieces that are protected alike become one
// row.
std::vector<Guard> GuardRows::rows_of(std::vector<const Piece*> alike) const {
  auto same = [&](const Piece& a, const Piece& b) { return a.by == b.by && protected_alike(a, b); };
  auto all_same = [&](auto begin, auto end) {
    return std::all_of(begin, end, [&](const Piece* piece) { return same(**begin, *piece); });
  };
  if (alike.front()->typed && alike.size() > 1 && all_same(alike.begin(), alike.end())) return {row(alike, true)};
  std::vector<Guard> rows;
  for (auto begin = alike.begin(); begin != alike.end();) {
    auto end = std::next(begin);
    while (!(*begin)->typed && end != alike.end() && same(**begin, **end) &&
           (*std::prev(end))->offset + (*std::prev(end))->size == (*end)->offset)
      ++end;
    rows.push_back(row({begin, end}, false));
    begin = end;
  }
  return rows;
}

// The sort is stable: sites at one place keep their order.
void GuardRows::sort_by_place(std::vector<GuardSite>& sites) const {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, bool, size_t>, GuardSite> sorted;
  for (GuardSite& site : sites) {
    const ir::Loc& loc = program_.locs[site.loc];
    sorted[{loc.file, loc.line, loc.column, site.write, sorted.size()}] = std::move(site);
  }
  sites.clear();
  for (auto& [place, site] : sorted) sites.push_back(std::move(site));
}

std::vector<Guard> GuardRows::guards() const {
  std::vector<std::vector<const Piece*>> groups;
  for (const std::vector<size_t>& group : groups_) {
    groups.emplace_back();
    for (size_t piece : group) groups.back().push_back(&pieces_[piece]);
  }
  // Globals come first, in the order of their declarations, then allocated memory.
  auto declared = [&](const std::vector<const Piece*>& group) {
    const ObjectInfo& what = info(group.front()->object);
    const ir::Loc& loc = program_.locs[what.global != ir::kNone ? program_.globals[what.global].loc : what.made_at];
    return std::tuple(what.global == ir::kNone, loc.file, loc.line, group.front() - pieces_.data());
  };
  std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) { return declared(a) < declared(b); });
  std::vector<Guard> guards;
  for (const std::vector<const Piece*>& group : groups)
    for (Guard& guard : rows_of(group)) guards.push_back(std::move(guard));
  for (Guard& guard : guards) sort_by_place(guard.sites);
  return guards;
}

// Whether the function or one of its callees accesses the piece.
bool GuardRows::accesses(const GuardLog::Function& function, const Piece& piece) const {
  return std::any_of(function.accessed.begin(), function.accessed.end(), [&](const auto& range) {
    const auto& [object, offset, size] = range;
    return object == piece.object && offset < piece.offset + piece.size && piece.offset < offset + size;
  });
}

bool GuardRows::has_place(LocksetId set, const Lock& lock) const {
  const std::vector<LockName>& names = locksets_.names(set);
  return std::any_of(names.begin(), names.end(), [&](const LockName& name) {
    return name.kind == LockName::Kind::Place && name.object == lock.object && name.offset == lock.offset;
  });
}

std::vector<FunctionGuard> GuardRows::functions() const {
  std::vector<FunctionGuard> result;
  for (const auto& [id, function] : log_.functions_) {
    std::set<std::pair<uint32_t, uint64_t>> known;
    for (bool own : {true, false}) {
      for (const Piece& piece : pieces_) {
        if (piece.by != Guard::By::Lock || !accesses(function, piece)) continue;
        for (const Lock& lock : piece.locks) {
          if (own != (lock.object == piece.object)) continue;
          if (function.acquired.count({lock.object, static_cast<uint32_t>(lock.offset)})) continue;
          FunctionGuard guard{id, lock_in_words(lock, piece.object, piece.path),
                              lock.named && has_place(function.any, lock)};
          if (guard.always) guard.lock.shared = !has_place(function.exclusive, lock);
          if ((own || guard.always) && known.insert({lock.object, lock.offset}).second)
            result.push_back(std::move(guard));
        }
      }
    }
  }
  return result;
}

}  // namespace mover
