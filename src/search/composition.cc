// The net effect of composed transitions [STO02, sections 5.2 and 5.3].
#include "search/composition.h"

#include <algorithm>
#include <tuple>

namespace mover {

using Kind = Touch::Kind;

namespace {

void add(Footprint& transition, const Touch& touch) {
  if (std::find(transition.begin(), transition.end(), touch) == transition.end()) transition.push_back(touch);
}

// Adds a release. If the transition has now released the lock as often as acquired it, it leaves the lock unchanged.
void release(Footprint& transition, const Touch& touch) {
  auto is = [&](Kind kind) { return [&, kind](const Touch& t) { return t == Touch{kind, touch.object, touch.size}; }; };
  const auto begin = transition.begin(), end = transition.end();
  const auto acquired = std::count_if(begin, end, is(Kind::Acquire));
  transition.push_back(touch);
  if (acquired == 0 || acquired != std::count_if(transition.begin(), transition.end(), is(Kind::Release))) return;
  std::erase_if(transition, is(Kind::Acquire));
  std::erase_if(transition, is(Kind::Release));
  add(transition, {Kind::Through, touch.object, touch.size});
}

// Sorts the touches by kind and address, and joins those of the same kind that overlap or are adjacent.
void join_adjacent(Footprint& touches) {
  std::sort(touches.begin(), touches.end(), [](const Touch& one, const Touch& other) {
    return std::tie(one.kind, one.object) < std::tie(other.kind, other.object);
  });
  size_t kept = 0;
  for (const Touch& touch : touches) {
    Touch* last = kept == 0 ? nullptr : &touches[kept - 1];
    if (last != nullptr && last->kind == touch.kind && touch.object <= last->object + last->size)
      last->size = std::max(last->size, touch.object + touch.size - last->object);
    else
      touches[kept++] = touch;
  }
  touches.resize(kept);
}

}  // namespace

void compose(Footprint& transition, const Footprint& step) {
  for (const Touch& touch : step) {
    if (touch.kind == Kind::Release)
      release(transition, touch);
    else if (touch.kind == Kind::Acquire)
      transition.push_back(touch);  // one element for each acquisition, because releases are counted
    else
      add(transition, touch);
  }
}

// If there are too many separate ranges, one range that contains all of them stands for them.
void compose_merged(Footprint& transition, const std::vector<Event>& events) {
  constexpr size_t kMostRanges = 256;
  Footprint accesses;
  for (const Event& event : events)
    if (event.is_access() && event.access.size != 0)
      accesses.push_back({event.access.write ? Kind::Write : Kind::Read, event.access.address, event.access.size});
  join_adjacent(accesses);
  if (accesses.size() > kMostRanges) {
    Address begin = UINT64_MAX, end = 0;
    for (const Touch& touch : accesses) {
      begin = std::min(begin, touch.object);
      end = std::max(end, touch.object + touch.size);
    }
    accesses = {{Kind::Write, begin, end - begin}};
  }
  for (const Touch& touch : accesses) add(transition, touch);
  for (const Event& event : events) {
    if (event.kind != Event::Kind::Release) continue;
    const auto acquisition = std::find_if(transition.begin(), transition.end(), [&](const Touch& touch) {
      return touch.kind == Kind::Acquire && touch.object == event.object;
    });
    const uint64_t size = acquisition != transition.end() ? acquisition->size : 1;
    compose(transition, {{event.shared ? Kind::ReleaseShared : Kind::Release, event.object, size}});
  }
}

void add_alternative(Footprint& transition, const Footprint& other) {
  for (const Touch& touch : other) add(transition, touch);
}

}  // namespace mover
