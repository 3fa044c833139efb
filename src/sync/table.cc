// Prints the rules as a table in Markdown.
#include "sync/table.h"

#include <cstring>
#include <vector>

#include "ir/ir.h"
#include "sync/numbers.h"

namespace mover::sync {

namespace {

using ir::SyncOp;

const char* text_of(Phase phase) {
  switch (phase) {
    case Phase::Arrives:
      return "";
    case Phase::Waits:
      return ", in the wait";
    case Phase::Resumes:
      return ", after the wait";
  }
  return "";
}

const char* text_of(Edge edge) {
  switch (edge) {
    case Edge::None:
      return "";
    case Edge::Acquire:
      return "acquires";
    case Edge::AcquireShared:
      return "acquires, shared";
    case Edge::Release:
      return "releases";
    case Edge::ReleaseShared:
      return "releases, shared";
    case Edge::ReleaseAcquire:
      return "releases, then acquires";
    case Edge::Observes:
      return "none (a failed try)";
    case Edge::Reads:
      return "none (observes)";
  }
  return "";
}

const char* text_of(Mover mover) {
  switch (mover) {
    case Mover::Both:
      return "both";
    case Mover::Right:
      return "right";
    case Mover::Left:
      return "left";
    case Mover::None:
      return "";
  }
  return "";
}

std::string name_of_result(int result) {
  switch (result) {
    case 0:
      return "0";
    case kSerialThread:
      return "PTHREAD_BARRIER_SERIAL_THREAD";
    case kRunInitialiser:
      return "\"run it\"";
    default:
      return strerrorname_np(result);
  }
}

std::string outcome_of(const Rule& rule) {
  switch (rule.outcome) {
    case Outcome::Continues:
      return "returns " + (rule.returns_count ? "the value" : name_of_result(rule.result));
    case Outcome::Blocks:
      return "blocks";
    case Outcome::Waits:
      return "waits";
    case Outcome::Resumes:
      return "resumes";
    case Outcome::Fails:
      return "**fails**: " + message_of(rule, [](std::string_view name) { return "*" + std::string(name) + "*"; });
  }
  return "";
}

std::string wakes_of(const Rule& rule) {
  return rule.wakes == Wakes::One ? ", wakes one waiter" : rule.wakes == Wakes::All ? ", wakes all waiters" : "";
}

}  // namespace

std::vector<std::pair<SyncOp, Phase>> operations_with_rules() {
  std::vector<std::pair<SyncOp, Phase>> all;
  auto rules_of = [](SyncOp op, Phase phase) {
    int count = 0;
    Rules<Numbers>::of(op, phase, {}, [&](const Rule&, bool, auto) { ++count; });
    return count;
  };
  for (int op = 0; op <= static_cast<int>(SyncOp::AtomicEnd); ++op)
    for (Phase phase : {Phase::Arrives, Phase::Waits, Phase::Resumes})
      if (rules_of(static_cast<SyncOp>(op), phase) != 0) all.emplace_back(static_cast<SyncOp>(op), phase);
  return all;
}

std::string table_of_rules() {
  std::string text = "| operation | when | then | happens-before | mover |\n|---|---|---|---|---|\n";
  for (auto [op, phase] : operations_with_rules()) {
    std::string name = std::string("`") + ir::to_text(op) + "`" + text_of(phase);
    Rules<Numbers>::of(op, phase, {}, [&](const Rule& rule, bool, auto) {
      text += "| " + name + " | " + rule.when + " | " + outcome_of(rule) + wakes_of(rule) + " | " + text_of(rule.edge) +
              " | " + text_of(rule.mover) + " |\n";
      name.clear();  // only the first rule of an operation shows its name
    });
  }
  return text;
}

}  // namespace mover::sync
