#include "libraries/unseen_code.h"

#include <sys/mman.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/elf_file.h"
#include "base/reporting_code.h"
#include "libraries/imports.h"
#include "libraries/instrumented.h"
#include "memory/memory.h"
#include "scheduling/announce.h"
#include "scheduling/world.h"
#include "support/check.h"

namespace mover::runtime {

namespace {

constexpr uint8_t kBreakpoint = 0xcc;

// An unseen function. The vector of all is sorted by address.
struct WatchedFunction {
  CodeRange code;
  uint8_t first_byte;
  std::string name;
  bool is_reviewed = false;  // its code was reviewed and cannot race, so it has no breakpoint
};
std::vector<WatchedFunction>& all_watched() {
  static auto* all = new std::vector<WatchedFunction>;
  return *all;
}

const WatchedFunction* find(uint64_t address) {
  const auto& all = all_watched();
  const auto after =
      std::partition_point(all.begin(), all.end(), [&](const WatchedFunction& w) { return w.code.begin <= address; });
  return after == all.begin() || address >= (after - 1)->code.end ? nullptr : &*(after - 1);
}

// Whether this is one of libgcc's arithmetic functions, whose names contain the modes of their operands: __divti3,
// __mulxc3, __extendhfsf2.
bool is_arithmetic(const char* name) {
  const size_t length = std::strlen(name);
  if (length < 6 || std::strncmp(name, "__", 2) != 0 || (name[length - 1] != '2' && name[length - 1] != '3'))
    return false;
  for (const char* mode : {"si", "di", "ti", "hf", "sf", "df", "xf", "tf", "hc", "sc", "dc", "xc", "tc"})
    if (std::strncmp(name + length - 3, mode, 2) == 0) return true;
  return false;
}

// Whether the compiler links this function with every program: start-up code, and arithmetic functions that do not
// access the program's memory.
bool is_of_compiler(const char* name) {
  for (const char* known :
       {"_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones", "__do_global_dtors_aux",
        "frame_dummy", "_dl_relocate_static_pie", "__libc_csu_init", "__libc_csu_fini", "atexit", "at_quick_exit",
        "pthread_atfork", "__stack_chk_fail_local", "__cpu_indicator_init", "__clang_call_terminate"})
    if (std::strcmp(name, known) == 0) return true;
  return is_arithmetic(name);
}

// Constructors of Mover's own pass, which call the run-time library.
bool is_of_instrumentation(std::string_view name) { return name.starts_with("mover."); }

// GoogleTest's functions lock the data that they share.
bool is_of_google_test(std::string_view name) {
  return name.starts_with("_ZN7testing") || name.starts_with("_ZNK7testing");
}

// Whether this is the main() of gtest_main or gmock_main: a few instructions that call GoogleTest and no other unseen
// function.
bool is_main_of_google_test(const WatchedFunction& main, const std::vector<WatchedFunction>& all) {
  constexpr uint64_t kMostBytes = 256, kCallSize = 5;
  constexpr uint8_t kCall = 0xe8;
  if (main.name != "main" || main.code.end - main.code.begin > kMostBytes) return false;
  bool calls_it = false;
  for (uint64_t at = main.code.begin; at + kCallSize <= main.code.end; ++at) {
    if (*reinterpret_cast<const uint8_t*>(at) != kCall) continue;
    int32_t distance;
    std::memcpy(&distance, reinterpret_cast<const void*>(at + 1), sizeof distance);
    const uint64_t target = at + kCallSize + static_cast<uint64_t>(static_cast<int64_t>(distance));
    const auto called =
        std::find_if(all.begin(), all.end(), [&](const WatchedFunction& w) { return w.code.begin == target; });
    if (called == all.end()) continue;
    if (!is_of_google_test(called->name)) return false;
    calls_it = true;
  }
  return calls_it;
}

class FunctionReader {
 public:
  FunctionReader(const dl_phdr_info& module, std::vector<WatchedFunction>& found)
      : module_(module), file_(path_of(module)), found_(found) {}

  void read() {
    std::vector<CodeRange> coroutines;
    read_records("mover_code", instrumented_);
    read_records("mover_coroutine", coroutines);
    for (const CodeRange function : instrumented_)
      if (!contain(coroutines, function.begin)) reporting_code().all.push_back(function);
    read_records("mover_incomplete", reporting_code().incomplete);
    // While a schedule is replayed, a debugger may be attached, which sets breakpoints of its own.
    if (instrumented_.empty() || replaying) return;
    if (!file_.has_symbols()) {
      const char* name = *module_.dlpi_name == '\0' ? "the program" : module_.dlpi_name;
      return world.not_covered(
          std::string(name) +
          " has no symbols, so that code in it which is not instrumented cannot be found: do not strip it");
    }
    file_.for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) { add_function(symbol, name); });
  }

