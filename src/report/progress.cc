#include "report/progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "report/style.h"
#include "support/resident.h"

namespace mover {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(200);

// Returns whether the text was written. If not, the search continues without showing its progress.
bool put(int fd, const std::string& text) {
  return write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace

std::string progress_text(const Statistics& stats, uint64_t depth, double seconds, uint64_t rss_kib) {
  char elapsed[32];
  std::snprintf(elapsed, sizeof elapsed, "%.0f s", seconds);
  std::string spent = std::string(elapsed) + ", " + with_thousands(rss_kib / 1024) + " MiB";
  if (stats.states == 0 && stats.executions == 0 && stats.transitions == 0) return spent;
  // Searches that store no states count executions.
  const bool stores = stats.states > 0 || stats.executions == 0;
  const uint64_t count = stores ? stats.states : stats.executions;
  const std::string unit = stores ? " states" : " executions";
  const double rate = seconds > 0 ? static_cast<double>(count) / seconds : 0;
  return with_thousands(count) + unit + ", depth " + with_thousands(depth) + ", " +
         with_thousands(static_cast<uint64_t>(rate)) + unit + "/s, " + spent;
}

Progress::Progress(int fd) : fd_(fd), active_(isatty(fd) != 0), begin_(Clock::now()), last_(begin_) {}

void Progress::update(const Statistics& stats, uint64_t depth) {
  if (!active_) return;
  Clock::time_point now = Clock::now();
  if (now - last_ < kInterval) return;
  last_ = now;
  double seconds = std::chrono::duration<double>(now - begin_).count();
  std::string text = fit(progress_text(stats, depth, seconds, resident_kib()), style_for(fd_).width - 1, Style());
  active_ = put(fd_, "\r\033[K" + text);
  shown_ = true;
}

void Progress::erase() {
  if (active_ && shown_) active_ = put(fd_, "\r\033[K");
  shown_ = false;
}

}  // namespace mover
