#include "native/remote.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <tuple>

#include "ir/names.h"
#include "support/deadline.h"

namespace mover::native {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 50;
constexpr double kLastAnswer = 0.25;  // after the deadline, Mover still waits this many seconds for an answer

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

Remote::Remote(int fd, const ir::Program& program, ExplainLoss explain)
    : fd_(fd), explain_(std::move(explain)), program_(&program) {}

Remote::Remote(int fd, std::unique_ptr<Symbols> symbols, ExplainLoss explain)
    : fd_(fd), explain_(std::move(explain)), program_(&own_), symbols_(std::move(symbols)) {}

Remote::~Remote() {
  if (loss_.empty()) send_message(fd_, Message::Quit, "");
  close(fd_);
}

bool Remote::greet() {
  Message kind{};
  std::string bytes;
  const Received received = wait_for_message(kind, bytes, false);
  uint32_t version = 0;
  Reader reader(bytes);
  if (received == Received::Message) reader(version, abilities_);
  const bool understood =
      kind == Message::Hello && version == kProtocolVersion && reader.ok() && abilities_.has_locations == has_symbols();
  if (received != Received::Message) {
    lose(received == Received::End ? Loss::Gone : support::deadline().over() ? Loss::NoTime : Loss::Silent);
  } else if (!understood) {
    lose(Loss::Silent);
    loss_ = "the program was linked with the run-time library of another version of Mover; build it again";
  }
  return loss_.empty();
}

bool Remote::exchange(Message request, const std::string& about, std::string& answer) {
  if (!loss_.empty()) return false;
  ++exchanges_;
  Message kind{};
  const bool heeds_stop = request >= Message::Shorten && request <= Message::TryBothOrders;
  const Received received =
      send_message(fd_, request, about) ? wait_for_message(kind, answer, heeds_stop) : Received::End;
  if (received == Received::Message && kind == Message::Answer) return true;
  lose(received != Received::TimeOut ? Loss::Gone : support::deadline().over() ? Loss::NoTime : Loss::Silent);
  return false;
}

// Waits until a message arrives, the timeout expires, or the deadline is reached.
Received Remote::wait_for_message(Message& kind, std::string& bytes, bool heeds_stop) {
  const Clock::time_point begin = Clock::now();
  support::Deadline& deadline = support::deadline();
  for (bool told_to_stop = false;;) {
    const Received received = receive_message(fd_, kind, bytes, kPollMilliseconds);
    if (received != Received::TimeOut) return received;
    if (heeds_stop && !told_to_stop && deadline.reached()) {
      told_to_stop = true;
      send_message(fd_, Message::Stop, "");
    }
    const double waited = seconds_since(begin);
    if (waited > timeouts_.step || (waited > kLastAnswer && deadline.over())) return Received::TimeOut;
  }
}

void Remote::lose(Loss how) {
  if (loss_.empty()) loss_ = explain_(how);
}

// The result of a search that has not returned.
SearchResult Remote::cut_short(Stop stop, const Statistics& so_far) {
  SearchResult result;
  result.stop = stop;
  result.stats = so_far;
  result.stats.transitions = std::max<uint64_t>(so_far.transitions, 1);  // the step that has not returned
  add_omission(result.incomplete, omission(loss_));
  for (Found& one : found_) {
    name_places(one);
    result.violations.push_back(one.violation);
  }
  return result;
}

// Names the places of a violation whose process has ended.
void Remote::name_places(Found& found) {
  Finding& finding = found.violation.finding;
  if (!has_symbols()) return;
  for (auto [loc, address] : {std::pair(&finding.loc, &found.place), {&finding.other_loc, &found.other_place}}) {
    add_location(address->module.empty() ? CodePlace{} : symbols_->code({*address}).front());
    *loc = static_cast<ir::LocId>(own_.locs.size() - 1);
  }
  resolve(finding);
}

SearchResult Remote::search(const std::string& reduction, const SearchOptions& options) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point last_message = begin, told_to_stop;
  Statistics so_far;
  bool stopping = false;
  found_.clear();
  Received received = loss_.empty() && send_message(fd_, Message::Search, Writer()(reduction, options).bytes())
                          ? Received::TimeOut
                          : Received::End;
  while (received != Received::End) {
    Message kind{};
    std::string bytes;
    received = receive_message(fd_, kind, bytes, kPollMilliseconds);
    if (received == Received::Message) {
      last_message = Clock::now();
      Reader reader(bytes);
      uint64_t depth = 0;
      SearchResult result;
      if (kind == Message::Result) {
        reader(result);
        if (!reader.ok()) break;
        resolve(result);
        return result;
      }
      if (kind == Message::Found) {
        bool is_new = false;
        Found one;
        reader(is_new, one.violation, one.learned, one.place, one.other_place);
        if (is_new)
          found_.push_back(std::move(one));
        else
          found_.clear();
        continue;
      }
      reader(so_far, depth);
      if (options.progress) options.progress(so_far, depth);
    }
    const bool interrupted = options.interrupted != nullptr && options.interrupted->load();
    if (interrupted && !stopping) {
      stopping = true;
      told_to_stop = Clock::now();
      send_message(fd_, Message::Stop, "");
    }
    so_far.seconds = seconds_since(begin);
    const bool late = options.time_limit > 0 && so_far.seconds > options.time_limit + timeouts_.stop;
    const bool ignores_stop = stopping && seconds_since(told_to_stop) > timeouts_.stop;
    const uint64_t most =
        options.memory_limit_mib + options.memory_limit_mib / 8;  // the search itself should have stopped before
    const bool exceeds_memory = options.memory_limit_mib > 0 && resident_mib_ && resident_mib_() > most;
    if (!late && !ignores_stop && !exceeds_memory && seconds_since(last_message) < timeouts_.step) continue;
    lose(Loss::Silent);
    if (exceeds_memory) loss_ = "the program's process was ended: it exceeded the memory limit";
    return cut_short(ignores_stop     ? Stop::Interrupted
                     : exceeds_memory ? Stop::MemoryLimit
                     : late           ? Stop::TimeLimit
                                      : Stop::Finished,
                     so_far);
  }
  lose(Loss::Gone);
  return cut_short(stopping ? Stop::Interrupted : Stop::Finished, so_far);
}

