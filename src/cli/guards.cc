// mover guards: reports the locks that protect each shared variable, and writes annotations for Clang.
#include "report/guards.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <variant>

#include "cli/limits.h"
#include "cli/pipeline.h"
#include "frontend/thread_safety.h"
#include "report/annotations.h"
#include "support/deadline.h"
#include "support/exit_codes.h"
#include "trace/location.h"

namespace mover::cli {

namespace {

namespace fs = std::filesystem;

GuardsOutcome outcome_of(const ir::Program& program, const SearchResult& result, const Settings& settings) {
  GuardsOutcome outcome;
  outcome.program = listed(settings.inputs);
  outcome.code = &program;
  outcome.guards = result.guards;
  outcome.functions = result.functions;
  outcome.stats = result.stats;
  if (std::string sentence = stop_sentence(result.stop, settings); !sentence.empty())
    outcome.incomplete.push_back(sentence);
  add_new(outcome.incomplete, in_words(program, result.incomplete));
  for (const Finding& finding : result.unasked)
    outcome.notes.push_back("executions end at " + to_text(place_of(program, finding.loc)) + ": " + finding.message);
  return outcome;
}

// The user's sources below the current folder, and the headers below it that they include in quotes.
class Sources {
 public:
  explicit Sources(const ir::Program& program) {
    for (const ir::Function& function : program.functions)
      if (!function.is_library) add(program.files[program.locs[function.loc].file]);
    for (const ir::Global& global : program.globals)
      if (!global.is_library) add(program.files[program.locs[global.loc].file]);
  }
  std::vector<SourceFile> take() { return std::move(files_); }

 private:
  void add(const std::string& name) {
    std::error_code error;
    const fs::path whole = fs::canonical(name, error);
    if (name.empty() || error || !fs::is_regular_file(whole, error)) return;
    const std::string path = whole.lexically_relative(fs::canonical(fs::current_path(), error)).string();
    if (path.empty() || path.starts_with("..")) return;
    for (const SourceFile& known : files_)
      if (known.path == path) return;
    std::ifstream stream(whole, std::ios::binary);
    std::stringstream text;
    if (!(text << stream.rdbuf())) return;
    files_.push_back({name, path, text.str()});
    for (const std::string& header : CSource(text.str()).includes())
      add((fs::path(name).parent_path() / header).lexically_normal().string());
  }

  std::vector<SourceFile> files_;
};

// Compiles the patched files with Clang and changes the annotations until Clang has no warnings. Returns remarks for
// the user if that does not succeed.
std::vector<std::string> adapt_to_clang(Annotations& annotations, const Settings& settings) {
  const frontend::Input input{settings.inputs, settings.compiler_flags, settings.compile_commands};
  while (!annotations.diff().empty()) {
    if (support::deadline().reached()) return {"there was no time to check the patch with Clang"};
    auto answer = frontend::check_thread_safety(input, annotations.patched());
    if (auto* error = std::get_if<frontend::Error>(&answer))
      return {"the patch was not checked with Clang: " + error->message};
    std::vector<Annotations::Warning> warnings;
    for (const auto& warning : std::get<std::vector<frontend::ThreadSafetyWarning>>(answer))
      warnings.push_back({warning.file, warning.line, warning.column, warning.about_access, warning.message});
    if (warnings.empty()) break;
    if (annotations.resolve(warnings)) continue;
    const Annotations::Warning& first = warnings.front();
    return {"with the patch Clang says at " + to_text(Place{first.file, first.line, first.column}) + ": " +
            first.message};
  }
  return {};
}

bool write_patch(const ir::Program& program, const SearchResult& result, const Settings& settings,
                 GuardsOutcome& outcome) {
  Annotations annotations(program, Sources(program).take());
  annotations.plan(result.guards, result.function_guards);
  const std::vector<std::string> unresolved = adapt_to_clang(annotations, settings);
  add_new(outcome.notes, annotations.remarks());
  add_new(outcome.notes, unresolved);
  const std::string patch = annotations.diff();
  if (!patch.empty() && !outcome.incomplete.empty())
    outcome.notes.push_back("the patch is based on the explored executions only: other executions may violate it");
  if (patch.empty()) outcome.notes.push_back("there is nothing to annotate: the patch is empty");
  return write_out(settings.patch, patch);
}

}  // namespace

int deliver_guards(const ir::Program& program, const SearchResult& result, const Settings& settings) {
  GuardsOutcome outcome = outcome_of(program, result, settings);
  if (!settings.patch.empty() && !write_patch(program, result, settings, outcome)) return kExitUsage;
  FILE* stream = settings.json == "-" || settings.patch == "-" ? stderr : stdout;
  if (!settings.quiet) std::fputs(guards_table(outcome, style_of(stream, settings), settings.verbose).c_str(), stream);
  std::fflush(stream);
  if (!write_out(settings.json, guards_json(outcome))) return kExitUsage;
  if (result.stop == Stop::Interrupted) return kExitInterrupted;
  return outcome.incomplete.empty() ? kExitSafe : kExitUnknown;
}

}  // namespace mover::cli
