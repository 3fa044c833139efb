// Fuzzes the trace reader. For arbitrary bytes it returns a trace or an error of one sentence. A trace that was read,
// and written and read again, must be the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mover::ParsedTrace first = mover::trace_from_json({reinterpret_cast<const char*>(data), size});
  if (!first.error.empty()) {
    if (first.error.find('\n') == std::string::npos || first.error.find("is no kind of violation") != std::string::npos)
      return 0;
    std::fprintf(stderr, "An error is one sentence: %s\n", first.error.c_str());
    std::abort();
  }
  std::string text = mover::trace_to_json(first.trace);
  mover::ParsedTrace second = mover::trace_from_json(text);
  if (second.error.empty() && second.trace == first.trace) return 0;
  std::fprintf(stderr, "What was written reads differently: %s\n%s", second.error.c_str(), text.c_str());
  std::abort();
}
