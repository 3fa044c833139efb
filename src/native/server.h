// The end of the protocol inside the process of the program. It answers requests by querying a machine. It is part of
// the run-time library, so it throws nothing, writes to no stream, and calls no function of the C library for which the
// run-time library stands in. It allocates with the `operator new` of the run-time library.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "machine/machine.h"
#include "search/search.h"
#include "trace/shorten.h"

namespace mover::native {

// Services of the run-time library besides its machine. Each may be empty.
struct Services {
  // The searches, by the name of the reduction, as in --reduction=. A search may leave the machine in any state. It
  // calls options.progress from time to time (Budget in search/findings.h), which checks whether the search must stop.
  std::map<std::string, std::function<SearchResult(const SearchOptions&)>> searches;
  // The program counters, by LocId; see protocol.h. Empty: both sides have the same program, with the same LocIds.
  std::function<std::span<const Address>()> program_counters;
  std::function<std::string()> learned;  // see Message::Learned, and Teach
  std::function<void(const std::string&)> teach;
  // Whether no other code uses the process, so that the limits in requests apply to the whole process
  // (support/deadline.h).
  bool has_process = false;
  std::function<void(bool)> learn;                                           // see Message::Learn
  std::function<void(const std::vector<uint32_t>&)> rank_places;             // see Message::Places
  std::function<Violation(const Violation&, const ShortenBudget&)> shorten;  // may leave the machine in any state
};

// Sends Hello, and answers requests until Quit or the end of the connection.
void serve(int fd, Machine& machine, const Services& services);

}  // namespace mover::native
