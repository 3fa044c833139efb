#include "ir/format.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace mover::ir {

namespace {

std::string hex(uint64_t value) {
  char digits[17];
  auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return std::string(digits, end);
}

bool is_plain_name(std::string_view name) {
  for (char c : name) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '_' && c != '.' && c != '$') return false;
  }
  return !name.empty();
}

template <typename Float, typename Bits>
std::string floating_as(uint64_t value) {
  const Bits bits = static_cast<Bits>(value);
  Float f;
  std::memcpy(&f, &bits, sizeof f);
  if (bits != value || !std::isfinite(f)) return "0x" + hex(value);
  char text[64];
  std::string out(text, std::to_chars(text, text + sizeof text, f).ptr);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += {'\\', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    }
  }
  return out + '"';
}

std::string symbol(std::string_view name) { return "@" + (is_plain_name(name) ? std::string(name) : quoted(name)); }

std::string integer(Wide value, uint32_t width) {
  constexpr uint64_t kSmall = 1 << 16;
  if (value < kSmall) return std::to_string(static_cast<uint64_t>(value));
  if (width > 1 && width <= 128) {
    const Wide mask = width == 128 ? ~Wide{0} : (Wide{1} << width) - 1;
    const Wide magnitude = (0 - value) & mask;
    if (value <= mask && magnitude < kSmall && magnitude <= mask / 2)
      return "-" + std::to_string(static_cast<uint64_t>(magnitude));
  }
  const auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  if (high == 0) return "0x" + hex(low);
  std::string digits = hex(low);
  return "0x" + hex(high) + std::string(16 - digits.size(), '0') + digits;
}

std::string floating(uint64_t bits, uint32_t width) {
  return width == 32 ? floating_as<float, uint32_t>(bits) : floating_as<double, uint64_t>(bits);
}

}  // namespace mover::ir
