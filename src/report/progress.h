// The line that shows the progress of a search. It is written to a terminal only, updated a few times per second, and
// erased before the report.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "search/search.h"

namespace mover {

class Progress {
 public:
  explicit Progress(int fd);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const Statistics& stats, uint64_t depth);
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  int fd_;
  bool active_;  // the file is a terminal, and no write to it has failed
  bool shown_ = false;
  Clock::time_point begin_, last_;
};

// "1,204,511 states, depth 311, 301,127 states/s, 4 s, 45 MiB"; "4 s, 45 MiB" if nothing was counted
std::string progress_text(const Statistics& stats, uint64_t depth, double seconds, uint64_t rss_kib);

}  // namespace mover
