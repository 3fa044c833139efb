// The net effect of composed transitions [STO02, sections 5.2 and 5.3].
#include "search/composition.h"

#include <algorithm>

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

void add_alternative(Footprint& transition, const Footprint& other) {
  for (const Touch& touch : other) add(transition, touch);
}

}  // namespace mover
