// Looks up footprints, and performs their accesses.
#include "libraries/footprints.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/numbers.h"
#include "libraries/footprint_list.h"
#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/assumptions.h"
#include "scheduling/process_state.h"

namespace mover::runtime {

namespace {

bool fits(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  if (rest.empty()) return true;
  for (size_t i = star; i <= text.size(); ++i)
    if (fits(rest, text.substr(i))) return true;
  return false;
}

// The number of characters of a text that an effect accesses. `other` is the value of the argument `like`.
template <typename Character>
uint64_t length_of(const Effect& effect, const Character* text, uint64_t other, uint64_t most) {
  const auto* second = reinterpret_cast<const Character*>(other);
  const auto wanted = static_cast<Character>(other);
  const auto differ = [&](uint64_t n) {
    return effect.size == Effect::Size::Same ? text[n] != second[n]
                                             : numbers::lower(text[n]) != numbers::lower(second[n]);
  };
  uint64_t n = 0;
  switch (effect.size) {
    case Effect::Size::Find:
      while (text[n] != 0 && text[n] != wanted) ++n;
      return n + 1;
    case Effect::Size::FindRaw:
      while (text[n] != wanted) ++n;
      return n + 1;
    case Effect::Size::Same:
    case Effect::Size::SameLetters:
      while (n < most && !differ(n) && text[n] != 0) ++n;
      return n + (n < most);
    case Effect::Size::Integer:
      return read_of_integer(text, effect.like < 0 ? 10 : static_cast<int>(other));
    case Effect::Size::Real:
      return read_of_real(text);
    default:
      while (n < most && text[n] != 0) ++n;
      return n + (n < most);
  }
}
uint64_t bytes_of_text(const Effect& effect, uint64_t address, const Arguments& arguments) {
  const uint64_t other = effect.like < 0 ? 0 : arguments.at[effect.like],
                 most = effect.most < 0 ? ~0ull : arguments.at[effect.most];
  return effect.is_wide ? length_of(effect, reinterpret_cast<const wchar_t*>(address), other, most) * sizeof(wchar_t)
                        : length_of(effect, reinterpret_cast<const char*>(address), other, most);
}

struct StandardString {  // the beginning of a std::string of libstdc++
  uint64_t characters, length;
};

bool is_text(Effect::Size size) {
  using enum Effect::Size;
  return size == String || size == Find || size == FindRaw || size == Same || size == SameLetters || size == Integer ||
         size == Real;
}

void access(uint64_t address, uint64_t size, Effect::Kind kind, const void* pc) {
  plain_access(reinterpret_cast<void*>(address), size, kind != Effect::Kind::Read, pc);
}

// The library changes a counter atomically: this is a step of its own, with acquire-release ordering.
void change_atomically(uint64_t address, uint64_t size, const void* pc) {
  if (world.alone()) return;
  atomic_access(reinterpret_cast<void*>(address), size, true, pc);
  world.access(address, size, true, true, true, location(pc), ir::Order::AcqRel);
  world.order_atomic(world.current(), address, size, true, true, ir::Order::AcqRel);
}

// end_catch performs the accesses of the end of a handler. If this is the last handler of an exception to which a
// std::exception_ptr refers, the exception's counter of owners changes. The following layouts are those of GCC's C++
// ABI.
struct UnwindHeader {
  uint64_t exception_class, rest[3];
};
struct alignas(16) CxxException {
  void* type_or_primary;
  void *destructor, *unexpected, *terminate;
  CxxException* next;
  int handlers, switch_value;
  void *action, *data, *catch_temporary, *adjusted;
  UnwindHeader unwind;
};
struct CaughtExceptions {
  CxxException* first;
  unsigned uncaught;
};
constexpr uint64_t kCounterBeforeObject = 128, kPrimary = 0x474e5543432b2b00, kDependent = kPrimary + 1;

void end_catch(const void* pc) {
  static auto globals = reinterpret_cast<CaughtExceptions* (*)()>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
  const CxxException* caught = globals == nullptr ? nullptr : globals()->first;
  if (caught == nullptr || (caught->handlers != 1 && caught->handlers != -1)) return;
  uint64_t object = 0;
  if (caught->unwind.exception_class == kPrimary) object = reinterpret_cast<uint64_t>(caught + 1);
  if (caught->unwind.exception_class == kDependent) object = reinterpret_cast<uint64_t>(caught->type_or_primary);
  if (object == 0) return;
  const uint64_t counter = object - kCounterBeforeObject;
  // An exception to which no std::exception_ptr refers has one owner.
  const bool is_shared =
      world.find(counter | SyncObject::kAtomic) != nullptr || *reinterpret_cast<const int*>(counter) > 1;
  if (is_shared) change_atomically(counter, 4, pc);
}

// Changes of data of the operating system are not undone between executions.
bool is_system_altered = false, is_system_asked = false;  // in any execution

void report_altered_system(const void* pc) {
  if (is_system_altered && is_system_asked && world.controls())
    world.not_covered("the program changes data of the operating system and queries such data (" +
                      native::loc_mark(location(pc)) + "); changes are not undone between executions");
}
void asks_system(const void* pc) {
  relies_on(Assumption::System, "queries it at", pc);
  is_system_asked = true;
  report_altered_system(pc);
}
void alters_system(const void* pc) {
  is_system_altered = true;
  report_altered_system(pc);
}

void perform(const Effect& effect, const Arguments& arguments, const void* pc) {
  if (effect.kind == Effect::Kind::EndOfCatch) return end_catch(pc);
  if (effect.kind == Effect::Kind::AsksSystem) return asks_system(pc);
  if (effect.kind == Effect::Kind::AltersSystem) return alters_system(pc);
  if (effect.kind == Effect::Kind::ReadsInput) {
    if (effect.argument < 0 || arguments.at[effect.argument] == reinterpret_cast<uint64_t>(stdin))
      relies_on(Assumption::StandardInput, "reads it at", pc);
    return;
  }
  if (effect.where == Effect::Where::Variable) {
    if (effect.variable == 0 && effect.may_be_null) return;
    if (effect.kind == Effect::Kind::Atomic || effect.kind == Effect::Kind::Observe)
      return access_state(*reinterpret_cast<const uint64_t*>(effect.variable), effect.kind == Effect::Kind::Atomic,
                          location(pc));
    return access(effect.variable, effect.bytes, effect.kind, pc);
  }
  uint64_t address = arguments.at[effect.argument];
  if (effect.where == Effect::Where::PointedTo) {
    if (address == 0) return;
    address = *reinterpret_cast<const uint64_t*>(address + effect.pointer_at);
    if (address == 0) return;
  }
  const bool is_none = address == 0 || address == ~0ull;  // -1 stands for a default (FE_DFL_ENV)
  if (is_none && effect.may_be_null) return;
  address += static_cast<uint64_t>(effect.offset);
  uint64_t size = effect.bytes;
  switch (effect.size) {
    case Effect::Size::Product:
      for (const int factor : effect.factors)
        if (factor >= 0) size *= arguments.at[factor];
      for (const int counted : effect.counted)
        if (counted >= 0 && arguments.at[counted] != 0)
          size *= *reinterpret_cast<const uint64_t*>(arguments.at[counted]);
      break;
    case Effect::Size::UpTo:
      size = arguments.at[effect.like] - address;
      break;
    case Effect::Size::Between:
      size *= (arguments.at[effect.factors[1]] - arguments.at[effect.factors[0]]) / effect.divisor;
      break;
    case Effect::Size::StdString: {
      access(address, sizeof(StandardString), effect.kind, pc);
      const auto text = *reinterpret_cast<const StandardString*>(address);
      return access(text.characters, text.length, effect.kind, pc);
    }
    case Effect::Size::String: {
      const uint64_t text = effect.like < 0 ? address : arguments.at[effect.like];
      if (text == 0) return access(text, 1, effect.kind, pc);
      size = bytes_of_text(effect, text, arguments);
      break;
    }
    default:
      if (address == 0) return access(address, 1, effect.kind, pc);
      size = bytes_of_text(effect, address, arguments);
  }
  if (effect.kind == Effect::Kind::Atomic) return change_atomically(address, size, pc);
  if (effect.kind == Effect::Kind::Read && is_text(effect.size))
    return reads_text(reinterpret_cast<void*>(address), size, pc);
  const bool is_buffer = effect.size == Effect::Size::Product && effect.factors[0] >= 0;
  if (effect.kind == Effect::Kind::Write && is_buffer && world.controls()) library_may_set(address, size, pc);
  access(address, size, effect.kind, pc);
}

}  // namespace

namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return text.starts_with(start); });
}

