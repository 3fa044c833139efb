// Writes the program's present state as a tuple of chunks, for state matching. The state consists of the contents of
// memory and stacks, the next action of each thread, and the states of the locks.
//
// If a search matches states (World::matching), the state also contains the past accesses that later ones could race
// with, and the threads that they happen-before, because these decide which races and refinements are found later. A
// word is shared if several threads access it and at least one of them writes it; only accesses to shared words count.
// The set of shared words grows over all executions (World::state_refinements).
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
  void clear() { images_.clear(), initial_.clear(); }  // must be called before canonical() gets another sink

 private:
  static constexpr uint32_t kPiece = 256, kPieces = kPageSize / kPiece;
  struct Image {  // the contents of a page when it was last compared
    uint8_t bytes[kPageSize];
    std::array<uint32_t, kPieces> pieces;  // the chunks of its pieces
    uint32_t chunk;                        // the chunk of the whole page
  };
  uint32_t chunk_of(ChunkSink& sink, uint64_t page, const uint8_t* bytes, uint32_t from);

  std::unordered_map<uint64_t, std::unique_ptr<Image>> images_;
  // The initial contents of the pages that were ever written, in the order of the first writes.
  std::vector<uint32_t> initial_;
};

// Each of these functions appends a part of the state, and is defined in the file that keeps this part.
void put_keys(std::string& to);           // keys of thread-specific data
void put_exit_handlers(std::string& to);  // exit handlers, and the status that they get
void put_signals(std::string& to);        // signal handlers and masks
void put_wake_ups(std::string& to);       // variables of libc++ that threads wait on
void put_unset(std::string& to);          // whether unseen code may have set bytes
extern char* place_of_strtok;

}  // namespace mover::runtime
