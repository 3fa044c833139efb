// cout, cerr and clog, which write to the program's standard output and error, and cin, which cannot be read. The
// objects are exempt from interleaving (vm/object.h): threads may use them at the same time, and the order of what they
// write is not explored.
#include <istream>
#include <new>
#include <ostream>
#include <streambuf>

extern "C" {
#include "libc/builtins.h"
}

namespace {

void note_assumption() {
  __mover_note(
      "races on the format of std::cout, cerr and clog (std::hex or std::setprecision in two threads) are not looked "
      "for");
}

// What is written to the descriptor is not kept in a buffer.
class Console final : public std::streambuf {
 public:
  explicit Console(int descriptor) : descriptor_(descriptor) {}

 private:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    note_assumption();
    const char byte = traits_type::to_char_type(c);
    __mover_write(descriptor_, &byte, 1);
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    note_assumption();
    if (size > 0) __mover_write(descriptor_, text, static_cast<size_t>(size));
    return size;
  }
  int_type underflow() override { __mover_unsupported("reading from std::cin"); }

  int descriptor_;
};

}  // namespace

extern "C" {
bool __mover_internal_streams_are_made;
alignas(16) char __mover_internal_cout[sizeof(std::ostream)];
alignas(16) char __mover_internal_cerr[sizeof(std::ostream)];
alignas(16) char __mover_internal_clog[sizeof(std::ostream)];
alignas(16) char __mover_internal_cin[sizeof(std::istream)];
alignas(16) char __mover_internal_console_0[sizeof(Console)];
alignas(16) char __mover_internal_console_1[sizeof(Console)];
alignas(16) char __mover_internal_console_2[sizeof(Console)];
extern char cout_itself[sizeof(std::ostream)] __asm__("_ZSt4cout") __attribute__((alias("__mover_internal_cout")));
extern char cerr_itself[sizeof(std::ostream)] __asm__("_ZSt4cerr") __attribute__((alias("__mover_internal_cerr")));
extern char clog_itself[sizeof(std::ostream)] __asm__("_ZSt4clog") __attribute__((alias("__mover_internal_clog")));
extern char cin_itself[sizeof(std::istream)] __asm__("_ZSt3cin") __attribute__((alias("__mover_internal_cin")));
}

namespace std {

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
  if (__mover_internal_streams_are_made) return;
  __mover_internal_streams_are_made = true;
  auto* const input = ::new (__mover_internal_console_0) Console(0);
  auto* const output = ::new (__mover_internal_console_1) Console(1);
  auto* const errors = ::new (__mover_internal_console_2) Console(2);
  auto* const cout = ::new (__mover_internal_cout) ostream(output);
  auto* const cerr = ::new (__mover_internal_cerr) ostream(errors);
  ::new (__mover_internal_clog) ostream(errors);
  auto* const cin = ::new (__mover_internal_cin) istream(input);
  cin->tie(cout);
  cerr->setf(ios_base::unitbuf);
  cerr->tie(cout);
}

ios_base::Init::~Init() = default;

bool ios_base::sync_with_stdio(bool) { return true; }

}  // namespace std
