// Accesses that do not race because the C++ library promises it: those of formatted and unformatted input and output to
// the standard streams as long as they are synchronised with stdio [iostream.objects.overview], and those to the
// library's own variables (tables of the classic locale that are filled when they are needed, always with the same).
#pragma once

#include <cstdint>

namespace mover::runtime {

class StandardStreams {
 public:
  // REQUIRES: all libraries are loaded.
  void find();

  // Whether an access from `pc` to a standard stream is one that races with no other of its kind. A call that changes
  // the stream's state by itself (std::hex, std::setw, fill(), rdbuf()) may race with it.
  bool is_synchronised(uint64_t address, bool write, const void* pc) const {
    return address - begin_ < end_ - begin_ && is_in_stream(address, write, pc);
  }
  // Whether it is the library's own: nothing that it does there is a race of the program's.
  bool is_library_variable(uint64_t address) const {
    return address - library_begin_ < library_end_ - library_begin_ && is_hidden(address);
  }

 private:
  bool is_in_stream(uint64_t address, bool write, const void* pc) const;
  bool is_hidden(uint64_t address) const;

  uint64_t begin_ = 0, end_ = 0;                  // of all streams
  uint64_t library_begin_ = 0, library_end_ = 0;  // of libstdc++'s variables
};

extern StandardStreams standard_streams;

}  // namespace mover::runtime
