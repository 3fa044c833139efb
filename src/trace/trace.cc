#include "trace/trace.h"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "property/livelock.h"

namespace mover {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "mover-trace";
constexpr uint64_t kVersion = 1;

// Replaces bytes that are not UTF-8. A message may contain such bytes if it quotes the program.
std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

Json place_to_json(const Place& place) {
  return Json{{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

bool has_subject(FindingKind kind) {
  return kind == FindingKind::Livelock || kind == FindingKind::Ltl || kind == FindingKind::Exit;
}

Json finding_to_json(const TraceFinding& finding) {
  Json json{{"kind", to_text(finding.kind)},
            {"message", finding.message},
            {"thread", finding.thread},
            {"place", place_to_json(finding.place)}};
  if (has_other_side(finding.kind)) {
    json["other_thread"] = finding.other_thread;
    json["other_place"] = place_to_json(finding.other_place);
  }
  if (finding.kind == FindingKind::Livelock) json["livelock"] = to_text(finding.livelock);
  if (finding.kind == FindingKind::Livelock || finding.kind == FindingKind::Ltl) {
    json["fairness"] = to_text(finding.fairness);
    if (finding.loop) json["loop"] = *finding.loop;
  }
  if (has_subject(finding.kind)) json["subject"] = finding.subject;
  return json;
}

// Reads fields of arbitrary JSON. It keeps the first error, and reads all later fields as empty.
class Reader {
 public:
  const std::string& error() const { return error_; }

  const Json& object(const Json& from, const char* key) { return member(from, key, &Json::is_object, "an object"); }
  const Json& array(const Json& from, const char* key) { return member(from, key, &Json::is_array, "a list"); }

  std::string text(const Json& from, const char* key) {
    const Json& value = member(from, key, &Json::is_string, "a text");
    return value.is_string() ? value.get<std::string>() : "";
  }

  bool flag(const Json& from, const char* key) {
    const Json& value = member(from, key, &Json::is_boolean, "true or false");
    return value.is_boolean() && value.get<bool>();
  }

  template <typename Number>
  Number number(const Json& from, const char* key) {
    const Json& value = member(from, key, &Json::is_number_unsigned, "a whole number");
    if (!value.is_number_unsigned()) return 0;
    uint64_t wide = value.get<uint64_t>();
    if (wide <= std::numeric_limits<Number>::max()) return static_cast<Number>(wide);
    fail(std::string("'") + key + "' is too large");
    return 0;
  }

  std::vector<std::string> texts(const Json& from, const char* key) {
    std::vector<std::string> result;
    for (const Json& item : array(from, key)) {
      if (item.is_string())
        result.push_back(item.get<std::string>());
      else
        fail(std::string("'") + key + "' must list texts");
    }
    return result;
  }

  std::vector<uint64_t> numbers(const Json& from, const char* key) {
    std::vector<uint64_t> result;
    for (const Json& item : array(from, key)) {
      if (item.is_number_unsigned())
        result.push_back(item.get<uint64_t>());
      else
        fail(std::string("'") + key + "' must list whole numbers");
    }
    return result;
  }

  Place place(const Json& from, const char* key) {
    const Json& json = object(from, key);
    return Place{text(json, "file"), number<uint32_t>(json, "line"), number<uint32_t>(json, "column")};
  }

  FindingKind kind(const Json& from, const char* key) {
    std::string name = text(from, key);
    for (const Property& property : properties())
      if (name == property.name) return property.kind;
    fail("'" + name + "' is no kind of violation");
    return FindingKind::Assertion;
  }

  template <typename Value>
  Value one_of(const Json& from, const char* key, std::initializer_list<Value> values) {
    const std::string name = text(from, key);
    for (Value value : values)
      if (name == to_text(value)) return value;
    fail(std::string("'") + key + "' must not be '" + name + "'");
    return *values.begin();
  }

  void fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

 private:
  const Json& member(const Json& from, const char* key, bool (Json::*is_fine)() const noexcept, const char* what) {
    static const Json nothing;
    if (!from.is_object() || !error_.empty()) {
      fail(std::string("'") + key + "' is missing");
      return nothing;
    }
    auto found = from.find(key);
    if (found == from.end()) {
      fail(std::string("'") + key + "' is missing");
      return nothing;
    }
    if (((*found).*is_fine)()) return *found;
    fail(std::string("'") + key + "' must be " + what);
    return nothing;
  }

  std::string error_;
};

TraceFinding read_finding(Reader& reader, const Json& json) {
  TraceFinding finding;
  finding.kind = reader.kind(json, "kind");
  finding.message = reader.text(json, "message");
  finding.thread = reader.number<ThreadId>(json, "thread");
  finding.place = reader.place(json, "place");
  if (has_other_side(finding.kind)) {
    finding.other_thread = reader.number<ThreadId>(json, "other_thread");
    finding.other_place = reader.place(json, "other_place");
  }
  if (finding.kind == FindingKind::Livelock)
    finding.livelock = reader.one_of(json, "livelock",
                                     {Livelock::Loop, Livelock::Starvation, Livelock::NoProgress, Livelock::NotLockFree,
                                      Livelock::NotWaitFree, Livelock::Blocks});
  if (finding.kind == FindingKind::Livelock || finding.kind == FindingKind::Ltl) {
    finding.fairness = reader.one_of(json, "fairness", {Fairness::None, Fairness::Weak, Fairness::Strong});
    if (json.contains("loop")) finding.loop = reader.number<uint64_t>(json, "loop");
  }
  if (has_subject(finding.kind)) finding.subject = reader.text(json, "subject");
  return finding;
}

TraceStep read_step(Reader& reader, const Json& json) {
  TraceStep step;
  step.decision.thread = reader.number<ThreadId>(json, "thread");
  step.decision.choice = reader.number<uint32_t>(json, "choice");
  step.action = reader.text(json, "action");
  step.place = Place{reader.text(json, "file"), reader.number<uint32_t>(json, "line"), 0};
  return step;
}

Trace read_body(Reader& reader, const Json& json) {
  Trace trace;
  const Json& program = reader.object(json, "program");
  trace.directory = reader.text(program, "directory");
  trace.inputs = reader.texts(program, "inputs");
  trace.compiler_flags = reader.texts(program, "compiler_flags");
  trace.compile_commands = reader.text(program, "compile_commands");
  const Json& machine = reader.object(json, "machine");
  trace.args = reader.texts(machine, "args");
  trace.nondet_rand = reader.flag(machine, "nondet_rand");
  trace.malloc_may_fail = reader.flag(machine, "malloc_may_fail");
  trace.reuse_addresses = machine.contains("reuse_addresses") && reader.flag(machine, "reuse_addresses");
  trace.spurious_wakeups = reader.flag(machine, "spurious_wakeups");
  if (machine.contains("spurious_failures")) trace.spurious_failures = reader.flag(machine, "spurious_failures");
  if (machine.contains("lossy")) trace.lossy = reader.flag(machine, "lossy");
  if (machine.contains("past_memory_errors")) trace.past_memory_errors = reader.flag(machine, "past_memory_errors");
  if (machine.contains("torn_copies")) trace.torn_copies = reader.flag(machine, "torn_copies");
  if (machine.contains("nondet_values")) trace.nondet_values = reader.numbers(machine, "nondet_values");
  trace.max_frames = reader.number<uint64_t>(machine, "max_frames");
  trace.max_heap_bytes = reader.number<uint64_t>(machine, "max_heap_bytes");
  trace.max_threads = reader.number<uint32_t>(machine, "max_threads");
  trace.finding = read_finding(reader, reader.object(json, "finding"));
  for (const Json& step : reader.array(json, "steps")) trace.steps.push_back(read_step(reader, step));
  if (json.contains("native")) {
    const Json& native = reader.object(json, "native");
    trace.native = NativeTrace{reader.text(native, "program"), reader.text(native, "learned")};
  }
  const bool has_program = trace.native && !trace.native->program.empty();
  if (trace.inputs.empty() && !has_program) reader.fail("'inputs' names no file");
  if (trace.args.empty()) reader.fail("'args' does not contain the program's name");
  return trace;
}

}  // namespace

std::string trace_to_json(const Trace& trace) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["program"] = Json{{"directory", trace.directory},
                         {"inputs", trace.inputs},
                         {"compiler_flags", trace.compiler_flags},
                         {"compile_commands", trace.compile_commands}};
  json["machine"] = Json{{"args", trace.args},
                         {"nondet_rand", trace.nondet_rand},
                         {"malloc_may_fail", trace.malloc_may_fail},
                         {"spurious_wakeups", trace.spurious_wakeups},
                         {"spurious_failures", trace.spurious_failures},
                         {"lossy", trace.lossy},
                         {"past_memory_errors", trace.past_memory_errors},
                         {"torn_copies", trace.torn_copies},
                         {"max_frames", trace.max_frames},
                         {"max_heap_bytes", trace.max_heap_bytes},
                         {"max_threads", trace.max_threads}};
  if (trace.reuse_addresses) json["machine"]["reuse_addresses"] = true;
  if (!trace.nondet_values.empty()) json["machine"]["nondet_values"] = trace.nondet_values;
  if (trace.native) json["native"] = Json{{"program", trace.native->program}, {"learned", trace.native->learned}};
  json["finding"] = finding_to_json(trace.finding);
  // One step per line, because people read traces and compare them with diff.
  std::string text = dump(json, 1);
  text.resize(text.size() - 2);  // the closing "\n}"
  text += ",\n \"steps\": [";
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    Json line{{"thread", step.decision.thread},
              {"choice", step.decision.choice},
              {"action", step.action},
              {"file", step.place.file},
              {"line", step.place.line}};
    text += (i == 0 ? "\n  " : ",\n  ") + dump(line, -1);
  }
  return text + "\n ]\n}\n";
}

ParsedTrace trace_from_json(std::string_view text) {
  ParsedTrace result;
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  Reader reader;
  if (json.is_discarded()) {
    reader.fail("it is not JSON");
  } else if (reader.text(json, "format") != kFormat && reader.error().empty()) {
    reader.fail(std::string("'format' must be '") + kFormat + "'");
  } else if (reader.number<uint64_t>(json, "version") != kVersion && reader.error().empty()) {
    reader.fail("it was written by another version of Mover");
  } else {
    result.trace = read_body(reader, json);
  }
  if (!reader.error().empty()) result.error = "not a trace of Mover: " + reader.error();
  return result;
}

ParsedTrace read_trace(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) return ParsedTrace{{}, path + ": cannot be read"};
  ParsedTrace result = trace_from_json(text.str());
  if (!result.error.empty()) result.error = path + ": " + result.error;
  return result;
}

std::string write_trace(const Trace& trace, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << trace_to_json(trace);
  file.close();
  return file ? "" : path + ": the trace cannot be written there; choose another place with --trace=FILE";
}

TraceFinding to_trace(const ir::Program& program, const Finding& finding) {
  TraceFinding result;
  result.kind = finding.kind;
  result.message = finding.message;
  result.thread = finding.thread;
  result.place = place_of(program, finding.loc);
  result.livelock = finding.livelock;
  result.fairness = finding.fairness;
  result.loop = finding.loop;
  result.subject = finding.subject;
  if (has_other_side(finding.kind)) {
    result.other_thread = finding.other_thread;
    result.other_place = place_of(program, finding.other_loc);
  }
  return result;
}

Schedule schedule_of(const Trace& trace) {
  Schedule schedule;
  for (const TraceStep& step : trace.steps) schedule.push_back(step.decision);
  return schedule;
}

}  // namespace mover
