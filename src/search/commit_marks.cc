// Updates of commit marks by the steps of a thread, and the canonical form of all marks.
#include "search/commit_marks.h"

#include <algorithm>

namespace mover {

namespace {

// Marks the scopes that were open before the step if it has committed; scopes that the step opened stay unmarked.
void update(std::vector<ir::LocId>& marks, size_t kept, size_t now, ir::LocId committed_at) {
  marks.resize(kept, 0);
  for (ir::LocId& mark : marks)
    if (mark == 0) mark = committed_at;
  marks.resize(now, 0);
}

}  // namespace

void CommitMarks::step(ThreadId t, const Scopes& scopes, ir::LocId committed_at) {
  if (threads_.size() <= t) threads_.resize(t + 1);
  update(threads_[t].functions, scopes.functions_kept, scopes.functions.size(), committed_at);
  update(threads_[t].blocks, scopes.blocks_kept, scopes.blocks.size(), committed_at);
}

std::vector<CommitMarks::Marked> CommitMarks::marked(ThreadId t) const {
  std::vector<Marked> result;
  if (t >= threads_.size()) return result;
  for (uint32_t i = 0; i < threads_[t].blocks.size(); ++i)
    if (threads_[t].blocks[i] != 0) result.push_back({true, i, threads_[t].blocks[i]});
  for (uint32_t i = 0; i < threads_[t].functions.size(); ++i)
    if (threads_[t].functions[i] != 0) result.push_back({false, i, threads_[t].functions[i]});
  return result;
}

std::string CommitMarks::canonical() const {
  std::string text;
  bool any = false;
  auto put = [&](const std::vector<ir::LocId>& marks) {
    text += static_cast<char>(std::min<size_t>(marks.size(), 255));
    for (ir::LocId mark : marks) {
      text += mark != 0 ? '1' : '0';
      any |= mark != 0;
    }
  };
  for (const Marks& marks : threads_) put(marks.functions), put(marks.blocks);
  return any ? text : "";
}

}  // namespace mover