Violation Remote::shorten(const Violation& violation, const ShortenBudget& budget) {
  begin_as_pinned();
  current_ = nullptr;
  Violation result = violation;
  ask(Message::Shorten, Writer()(support::deadline().seconds_to_reached(), violation, budget), result.schedule);
  return result;
}

// A replay may reach the places of the finding at other locations, so the process must have the ranks of all places. If
// a replay adds locations and does not show the finding, it is repeated once with their ranks.
Replay Remote::replay(const Violation& violation) {
  Replay result;
  for (int attempt = 0; attempt < 2; ++attempt) {
    rank_places();
    if (!replay_once(violation, result)) break;
    learn_locations();
    if (result.shows_finding || result.cut_short || own_.locs.size() == locations_ranked_) break;
  }
  resolve(result);
  return result;
}

bool Remote::replay_once(const Violation& violation, Replay& replay) {
  begin_as_pinned();
  current_ = nullptr;
  replay = {};
  if (ask(Message::Replay, Writer()(support::deadline().seconds_to_reached(), violation), replay, refinements_))
    return true;
  replay = {};
  replay.cut_short = support::deadline().over();
  return false;
}

RaceOrder Remote::try_both_orders(const Violation& race) {
  RaceOrder order;
  rank_places();
  begin_as_pinned();
  current_ = nullptr;
  ask(Message::TryBothOrders, Writer()(support::deadline().seconds_to_reached(), race), order);
  resolve(order.sentence);
  return order;
}

void Remote::visit(const Schedule& schedule) {
  Replay ignored;
  replay_once({{}, schedule}, ignored);
  learn_locations();
}

void Remote::rank_places() {
  if (!has_symbols()) return;
  learn_locations();
  if (own_.locs.size() == locations_ranked_) return;
  auto place = [&](ir::LocId loc) {
    return std::tuple(own_.locs[loc].file, own_.locs[loc].line, own_.locs[loc].column);
  };
  std::map<decltype(place(0)), ir::LocId> by_place;
  for (ir::LocId loc = 0; loc < own_.locs.size(); ++loc)
    if (own_.locs[loc].line != 0) by_place.try_emplace(place(loc), loc);
  ranked_ = {0};
  std::map<decltype(place(0)), uint32_t> rank_of;
  for (const auto& [where, loc] : by_place) {
    rank_of[where] = static_cast<uint32_t>(ranked_.size());
    ranked_.push_back(loc);
  }
  std::vector<uint32_t> ranks(own_.locs.size());
  for (ir::LocId loc = 0; loc < own_.locs.size(); ++loc)
    if (own_.locs[loc].line != 0) ranks[loc] = rank_of[place(loc)];
  ask(Message::Places, Writer()(ranks));
  locations_ranked_ = own_.locs.size();
}

std::string Remote::pin() {
  std::string learned;
  ask(Message::Learned, {}, learned);
  pin(learned);
  return learned;
}

