// Collecting findings, the observations of all executions, and the limits of a search.
#include "search/findings.h"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>

#include "support/check.h"
#include "support/deadline.h"
#include "support/resident.h"

namespace mover {

Findings::Findings(const SearchOptions& options, SearchResult& result) : options_(options), result_(result) {
  for (const Property& property : properties()) {
    if (!wanted(property.kind)) continue;
    if (property.in_state != nullptr) in_state_.push_back(&property);
    if (property.at_end != nullptr) at_end_.push_back(&property);
  }
}

bool Findings::wanted(FindingKind kind) const { return options_.checks.*property_of(kind).asked; }

bool Findings::add(const Finding& finding, const Schedule& schedule) {
  if (!seen_.insert({finding.kind, finding.loc, finding.other_loc, finding.subject}).second) return true;
  if (!wanted(finding.kind)) {
    if (property_of(finding.kind).ends_execution) result_.unasked.push_back(finding);
    return true;
  }
  result_.violations.push_back({finding, schedule});
  if (options_.found) options_.found(&result_.violations.back());
  if (options_.keep_going) return true;
  if (options_.collect_races && finding.kind == FindingKind::Race) {
    const uint64_t now = result_.stats.transitions;
    if (result_.violations.size() == 1)
      result_.last_step = std::min(result_.last_step, now + std::max(now, kStepsForRaces));
    if (result_.violations.size() < kMostRaces) return true;
  }
  result_.stop = Stop::FirstViolation;
  return false;
}

bool Findings::add(const std::vector<Finding>& findings, const Schedule& schedule) {
  return std::all_of(findings.begin(), findings.end(), [&](const Finding& finding) { return add(finding, schedule); });
}

bool Findings::in_state(const Machine& machine, const Schedule& schedule, KindSet which) {
  for (const Property* property : in_state_) {
    if ((which & only(property->kind)) == 0) continue;
    observed_.findings.clear();
    property->in_state(machine, observed_);
    if (!observed_.undecided.empty())
      add_omission(result_.incomplete, omission(std::exchange(observed_.undecided, {})));
    if (!add(observed_.findings, schedule)) return false;
  }
  return true;
}

bool Findings::after_step(Machine& machine, const StepResult& step, const Schedule& schedule) {
  switch (step.kind) {
    case StepResult::Kind::Running:
      return true;
    case StepResult::Kind::Failed:
      return add(step.finding, schedule);
    case StepResult::Kind::Limit:
      add_omission(result_.incomplete, step.limit);
      if (options_.falls_back && step.limit.cause == Omission::Cause::Unmodelled)
        result_.last_step = std::min(result_.last_step, result_.stats.transitions + kStepsBeforeFallback);
      return true;
    case StepResult::Kind::Ended:
      break;
  }
  ++result_.stats.executions;
  observed_.findings.clear();
  for (const Property* property : at_end_) property->at_end(machine, step.end, observed_);
  if (!observed_.undecided.empty()) add_omission(result_.incomplete, omission(std::exchange(observed_.undecided, {})));
  return add(observed_.findings, schedule);
}

void Findings::begin_again() {
  if (options_.found && !result_.violations.empty()) options_.found(nullptr);
  seen_.clear();
  result_.violations.clear();
  result_.unasked.clear();
  result_.last_step = options_.step_limit != 0 ? options_.step_limit : UINT64_MAX;
}

void remark_symmetry(const Machine& machine, SearchResult& result) {
  std::string functions;
  for (const std::string& function : machine.states().interchangeable_functions())
    functions += (functions.empty() ? "" : ", ") + function;
  result.permutes_threads = !functions.empty();
  if (result.permutes_threads)
    result.remarks.push_back("symmetry: threads that run " + functions +
                             " on the same arguments are interchangeable, so states that differ by a permutation of "
                             "them are one");
}

void add_observations(const Machine& machine, SearchResult& result) {
  auto add = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& sentence : from)
      if (std::find(to.begin(), to.end(), sentence) == to.end()) to.push_back(sentence);
  };
  add(result.assumptions, machine.observations().notes());
  for (const Omission& omission : machine.observations().incomplete()) add_omission(result.incomplete, omission);
  if (result.stop != Stop::Finished || !result.incomplete.empty()) return;
  add(result.gaps, machine.observations().gaps());
  for (const Observations::Unreached& place : machine.observations().unreached()) {
    auto same = [&](const Violation& v) { return !v.has_schedule && v.finding.loc == place.loc; };
    if (std::any_of(result.violations.begin(), result.violations.end(), same)) continue;  // found in an earlier pass
    Finding finding;
    finding.loc = place.loc;
    finding.message = "no interleaving gets here: mover_reachable(\"" + place.name + "\")";
    result.violations.push_back({finding, {}, false});
  }
}

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Budget::Budget(const SearchOptions& options, SearchResult& result)
    : options_(options),
      result_(result),
      start_(std::chrono::steady_clock::now()),
      last_poll_(start_),
      last_progress_(start_),
      last_memory_(start_),
      cpu_start_(cpu_seconds()) {
  if (options.step_limit != 0) result.last_step = options.step_limit;
}

bool Budget::stop_at_last_step() {
  const bool limited = options_.step_limit != 0 && result_.stats.transitions >= options_.step_limit;
  result_.stop = limited ? Stop::TimeLimit : Stop::FirstViolation;
  return false;
}

static Stop stop_for(support::Deadline::Reason reason) {
  using Reason = support::Deadline::Reason;
  return reason == Reason::Interrupted ? Stop::Interrupted
         : reason == Reason::Memory    ? Stop::MemoryLimit
         : reason == Reason::Time      ? Stop::TimeLimit
                                       : Stop::Finished;
}

bool Budget::poll(uint64_t depth) {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  const auto since = now - last_poll_;
  last_poll_ = now;
  if (since > 4ms) calls_per_poll_ = 1;
  if (since < 1ms) calls_per_poll_ = std::min(2 * calls_per_poll_, kMostCallsPerPoll);
  calls_until_poll_ = calls_per_poll_;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (!within_limits(now, seconds)) return false;
  if (options_.progress && now - last_progress_ > 200ms) {
    last_progress_ = now;
    result_.stats.seconds = seconds;
    result_.stats.peak_rss_kib = resident_kib();
    options_.progress(result_.stats, depth);
  }
  return true;
}

bool Budget::within_limits(std::chrono::steady_clock::time_point now, double seconds) {
  if (support::deadline().reached()) {
    result_.stop = stop_for(support::deadline().reason());
    return false;
  }
  if (options_.interrupted != nullptr && options_.interrupted->load()) {
    result_.stop = Stop::Interrupted;
    return false;
  }
  if (options_.time_limit > 0 && seconds > options_.time_limit) {
    result_.stop = Stop::TimeLimit;
    return false;
  }
  if (options_.memory_limit_mib != 0 && now - last_memory_ > std::chrono::milliseconds(50)) {
    last_memory_ = now;
    if (resident_kib() / 1024 > options_.memory_limit_mib) {
      result_.stop = Stop::MemoryLimit;
      return false;
    }
  }
  return true;
}

void Budget::finish() {
  if (result_.stop == Stop::Finished) result_.stop = stop_for(support::deadline().reason());
  result_.stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  result_.stats.cpu_seconds = cpu_seconds() - cpu_start_;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result_.stats.peak_rss_kib = static_cast<uint64_t>(usage.ru_maxrss);
}

}  // namespace mover