// Whether a name in the list that has no library means this function. Another library, or the program, may have a
// different function of the same name.
bool list_applies_to(std::string_view name, std::string_view library) {
  return library == "linked" ? starts_with_any(name, {"_ZNSt", "_ZNKSt", "_ZSt"}) : is_standard_library(library);
}

}  // namespace

bool is_loader(std::string_view library) { return library.starts_with("ld-linux"); }

bool is_standard_library(std::string_view library) {
  return is_loader(library) ||
         starts_with_any(library, {"libc.so", "libm.so", "libmvec.so", "libstdc++.so", "libgcc_s.so", "libpthread.so",
                                   "librt.so", "libdl.so", "libutil.so", "libresolv.so", "libatomic.so", "libc++.so",
                                   "libc++abi.so", "libunwind.so"});
}

Footprint footprint_of(std::string_view name, std::string_view library) {
  const FootprintIndex& index = footprint_index();
  const bool applies = list_applies_to(name, library);
  if (const auto found = index.by_name.find(name); applies && found != index.by_name.end())
    return {true, index.sections[found->second]};
  const std::string full = std::string(library) + ":" + std::string(name);
  for (const auto& [pattern, section] : index.patterns)
    if (pattern.find(':') == std::string_view::npos ? applies && fits(pattern, name) : fits(pattern, full))
      return {true, index.sections[section]};
  return {};
}

void perform(const std::vector<Effect>& effects, const Arguments& arguments, const void* pc) {
  for (const Effect& effect : effects) perform(effect, arguments, pc);
}

}  // namespace mover::runtime