void Remote::pin(const std::string& learned) {
  pinned_ = learned;
  ask(Message::Teach, Writer()(learned), pinned_refinements_);
  refinements_ = pinned_refinements_;
}

void Remote::begin_as_pinned() {
  if (pinned_ && refinements_ != pinned_refinements_) pin(std::string(*pinned_));
}

void Remote::resolve(ir::LocId& loc) {
  if (!has_symbols()) return;
  if (loc >= own_.locs.size()) learn_locations();
  if (loc >= own_.locs.size()) loc = 0;
}

// Resolves all new locations at once, because a search reaches many.
void Remote::learn_locations() {
  std::vector<ModuleAddress> addresses;
  if (!has_symbols()) return;
  if (!ask(Message::Locations, Writer()(uint64_t{own_.locs.size()}), addresses)) return;
  for (const CodePlace& place : symbols_->code(addresses)) add_location(place);
}

// "worker", "lambda at a.cc:12"; empty if the function is unknown.
static std::string function_in_words(const CodePlace& place) {
  ir::Program code;
  code.files = {"", place.file};
  code.locs = {{}, {1, place.function_line, 0}};
  ir::Function function;
  function.name = place.function;
  function.loc = 1;
  return ir::name_in_words(code, function);
}

void Remote::add_location(const CodePlace& place) {
  auto [file, new_file] = files_.try_emplace(place.file, static_cast<uint32_t>(own_.files.size()));
  if (place.file.empty())
    file->second = 0;
  else if (new_file)
    own_.files.push_back(place.file);
  own_.locs.push_back({file->second, place.line, place.column});
  auto [function, new_function] =
      functions_.try_emplace(place.function, static_cast<ir::FunctionId>(own_.functions.size()));
  if (new_function) {
    own_.functions.emplace_back().name = place.function;
    function_words_.push_back(function_in_words(place));
  }
  function_at_.push_back(function->second);
}

void Remote::resolve(std::string& text) {
  if (!has_symbols()) return;
  Mark mark{};
  size_t begin = 0, end = 0;
  while (find_mark(text, mark, begin, end)) text.replace(begin, end - begin, name_of(mark));
}

std::string Remote::name_of(const Mark& mark) {
  if (mark.kind == Mark::Kind::Loc) {
    auto loc = static_cast<ir::LocId>(mark.value);
    resolve(loc);
    return ir::place_in_words(own_, loc);
  }
  const bool is_code = mark.kind == Mark::Kind::Code;
  auto [name, is_new] = (is_code ? code_names_ : data_names_).try_emplace(mark.value);
  if (!is_new) return name->second;
  ModuleAddress address;
  ask(Message::Where, Writer()(mark.value), address);
  const std::string unknown = (is_code ? "the code at " : "the variable at ") + hexadecimal(mark.value);
  if (address.module.empty()) return name->second = unknown;
  name->second = base_name(address.module) + "+" + hexadecimal(address.offset);
  // std::thread is the only code of libstdc++ that starts threads, so this is the first function of its threads.
  if (is_code && base_name(address.module).starts_with("libstdc++.so")) name->second = "std::thread";
  if (is_code) {
    const std::string function = function_in_words(symbols_->code({address}).front());
    if (!function.empty()) name->second = function;
  } else if (const DataPlace place = symbols_->data(address); !place.name.empty()) {
    // In this table, libstdc++ has the futexes for waits on atomic variables that cannot be futexes themselves.
    if (place.name.starts_with("_ZZNSt8__detail18__waiter_pool_base6_S_for"))
      return name->second = "an atomic variable";
    name->second = ir::variable_name(place.name);
    if (place.offset != 0) name->second += "+" + std::to_string(place.offset);
  }
  return name->second;
}

ir::GlobalId Remote::global_at(const ModuleAddress& address) {
  const DataPlace place = symbols_->data(address);
  if (place.name.empty()) return ir::kNone;
  auto [global, is_new] =
      globals_.try_emplace(address.module + ":" + place.name, static_cast<ir::GlobalId>(own_.globals.size()));
  if (is_new) {
    ir::Global& added = own_.globals.emplace_back();
    added.name = place.name;
    added.size = place.size;
  }
  return global->second;
}

void Remote::resolve(std::vector<std::string>& texts) {
  for (std::string& text : texts) resolve(text);
}

void Remote::resolve(Omission& omission) {
  resolve(omission.what);
  resolve(omission.loc);
}