 private:
  // Each record consists of the distance from the record to the function, and the size of the function.
  void read_records(const char* name, std::vector<CodeRange>& to) {
    file_.for_each_section(name, [&](const ElfW(Shdr) & section) {
      const uint64_t begin = module_.dlpi_addr + section.sh_addr;
      for (uint64_t at = begin; at + 8 <= begin + section.sh_size; at += 8) {
        const auto* record = reinterpret_cast<const int32_t*>(at);
        const uint64_t function = at + static_cast<uint64_t>(static_cast<int64_t>(record[0]));
        to.push_back({function, function + static_cast<uint32_t>(record[1])});
      }
    });
    sort(to);
  }

  void add_function(const ElfW(Sym) & symbol, const char* name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= file_.sections().size() || is_of_compiler(name) ||
        is_of_instrumentation(name))
      return;
    const ElfW(Shdr)& section = file_.sections()[symbol.st_shndx];
    if ((section.sh_flags & SHF_EXECINSTR) == 0 || symbol.st_value < section.sh_addr ||
        symbol.st_value >= section.sh_addr + section.sh_size)
      return;
    const uint64_t begin = module_.dlpi_addr + symbol.st_value;
    if (contain(instrumented_, begin)) return;
    // A label in assembly may be data, so it gets no breakpoint.
    if (type == STT_NOTYPE && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
      return world.not_covered("`" + std::string(name) +
                               "` is not instrumented, so its accesses to memory are not seen");
    if (type != STT_FUNC) return;
    const uint64_t size = std::max<uint64_t>(symbol.st_size, 1);
    found_.push_back({{begin, begin + size}, *reinterpret_cast<const uint8_t*>(begin), name, is_of_google_test(name)});
  }

  const dl_phdr_info& module_;
  const ElfFile file_;
  std::vector<WatchedFunction>& found_;
  std::vector<CodeRange> instrumented_;
};

// Another compiler's instrumentation does not mark the functions that it instruments. Its modules are skipped; the
// verdict is never `safe` for them.
int read_module(dl_phdr_info* module, size_t, void* found) {
  const bool is_own = std::strstr(module->dlpi_name, "/libmover_runtime.so") != nullptr;
  if (!is_own && names_symbol(*module, "__mover_instrumented") && !names_symbol(*module, "__tsan_init"))
    FunctionReader(*module, *static_cast<std::vector<WatchedFunction>*>(found)).read();
  return 0;
}

void set_breakpoints(const std::vector<WatchedFunction>& all) {
  uint64_t changeable = 0;
  for (const WatchedFunction& watched : all) {
    if (watched.is_reviewed) continue;
    const uint64_t address = watched.code.begin, page = address & ~(kPageSize - 1);
    if (page != changeable)
      MOVER_CHECK(mprotect(reinterpret_cast<void*>(page), kPageSize, PROT_READ | PROT_WRITE | PROT_EXEC) == 0,
                  "code can be changed");
    changeable = page;
    *reinterpret_cast<uint8_t*>(address) = kBreakpoint;
  }
}

}  // namespace

void watch_unseen_code() {
  std::vector<WatchedFunction>& all = all_watched();
  for (const WatchedFunction& watched : all)
    if (!watched.is_reviewed) *reinterpret_cast<uint8_t*>(watched.code.begin) = watched.first_byte;
  all.clear();
  reporting_code() = {};
  dl_iterate_phdr(read_module, &all);
  sort(reporting_code().all);
  std::stable_sort(all.begin(), all.end(),
                   [](const WatchedFunction& a, const WatchedFunction& b) { return a.code.begin < b.code.begin; });
  all.erase(
      std::unique(all.begin(), all.end(),
                  [](const WatchedFunction& a, const WatchedFunction& b) { return a.code.begin == b.code.begin; }),
      all.end());
  for (WatchedFunction& watched : all) watched.is_reviewed |= is_main_of_google_test(watched, all);
  set_breakpoints(all);
}

bool is_unseen_code(uint64_t pc) { return find(pc) != nullptr; }

uint64_t pass_breakpoint(uint64_t address) {
  const WatchedFunction* watched = find(address);
  if (watched == nullptr || watched->code.begin != address || watched->is_reviewed) return 0;
  trail.set(*reinterpret_cast<uint8_t*>(address), watched->first_byte);
  if (!world.controls()) return address;
  return reinterpret_cast<uint64_t>(trampoline_to_unseen(reinterpret_cast<void*>(address), watched->name.c_str()));
}

}  // namespace mover::runtime
