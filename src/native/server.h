// The end of the protocol inside the process of the program under control: answers requests with what a machine
// says. Part of the run-time library, so it throws nothing, writes to no stream and calls no function of the C library
// that the run-time might have replaced; what it allocates is allocated by whatever `operator new` means there.
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

// What the run-time offers besides its machine. Each may be empty.
struct Services {
  // By the name of the reduction, as --reduction= has it. A search may leave the machine in any state. It calls
  // options.progress now and then (search/findings.h: Watch does), which is also when it learns that it is to stop.
  std::map<std::string, std::function<SearchResult(const SearchOptions&)>> searches;
  // By LocId; see protocol.h. Empty: LocIds are those of a program that the other side has as well.
  std::function<std::span<const Address>()> program_counters;
  std::function<std::string()> learned;  // see Message::Learned, and Teach
  std::function<void(const std::string&)> teach;
  bool has_process =
      false;  // of its own: then the limits that requests come with are the process's (support/deadline.h)
  std::function<void(bool)> learn;                                           // see Message::Learn
  std::function<void(const std::vector<uint32_t>&)> rank_places;             // see Message::Places
  std::function<Violation(const Violation&, const ShortenBudget&)> shorten;  // may leave the machine in any state
};

// Sends Hello, and answers until Quit or the end of the connection.
void serve(int fd, Machine& machine, const Services& services);

}  // namespace mover::native
