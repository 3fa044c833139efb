// The program's present state as a tuple of chunks, so that searches can tell whether it has been there before: what
// its memory and its stacks hold, what each thread is at, and what is known of its locks.
//
// If a search relies on it (World::matching), the state also tells which past accesses later ones could race with,
// and the threads that they happen-before: as that decides what is learned and found from there on. Only accesses to
// words count that several threads access and one of them writes. These words are learned as well, in all executions
// (World::state_refinements).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine/machine.h"
#include "memory/memory.h"

namespace mover::runtime {

class States {
 public:
  void canonical(ChunkSink& sink, std::vector<uint32_t>& tuple);
  void forget() { images_.clear(), initial_.clear(); }  // the next sink is another one

 private:
  static constexpr uint32_t kPiece = 256, kPieces = kPageSize / kPiece;
  struct Image {  // the contents of a page when it was last compared
    uint8_t bytes[kPageSize];
    std::array<uint32_t, kPieces> pieces;  // as chunks
    uint32_t chunk;                        // all of it
  };
  uint32_t chunk_of(ChunkSink& sink, uint64_t page, const uint8_t* bytes, uint32_t from);

  std::unordered_map<uint64_t, std::unique_ptr<Image>> images_;
  std::vector<uint32_t> initial_;  // of the pages that were written at some time, in that order
};

// The parts of a state that other files keep.
void put_ends(std::string& to);      // of exit handlers and keys
void put_signals(std::string& to);   // … of handlers and masks
void put_wake_ups(std::string& to);  // … of variables of libc++ that are waited on
void put_unset(std::string& to);     // … of what unseen code may have set
extern char* place_of_strtok;

}  // namespace mover::runtime
