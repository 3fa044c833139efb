#include "report/json.h"

#include <nlohmann/json.hpp>

#include "report/race.h"

namespace mover {

namespace {

using Json = nlohmann::ordered_json;

Json place_to_json(const Place& place) {
  return Json{{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

Json side_to_json(const Replay& replay, const RaceSide& side) {
  const Access& access = side.access.access;
  const ReplayedThread& thread = replay.threads[side.thread];
  Json json{{"thread", thread.name},  {"variable", side.access.name}, {"bytes", access.size},
            {"write", access.write},  {"atomic", access.atomic},      {"stack", Json::array()},
            {"locks", Json::array()}, {"created_at", nullptr}};
  for (const StackFrame& frame : side.stack) {
    Json entry = place_to_json(frame.place);
    entry["function"] = frame.function;
    json["stack"].push_back(std::move(entry));
  }
  for (const HeldLock& lock : side.held)
    json["locks"].push_back(
        Json{{"name", lock.name}, {"read_side", lock.shared}, {"taken_at", place_to_json(lock.taken_at)}});
  if (!thread.created_at.file.empty()) json["created_at"] = place_to_json(thread.created_at);
  return json;
}

Json guard_to_json(const MajorityLock& guard) {
  Json json{{"variable", guard.variable}, {"lock", guard.lock},   {"accesses", guard.accesses},
            {"holding", guard.holding},   {"odd", Json::array()}, {"sentence", in_words(guard)}};
  for (const MajorityLock::Access& access : guard.without) {
    Json entry = place_to_json(access.place);
    entry["threads"] = access.threads;
    json["odd"].push_back(std::move(entry));
  }
  return json;
}

void add_race(const ReportedViolation& violation, Json& json) {
  const Replay& replay = violation.replay;
  json["sides"] = Json::array();
  for (const RaceSide& side : replay.race) json["sides"].push_back(side_to_json(replay, side));
  json["missing_order"] = missing_order(replay);
  if (const std::string weak = weak_order(replay); !weak.empty()) json["weak_order"] = weak;
  json["order_matters"] = nullptr;  // unknown: the two orders were not tried
  if (violation.order.effect != RaceOrder::Effect::Untried) {
    json["order_matters"] = violation.order.effect == RaceOrder::Effect::Differs;
    json["effect"] = violation.order.sentence;
  }
  if (violation.guard) json["guard"] = guard_to_json(*violation.guard);
}

Json violation_to_json(const ReportedViolation& violation) {
  const TraceFinding& finding = violation.finding;
  Json json{{"kind", kind_of(violation)},     {"file", finding.place.file}, {"line", finding.place.line},
            {"column", finding.place.column}, {"message", finding.message}, {"trace", violation.trace}};
  if (!violation.left_out.empty()) json["left_out"] = violation.left_out;
  if (finding.kind == FindingKind::Race) {
    json["other_file"] = finding.other_place.file;
    json["other_line"] = finding.other_place.line;
    json["other_column"] = finding.other_place.column;
    if (!violation.replay.race.empty()) add_race(violation, json);
  }
  return json;
}

}  // namespace

std::string to_json(const Outcome& outcome) {
  Json json{{"verdict", to_text(outcome.verdict)}, {"engine", outcome.engine}, {"reduction", outcome.reduction}};
  json["violations"] = Json::array();
  for (const ReportedViolation& violation : outcome.violations)
    json["violations"].push_back(violation_to_json(violation));
  const Statistics& stats = outcome.stats;
  double bytes_per_state =
      stats.states == 0 ? 0 : static_cast<double>(stats.store_bytes) / static_cast<double>(stats.states);
  json["stats"] = Json{{"states", stats.states},
                       {"transitions", stats.transitions},
                       {"executions", stats.executions},
                       {"seconds", stats.seconds},
                       {"peak_rss_kib", stats.peak_rss_kib},
                       {"max_depth", stats.max_depth},
                       {"cpu_seconds", stats.cpu_seconds},
                       {"bytes_per_state", bytes_per_state},
                       {"visited_again", stats.visited_again},
                       {"tested_executions", stats.tested_executions},
                       {"tested_transitions", stats.tested_transitions}};
  json["limits"] = Json::array();
  for (const std::string& sentence : outcome.incomplete) json["limits"].push_back(sentence);
  for (const std::string& sentence : outcome.caveats) json["limits"].push_back(sentence);
  for (const std::string& sentence : outcome.assumptions) json["limits"].push_back(sentence);
  json["covered"] = outcome.covered;
  json["how"] = outcome.how;
  json["search_finished"] = outcome.stop == Stop::Finished && outcome.incomplete.empty();
  json["interrupted"] = outcome.stop == Stop::Interrupted;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mover
