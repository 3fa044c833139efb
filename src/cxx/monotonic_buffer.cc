// Twin of std::pmr::monotonic_buffer_resource, which libstdc++ compiles into its shared library. Here it is
// instrumented like the program. This file defines its destructor, so the compiler emits here its table of virtual
// functions, and those virtual functions that the header defines.
//
// Buffers from upstream form a list: each buffer ends with its list node.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>

namespace std::pmr {

class monotonic_buffer_resource::_Chunk {
 public:
  void* begin;
  size_t size, alignment;
  _Chunk* next;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  constexpr size_t kMost = numeric_limits<size_t>::max();
  const size_t wanted = max(bytes, _M_next_bufsiz);
  alignment = max(alignment, alignof(max_align_t));
  // If the size overflows, upstream refuses it.
  const bool fits = wanted <= kMost - sizeof(_Chunk) - alignof(_Chunk);
  const size_t usable = (wanted + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk);
  const size_t size = fits ? usable + sizeof(_Chunk) : kMost;
  void* const begin = _M_upstream->allocate(size, alignment);
  _M_head = ::new (static_cast<char*>(begin) + usable) _Chunk{begin, size, alignment, _M_head};
  _M_current_buf = begin;
  _M_avail = usable;
  _M_next_bufsiz *= _S_growth_factor;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  for (_Chunk* next = _M_head; next != nullptr;) {
    const _Chunk last = *next;
    next = last.next;
    _M_upstream->deallocate(last.begin, last.size, last.alignment);
  }
  _M_head = nullptr;
}

}  // namespace std::pmr