void Remote::resolve(Finding& finding) {
  resolve(finding.message);
  resolve(finding.loc);
  resolve(finding.other_loc);
  if (!has_symbols() || finding.kind != FindingKind::Race) return;
  // The smaller place must come first. The process had ordered the two places by location, that is, by first use.
  auto place = [&](ir::LocId loc, ThreadId thread) {
    const ir::Loc& at = own_.locs[loc];
    return std::tuple(at.file, at.line, at.column, thread);
  };
  if (place(finding.other_loc, finding.other_thread) < place(finding.loc, finding.thread)) {
    std::swap(finding.loc, finding.other_loc);
    std::swap(finding.thread, finding.other_thread);
  }
}

void Remote::resolve(StepResult& step) {
  resolve(step.finding);
  resolve(step.limit);
  resolve(step.end.loc);
}

// A place is a rank, or a location that was added later: see protocol.h.
void Remote::resolve(Place& place) {
  ir::LocId loc = place.line >= kUnranked       ? place.line - kUnranked
                  : place.line < ranked_.size() ? ranked_[place.line]
                                                : 0;
  resolve(loc);
  place = place_of(own_, loc);
}

void Remote::resolve(std::vector<HeldLock>& locks) {
  for (HeldLock& lock : locks) {
    resolve(lock.name);
    resolve(lock.taken_at);
  }
}

void Remote::resolve(std::vector<StackFrame>& stack) {
  for (StackFrame& frame : stack) {
    const bool is_ranked = frame.place.line < kUnranked;
    const ir::LocId loc = !is_ranked                          ? frame.place.line - kUnranked
                          : frame.place.line < ranked_.size() ? ranked_[frame.place.line]
                                                              : 0;
    resolve(frame.place);
    if (loc < function_at_.size() && function_at_[loc] != ir::kNone)
      frame.function = function_words_[function_at_[loc]];
  }
  std::erase_if(stack, [](const StackFrame& frame) { return frame.place.line == 0; });  // not the user's code
}

void Remote::resolve(std::vector<Position>& positions) {
  for (Position& position : positions) {
    resolve(position.object);
    resolve(position.place);
    resolve(position.held);
  }
}

void Remote::resolve(SeenAccess& seen) {
  for (std::string* text : {&seen.name, &seen.before, &seen.value}) resolve(*text);
  resolve(seen.place);
  seen.is_internal |= seen.place.file.empty();
}

void Remote::resolve(RaceSide& side) {
  resolve(side.place);
  resolve(side.access);
  resolve(side.held);
  resolve(side.stack);
  resolve(side.object.made_at);
  resolve(side.object.name);
  if (side.object.kind != ObjectInfo::Kind::Global) return;
  ModuleAddress address;
  ask(Message::Where, Writer()(side.access.access.address), address);
  side.object.global = address.module.empty() ? ir::kNone : global_at(address);
  if (side.object.global == ir::kNone) side.object.kind = ObjectInfo::Kind::Unknown;
}

void Remote::resolve(Replay& replay) {
  if (!has_symbols()) return;
  for (ReplayedThread& thread : replay.threads) {
    resolve(thread.name);
    resolve(thread.created_at);
  }
  for (ReplayedStep& step : replay.steps) {
    resolve(step.action.loc);
    resolve(step.what);
    resolve(step.place);
    for (SeenAccess& seen : step.accesses) resolve(seen);
    resolve(step.effects);
    resolve(step.held);
    resolve(step.positions);
    resolve(step.stack);
    resolve(step.held_before);
  }
  resolve(replay.end);
  resolve(replay.last);
  for (RaceSide& side : replay.race) resolve(side);
  for (SpinningLane& thread : replay.spinning) {
    resolve(thread.first);
    resolve(thread.last);
    resolve(thread.reads);
  }
  resolve(replay.finding);
  resolve(replay.divergence);
  resolve(replay.diverges_at);
}

// Several instructions may belong to the same place of the source. Of the violations with the same kind and places,
// only the first one is kept.
void Remote::resolve(SearchResult& result) {
  for (Violation& violation : result.violations) resolve(violation.finding);
  for (Finding& finding : result.unasked) resolve(finding);
  for (Omission& one : result.incomplete) resolve(one);
  for (auto* texts : {&result.assumptions, &result.gaps, &result.remarks, &result.refuted}) resolve(*texts);
  auto place = [&](ir::LocId loc) {
    const ir::Loc& at = program_->locs[loc];
    return at.line == 0 ? std::tuple(UINT32_MAX, loc, 0u) : std::tuple(at.file, at.line, at.column);
  };
  std::set<std::tuple<FindingKind, decltype(place(0)), decltype(place(0))>> seen;
  std::erase_if(result.violations, [&](const Violation& violation) {
    const Finding& finding = violation.finding;
    return !seen.insert({finding.kind, place(finding.loc), place(finding.other_loc)}).second;
  });
}

}  // namespace mover::native
