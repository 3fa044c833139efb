#include "native/remote.h"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <tuple>

#include "ir/names.h"
#include "support/check.h"

namespace mover::native {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMillisecondsPerLook = 50;

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

int in_milliseconds(double seconds) { return static_cast<int>(std::min(seconds * 1000, 1e9)); }

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "queue", "Shop::instance()::shop": as the user calls a variable that the linker knows by `symbol`.
std::string variable_name(std::string symbol) {
  if (!symbol.starts_with("_Z")) {
    const size_t dot = symbol.find('.');  // GCC numbers what is static in functions: count.0
    return dot == 0 ? symbol : symbol.substr(0, dot);
  }
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (status == 0 && text != nullptr) symbol = text;
  std::free(text);
  if (const size_t tag = symbol.find("[abi:cxx11]"); tag != std::string::npos) symbol.erase(tag, 11);
  return symbol;
}

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
  const Received received = receive_message(fd_, kind, bytes, in_milliseconds(patience_.step));
  uint32_t version = 0;
  Reader reader(bytes);
  if (received == Received::Message) reader(version, abilities_);
  const bool understood =
      kind == Message::Hello && version == kProtocolVersion && reader.ok() && abilities_.has_locations == has_symbols();
  if (received != Received::Message) {
    lose(received == Received::End ? Loss::Gone : Loss::Silent);
  } else if (!understood) {
    lose(Loss::Silent);
    loss_ = "the program was linked with the run-time library of another version of Mover; build it again";
  }
  return loss_.empty();
}

bool Remote::exchange(Message request, const std::string& about, std::string& answer) {
  if (!loss_.empty()) return false;
  Message kind{};
  Received received = send_message(fd_, request, about)
                          ? receive_message(fd_, kind, answer, in_milliseconds(patience_.step))
                          : Received::End;
  if (received == Received::Message && kind == Message::Answer) return true;
  lose(received == Received::TimeOut ? Loss::Silent : Loss::Gone);
  return false;
}

void Remote::lose(Loss how) {
  if (loss_.empty()) loss_ = explain_(how);
}

// What is known of a search that has not come back.
SearchResult Remote::cut_short(Stop stop, const Statistics& so_far) {
  SearchResult result;
  result.stop = stop;
  result.stats = so_far;
  result.stats.transitions = std::max<uint64_t>(so_far.transitions, 1);  // the step that has not come back
  result.incomplete.push_back(loss_);
  return result;
}

SearchResult Remote::search(const std::string& reduction, const SearchOptions& options) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point heard = begin, told_to_stop;
  Statistics so_far;
  bool stopping = false;
  Received received = loss_.empty() && send_message(fd_, Message::Search, Writer()(reduction, options).bytes())
                          ? Received::TimeOut
                          : Received::End;
  while (received != Received::End) {
    Message kind{};
    std::string bytes;
    received = receive_message(fd_, kind, bytes, kMillisecondsPerLook);
    if (received == Received::Message) {
      heard = Clock::now();
      Reader reader(bytes);
      uint64_t depth = 0;
      SearchResult result;
      if (kind == Message::Result) {
        reader(result);
        if (!reader.ok()) break;
        know(result);
        return result;
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
    const bool late = options.time_limit > 0 && so_far.seconds > options.time_limit + patience_.stop;
    const bool deaf = stopping && seconds_since(told_to_stop) > patience_.stop;
    const uint64_t most = options.memory_limit_mib + options.memory_limit_mib / 8;  // the search itself stops before that
    const bool greedy = options.memory_limit_mib > 0 && resident_mib_ && resident_mib_() > most;
    if (!late && !deaf && !greedy && seconds_since(heard) < patience_.step) continue;
    lose(Loss::Silent);
    if (greedy) loss_ = "the program's process was ended: it had outgrown the memory limit";
    return cut_short(deaf     ? Stop::Interrupted
                     : greedy ? Stop::MemoryLimit
                     : late   ? Stop::TimeLimit
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
  ask(Message::Shorten, Writer()(violation, budget), result.schedule);
  return result;
}

std::string Remote::pin() {
  std::string learned;
  ask(Message::Learned, {}, learned);
  pin(learned);
  return learned;
}

void Remote::pin(const std::string& learned) {
  pinned_ = learned;
  ask(Message::Teach, Writer()(learned), pinned_lessons_);
  lessons_ = pinned_lessons_;
}

void Remote::begin_as_pinned() {
  if (pinned_ && lessons_ != pinned_lessons_) pin(std::string(*pinned_));
}

void Remote::know(ir::LocId& loc) {
  if (!has_symbols()) return;
  if (loc >= own_.locs.size()) learn_locations();
  if (loc >= own_.locs.size()) loc = 0;
}

// All that are new, at once: a search has met many.
void Remote::learn_locations() {
  std::vector<ModuleAddress> addresses;
  if (!has_symbols()) return;
  if (!ask(Message::Locations, Writer()(uint64_t{own_.locs.size()}), addresses)) return;
  for (const CodePlace& place : symbols_->code(addresses)) {
    auto [file, new_file] = files_.try_emplace(place.file, static_cast<uint32_t>(own_.files.size()));
    if (place.file.empty())
      file->second = 0;
    else if (new_file)
      own_.files.push_back(place.file);
    own_.locs.push_back({file->second, place.line, place.column});
    auto [function, new_function] =
        functions_.try_emplace(place.function, static_cast<ir::FunctionId>(own_.functions.size()));
    if (new_function) own_.functions.emplace_back().name = place.function;
    function_at_.push_back(function->second);
  }
}

void Remote::know(std::string& text) {
  if (!has_symbols()) return;
  Mark mark{};
  size_t begin = 0, end = 0;
  while (find_mark(text, mark, begin, end)) text.replace(begin, end - begin, name_of(mark));
}

std::string Remote::name_of(const Mark& mark) {
  if (mark.kind == Mark::Kind::Loc) {
    auto loc = static_cast<ir::LocId>(mark.value);
    know(loc);
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
  // The one function in it that threads begin with.
  if (is_code && base_name(address.module).starts_with("libstdc++.so")) name->second = "std::thread";
  if (is_code) {
    ir::Function function;
    function.name = symbols_->code({address}).front().function;
    if (!function.name.empty()) name->second = ir::source_name(function);
  } else if (const DataPlace place = symbols_->data(address); !place.name.empty()) {
    name->second = variable_name(place.name);
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

void Remote::know(std::vector<std::string>& texts) {
  for (std::string& text : texts) know(text);
}

void Remote::know(Finding& finding) {
  know(finding.message);
  know(finding.loc);
  know(finding.other_loc);
  if (!has_symbols() || finding.kind != FindingKind::Race) return;
  // The smaller place first: over there it was the one that was met first.
  auto place = [&](ir::LocId loc, ThreadId thread) {
    const ir::Loc& at = own_.locs[loc];
    return std::tuple(at.file, at.line, at.column, thread);
  };
  if (place(finding.other_loc, finding.other_thread) < place(finding.loc, finding.thread)) {
    std::swap(finding.loc, finding.other_loc);
    std::swap(finding.thread, finding.other_thread);
  }
}

void Remote::know(StepResult& step) {
  know(step.finding);
  know(step.limit);
}

// Different instructions may be the same place of the source: then the first one will do.
void Remote::know(SearchResult& result) {
  for (Violation& violation : result.violations) know(violation.finding);
  for (Finding& finding : result.unasked) know(finding);
  for (auto* texts : {&result.incomplete, &result.assumptions, &result.remarks, &result.refuted}) know(*texts);
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
