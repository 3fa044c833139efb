#include "report/json.h"

#include <nlohmann/json.hpp>

namespace mover {

namespace {

using Json = nlohmann::ordered_json;

Json violation_to_json(const ReportedViolation& violation) {
  const TraceFinding& finding = violation.finding;
  Json json{{"kind", to_text(finding.kind)},  {"file", finding.place.file}, {"line", finding.place.line},
            {"column", finding.place.column}, {"message", finding.message}, {"trace", violation.trace}};
  if (finding.kind == FindingKind::Race) {
    json["other_file"] = finding.other_place.file;
    json["other_line"] = finding.other_place.line;
    json["other_column"] = finding.other_place.column;
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
  json["stats"] = Json{
      {"states", stats.states},           {"transitions", stats.transitions},   {"executions", stats.executions},
      {"seconds", stats.seconds},         {"peak_rss_kib", stats.peak_rss_kib}, {"max_depth", stats.max_depth},
      {"cpu_seconds", stats.cpu_seconds}, {"bytes_per_state", bytes_per_state}, {"visited_again", stats.visited_again}};
  json["limits"] = Json::array();
  for (const std::string& sentence : outcome.incomplete) json["limits"].push_back(sentence);
  for (const std::string& sentence : outcome.assumptions) json["limits"].push_back(sentence);
  json["how"] = outcome.how;
  json["interrupted"] = outcome.stop == Stop::Interrupted;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mover
