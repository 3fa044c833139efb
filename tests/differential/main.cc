// The differential tester. It compares every search with the judge, which explores all interleavings, on every small
// program (up to symmetry) and on random ones. It ends with "N passed, N failed", and exits with 1 if there is a
// disagreement. A program on which searches disagree is shrunk, printed as C and IR, and kept in
// tests/differential/kept. Every later run tries these programs first.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "differential/campaign.h"
#include "differential/emit.h"
#include "support/options.h"

namespace {

using mover::support::OptionKind;

constexpr mover::support::OptionRow kOptions[] = {
    {"--quick", OptionKind::Flag, "", "", "run",
     "half of the core programs whose statements all interact, samples of the rest, some random programs (the "
     "default)"},
    {"--full", OptionKind::Flag, "", "", "run", "every enumerated program, many random ones"},
    {"--random", OptionKind::Count, "N", "", "run", "so many random programs as IR, and no enumeration"},
    {"--random-c", OptionKind::Count, "N", "", "run", "so many random programs as C, and no enumeration"},
    {"--large", OptionKind::Count, "N", "", "run",
     "so many random programs that are larger, against the stateful search, and no enumeration"},
    {"--seed", OptionKind::Count, "N", "1", "run", "of the random programs"},
    {"--budget", OptionKind::Count, "N", "60000", "run", "steps that a search may take on one program"},
    {"--jobs", OptionKind::Count, "N", "2", "run", "processes (at most 16)"},
    {"--kept", OptionKind::Text, "FOLDER", "", "run", "where kept cases are, instead of beside the source"},
    {"--self-test", OptionKind::Flag, "", "", "run", "tests the tester on searches that are wrong on purpose"},
    {"--circuits", OptionKind::Count, "N", "", "run",
     "the reductions of the symbolic engine on so many random programs; with --self-test, wrong ones"},
    {"--write", OptionKind::Text, "FOLDER", "", "run", "writes the programs of --random-c there, and runs nothing"},
    {"--judge", OptionKind::Text, "FOLDER", "", "run",
     "tries every .c file there, and prints what the searches say; --only=NAME: that one alone"},
    {"--only", OptionKind::Text, "NAME", "", "run",
     "one program of the run, with all that is known about it; of the self-test, one wrong search"},
};

std::string kept_beside_source() { return (std::filesystem::path(__FILE__).parent_path() / "kept").string(); }

mover::differential::Settings settings_of(const mover::support::Arguments& arguments) {
  mover::differential::Settings settings;
  settings.full = arguments.given("--full");
  settings.random = settings.full ? 20000 : 800;
  settings.random_c = settings.full ? 1000 : 80;
  settings.large = settings.full ? 10000 : 200;
  if (arguments.given("--random") || arguments.given("--random-c") || arguments.given("--large")) {
    settings.enumerated = false;
    settings.large = arguments.count("--large");
    settings.random = arguments.count("--random");
    settings.random_c = arguments.count("--random-c");
  }
  settings.seed = arguments.count("--seed");
  settings.rules = {mover::differential::contestants(), arguments.count("--budget")};
  settings.jobs = static_cast<uint32_t>(std::min<uint64_t>(16, arguments.count("--jobs")));
  settings.kept = arguments.given("--kept") ? arguments.text("--kept") : kept_beside_source();
  settings.only = arguments.text("--only");
  return settings;
}

// Writes the programs of a run as C files, for tests/native/differential.py, which checks them natively.
int write_programs(const mover::differential::Settings& settings, const std::string& folder) {
  const mover::differential::Plan plan(settings);
  for (uint32_t i = 0; i < plan.size(); ++i) {
    if (plan.source(i) != mover::differential::Source::RandomC) continue;
    std::ofstream file(std::filesystem::path(folder) / (plan.name(i) + ".c"));
    file << mover::differential::emit_c(plan.program(i));
    if (!file) return 1;
  }
  return 0;
}

// Tries all C files of a folder and prints the answers of all searches in machine-readable form, for tests/generators.
int judge_files(const mover::differential::Settings& settings, const std::string& folder) {
  using mover::differential::Trial;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".c" && (settings.only.empty() || entry.path().stem() == settings.only))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    auto tried = [&](const mover::differential::Rules& rules) {
      return mover::differential::run_isolated([&] { return mover::differential::run_c_file(file.string(), rules); });
    };
    Trial trial = tried(settings.rules);
    if (trial.outcome == mover::differential::Outcome::Skipped) trial = tried(without_judge(settings.rules));
    std::printf("== %s %s: %s\n%s", file.stem().c_str(), to_text(trial.outcome), trial.reason.c_str(),
                trial.answers.c_str());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto parsed = mover::support::parse_arguments(kOptions, "run", words);
  if (!parsed.error.empty() || !parsed.arguments.inputs.empty()) {
    std::fprintf(stderr, "%s\n%s", parsed.error.c_str(), mover::support::options_help(kOptions, "run", 100).c_str());
    return 1;
  }
  const auto settings = settings_of(parsed.arguments);
  if (parsed.arguments.given("--write")) return write_programs(settings, parsed.arguments.text("--write"));
  if (parsed.arguments.given("--judge")) return judge_files(settings, parsed.arguments.text("--judge"));
  if (parsed.arguments.given("--circuits"))
    return (parsed.arguments.given("--self-test")
                ? mover::differential::notice_circuit_ablations(settings)
                : mover::differential::compare_circuits(settings, parsed.arguments.count("--circuits")))
               ? 0
               : 1;
  if (parsed.arguments.given("--self-test")) return mover::differential::notice_ablations(settings) ? 0 : 1;
  return mover::differential::run_campaign(settings) ? 0 : 1;
}
