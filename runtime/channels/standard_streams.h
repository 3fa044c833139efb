// Recognises accesses that the C++ library guarantees to be free of data races. These are of two kinds. Formatted and
// unformatted input and output may access the standard streams, as long as the streams are synchronised with stdio
// [iostream.objects.overview]. All functions may access the library's own variables, such as tables of the classic
// locale, which are filled on demand, always with the same values.
#pragma once

#include <cstdint>

namespace mover::runtime {

class StandardStreams {
 public:
  // REQUIRES: all libraries are loaded.
  void find();

  // Whether `address` lies in a standard stream and the access from `pc` belongs to input or output, so that it does
  // not race with other input or output. It may race with a call that only changes the stream's state (std::hex,
  // std::setw, fill(), rdbuf()).
  bool is_synchronised(uint64_t address, bool write, const void* pc) const {
    return address - begin_ < end_ - begin_ && is_in_stream(address, write, pc);
  }
  // Whether `address` lies in a variable of the library itself. Accesses to it are never reported as data races.
  bool is_library_variable(uint64_t address) const {
    return address - library_begin_ < library_end_ - library_begin_ && is_outside_streams(address);
  }

 private:
  bool is_in_stream(uint64_t address, bool write, const void* pc) const;
  // Whether `address` lies neither in a standard stream nor in the buffer of a standard stream that is not synchronised
  // with stdio.
  bool is_outside_streams(uint64_t address) const;

  uint64_t begin_ = 0, end_ = 0;                  // a range that contains all standard streams
  uint64_t library_begin_ = 0, library_end_ = 0;  // a range that contains libstdc++'s variables
};

extern StandardStreams standard_streams;

}  // namespace mover::runtime
