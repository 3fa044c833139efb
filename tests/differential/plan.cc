// The programs of a run. Kept programs come first, because they are the most likely ones to fail again.
#include <algorithm>
#include <filesystem>

#include "differential/campaign.h"
#include "differential/generator.h"
#include "differential/random.h"

namespace mover::differential {
namespace {

std::vector<std::string> kept_files(const std::string& folder) {
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mir") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

// A run tries one in so many programs of this kind. The frame in which main is one of the threads has the fewest
// interleavings. So a full run tries every program in that frame, and programs of two threads in every frame. Programs
// with a statement that no other thread observes are tried less often: they test little more than the programs without
// that statement.
uint32_t one_in(bool full, const Sketch& sketch, bool interacting, Frame frame) {
  const bool core = sketch.theme == 0, two = sketch.threads == 2, cheap = frame == Frame::MainIsLast;
  if (full) return two || cheap ? 1 : 50;
  if (cheap && core) return interacting ? 2 : two ? 8 : 16;
  if (cheap) return two ? (interacting ? 2 : 40) : (interacting ? 32 : 200);
  return two ? (core && interacting ? 6 : 200) : 2000;
}

// The rules without searches in a randomised order. They are for programs of which there are very many, each with few
// interleavings.
Rules without_shuffled(Rules rules) {
  std::erase_if(rules.contestants, [](const Contestant& contestant) { return contestant.shuffled; });
  return rules;
}

}  // namespace

const char* to_text(Source source) {
  switch (source) {
    case Source::Kept:
      return "kept";
    case Source::Core:
      return "enumerated, core";
    case Source::Themes:
      return "enumerated, themes";
    case Source::Random:
      return "random";
    case Source::RandomC:
      return "random, as C";
    case Source::Large:
      return "random, large";
  }
  return "";
}

Plan::Plan(const Settings& settings)
    : seed_(settings.seed),
      rules_(settings.rules),
      large_rules_(without_judge(settings.rules)),
      core_rules_(without_shuffled(settings.rules)),
      kept_(kept_files(settings.kept)) {
  for (uint32_t i = 0; i < kept_.size(); ++i) entries_.push_back({Source::Kept, Frame::Join, i});
  for (uint32_t theme = 0; settings.enumerated && theme < themes().size(); ++theme) add_theme(theme, settings);
  for (uint32_t i = 0; i < settings.random; ++i) entries_.push_back({Source::Random, Frame::Join, i});
  for (uint32_t i = 0; i < settings.random_c; ++i) entries_.push_back({Source::RandomC, Frame::Join, i});
  for (uint32_t i = 0; i < settings.large; ++i) entries_.push_back({Source::Large, Frame::Join, i});
}

void Plan::add_theme(uint32_t theme, const Settings& settings) {
  const Source source = theme == 0 ? Source::Core : Source::Themes;
  for (const auto& [threads, operations] : {std::pair{2u, 3u}, std::pair{3u, 2u}}) {
    for (const Sketch& sketch : enumerate(theme, threads, operations)) {
      const uint32_t index = static_cast<uint32_t>(sketches_.size());
      sketches_.push_back(sketch);
      const bool interacting = interacts(sketch);
      Rng rng(index);
      for (uint32_t frame = 0; frame < kFrames; ++frame)
        if (rng.below(one_in(settings.full, sketch, interacting, static_cast<Frame>(frame))) == 0)
          entries_.push_back({source, static_cast<Frame>(frame), index});
    }
  }
}

Program Plan::program(uint32_t i) const {
  const Entry& entry = entries_[i];
  const bool alike = entry.index % 4 == 3;  // a part of the programs has symmetric threads
  auto draw = [&](const char* stream, const char* stream_of_alike, Size size) {
    return random_program(alike ? stream_of_alike : stream, seed_, entry.index, size, alike ? 1u << kAlike : 0);
  };
  if (entry.source == Source::Random) return draw("random", "alike", Size::Small);
  if (entry.source == Source::RandomC) return draw("c", "c-alike", Size::Small);
  if (entry.source == Source::Large) return draw("large", "large-alike", Size::Large);
  return make(sketches_[entry.index], entry.frame);
}

std::string Plan::name(uint32_t i) const {
  return source(i) == Source::Kept ? std::filesystem::path(kept_file(i)).stem().string() : program(i).name;
}

}  // namespace mover::differential
