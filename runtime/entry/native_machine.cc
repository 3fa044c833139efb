#include "entry/native_machine.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/private_memory.h"
#include "channels/channels.h"
#include "channels/files.h"
#include "ir/names.h"
#include "ir/parts.h"
#include "libraries/footprints.h"
#include "libraries/loaded.h"
#include "memory/heap.h"
#include "memory/images.h"
#include "memory/mappings.h"
#include "memory/memory.h"
#include "memory/reachable.h"
#include "native/protocol.h"
#include "property/access_index.h"
#include "scheduling/processes.h"
#include "scheduling/virtual_time.h"
#include "scheduling/world.h"
#include "search/search.h"
#include "support/check.h"
#include "symbols/held_memory.h"
#include "symbols/local_names.h"
#include "symbols/thread_functions.h"
#include "symbols/type_names.h"

namespace mover::runtime {

using ir::SyncOp;

namespace {

// A snapshot: a position of the trail, and a checkpoint of the contents of pages.
struct Checkpoint final : Machine::Snapshot {
  ~Checkpoint() override;
  size_t position;
  Memory::Checkpoint pages;
  uint64_t serial;  // distinguishes this checkpoint from a later one with the same number in `pages`
};

std::vector<uint64_t> serials;  // the serial numbers of all checkpoints on the present path, by their number in `pages`
uint64_t next_serial = 1;
std::shared_ptr<const Machine::Snapshot>* beginning = nullptr;
size_t steps_since = 0;  // steps since a checkpoint was last made or restored

Checkpoint::~Checkpoint() {
  if (pages < serials.size() && serials[pages] == serial) memory.drop(pages);
}

// Decides how many steps lie between two checkpoints. Checkpoints cost time, and so do steps that are executed again.
// With n steps between two restored states, a checkpoint every k steps costs n/k checkpoints and about k/2 repeated
// steps. If a checkpoint costs as much as c steps, the best k is sqrt(2nc). c grows with the number of stacks.
class Spacing {
 public:
  size_t now() const { return spacing_; }
  void stepped() { ++steps_; }
  void restored() {
    if (++returns_ % 256 != 0) return;
    const double checkpoint = 1.5 + 0.1 * world.num_threads();
    spacing_ = static_cast<size_t>(std::sqrt(2.0 * static_cast<double>(steps_) / 256.0 * checkpoint));
    spacing_ = std::clamp<size_t>(spacing_, 1, 64);
    steps_ = 0;
  }

 private:
  size_t spacing_ = 1;
  uint64_t steps_ = 0, returns_ = 0;
} spacing;

struct Written {
  Access access;
  ByteRange bytes() const { return access; }
};

// Adds the written values to the events of a step. The memory contains them unless a later event of the step overwrites
// them, so the events are visited from the last to the first. In a very long step, only the last events get values,
// because reports do not show the middle of such a step.
void add_written_values(std::vector<Event>& events) {
  constexpr size_t kMostEvents = 10'000;
  AccessIndex<Written> later;
  for (size_t i = events.size(), end = i - std::min(i, kMostEvents); i-- > end;) {
    Event& event = events[i];
    const Access& written = event.access;
    if (!event.is_access() || !written.write || written.size == 0) continue;
    bool overwritten = false, covered = false;
    later.for_each_overlapping(written, [&](const Written& other) {
      overwritten = true;
      covered |= other.access.address <= written.address &&
                 written.address + written.size <= other.access.address + other.access.size;
    });
    if (!covered) later.add({written});
    if (overwritten || event.value_known || written.size > sizeof event.value) continue;
    iovec here{&event.value, written.size}, there{reinterpret_cast<void*>(address_of(written.address)), written.size};
    event.value = 0;
    // A plain access could fault, as the memory may have been unmapped.
    event.value_known = ::syscall(SYS_process_vm_readv, ::syscall(SYS_getpid), &here, 1, &there, 1, 0) ==
                        static_cast<long>(written.size);
  }
}

}  // namespace

// restores_any_snapshot: the trail is an undo log, so only states of the present execution can be restored.
// object_bits: malloc places objects close to each other, so pieces of 64 bytes stand for objects. unstable_begin: the
// run-time's own memory contains the channels, which are allocated in the order in which the search creates them.
NativeMachine::NativeMachine()
    : Machine({.description = this, .observations = this, .states = this, .merging = this, .loops = this},
              {.restores_any_snapshot = false,
               .numbers_threads_in_order = false,
               .object_bits = 6,
               .unstable_begin = kPrivateBegin,
               .unstable_end = kPrivateEnd}) {
  if (beginning == nullptr) beginning = new std::shared_ptr<const Snapshot>(snapshot());
}

// This process has only program counters. Mover's own process looks up their files and lines.
ir::Places NativeMachine::places() const {
  if (ranking_ != place_ranks().version) locs_.clear();
  ranking_ = place_ranks().version;
  const std::vector<uint32_t>& ranks = place_ranks().ranks;
  while (locs_.size() < program_counters().size()) {
    const auto loc = static_cast<uint32_t>(locs_.size());
    locs_.push_back({0, loc < ranks.size() ? ranks[loc] : ranks.empty() ? loc : native::kUnranked + loc, 0});
  }
  return {files_, locs_};
}

StepResult NativeMachine::reset() {
  states_.clear();
  uint64_t refinements;
  do {  // a refinement before the initial state is reached may change that state
    refinements = world.refinements;
    restore(**beginning);
    if (load_requested()) *beginning = snapshot();
    keep_output(world.recording);
    world.events.clear();
    has_values_ = false;
    world.races.clear();
    world.failure = {};
    world.has_visible_effect = false;
    world.resume(0);
  } while (refinements != world.refinements);
  return after_step();
}

StepResult NativeMachine::after_step() {
  if (world.failure.kind != StepResult::Kind::Running) return failed();
  ThreadId t = 0;
  while (t < world.num_threads() && status(t) != ThreadStatus::Parked) ++t;
  return t == world.num_threads() || world.exited ? ended() : StepResult();
}

// Without a call of exit, the program ends with its last thread.
StepResult NativeMachine::ended() {
  StepResult result;
  result.kind = StepResult::Kind::Ended;
  if (world.exited || world.main_has_ended) result.end = world.end;
  world.coverage.ended_program(result.end);
  return result;
}

// A failure outside the user's code is reported at the call in the user's code. The user's code is known only after
// Mover has sent the ranks of places.
StepResult NativeMachine::failed() const {
  StepResult result = world.failure;
  auto is_known = [&](ir::LocId loc) { return !places().is_unknown(loc); };
  if (result.kind != StepResult::Kind::Failed || place_ranks().ranks.empty() || is_known(result.finding.loc))
    return result;
  for (ir::LocId caller : stack(result.finding.thread)) {
    if (!is_known(caller)) continue;
    result.finding.loc = caller;
    break;
  }
  return result;
}

StepResult NativeMachine::step(ThreadId t, uint32_t choice) {
  spacing.stepped();
  has_values_ = false;
  ++steps_since;
  world.events.clear();
  world.loops.clear();
  world.races.clear();
  if (world.failure.kind != StepResult::Kind::Running) world.failure = {};
  Thread& thread = world.thread(t);
  thread.will_change();
  thread.choice = choice;
  const bool joins = thread.operation.kind == ActionKind::Sync && thread.operation.sync == SyncOp::ThreadJoin;
  world.has_visible_effect = thread.life != Life::Fresh && !(thread.life == Life::Parked && joins);
  switch (world.perform(t)) {
    case World::Outcome::Continues:
      world.resume(t);
      return after_step();
    case World::Outcome::StaysParked:
      return {};
    case World::Outcome::Fails:
      return failed();
    case World::Outcome::Exits:
      break;
  }
  return ended();
}

ThreadId NativeMachine::num_threads() const { return world.num_threads(); }

ThreadStatus NativeMachine::status(ThreadId t) const {
  if (t >= world.num_threads()) return ThreadStatus::Absent;
  switch (world.thread(t).life) {
    case Life::Absent:
      return ThreadStatus::Absent;
    case Life::Ended:
      return ThreadStatus::Ended;
    default:
      return ThreadStatus::Parked;
  }
}

bool NativeMachine::enabled(ThreadId t) const {
  WaitsFor why = WaitsFor::Nothing;
  return t < world.num_threads() && world.is_enabled(t, why);
}

WaitsFor NativeMachine::waits_for(ThreadId t) const {
  WaitsFor why = WaitsFor::Nothing;
  return world.is_unblocked(t, why) ? WaitsFor::Nothing : why;
}

bool NativeMachine::waiting(ThreadId t) const {
  return t < world.num_threads() && (world.thread(t).life == Life::Waiting || world.thread(t).life == Life::InBarrier);
}

uint32_t NativeMachine::choices(ThreadId t) const { return world.choices(t); }

Action NativeMachine::pending(ThreadId t) const {
  const Thread& thread = world.thread(t);
  const Operation& op = thread.operation;
  const Viewpoint view(t);
  Action action;
  action.loc = op.loc;
  WaitsFor why = WaitsFor::Nothing;
  action.enabled = world.is_enabled(t, why);
  if (!action.enabled) action.waits_for = waits_for(t);
  if (!action.enabled && action.waits_for == WaitsFor::Nothing) action.spins = world.spins(t);
  if (action.spins == Spins::WithoutExit) world.coverage.serves(runtime::thread_name(t));
  if (action.enabled) action.choices = world.choices(t);
  if (thread.life != Life::Parked) {
    action.kind = thread.life == Life::Discarded ? ActionKind::Local
                  : thread.life == Life::Fresh   ? ActionKind::Start
                                                 : ActionKind::Sync;
    if (thread.life == Life::Fresh) action.loc = thread.created_at;
    action.object = thread.wait_object;
    if (thread.life == Life::Waiting) {
      action.sync = thread.timed ? SyncOp::CondTimedWait : SyncOp::CondWait;
      action.mutex = thread.wait_mutex;
      action.alternatives = Alternatives::EndOfWait;
    } else if (thread.life == Life::Woken) {
      action.sync = SyncOp::MutexLock;
      action.object = action.mutex = thread.wait_mutex;
    } else if (thread.life == Life::Queued) {
      action.sync = thread.timed ? SyncOp::RwTimedWrLock : SyncOp::RwWrLock;
      action.prefers_writers = true;
    } else {
      action.sync = SyncOp::BarrierWait;
      action.resumed = thread.life == Life::PastBarrier || thread.life == Life::PastWord;
    }
    if (World::is_leaving(thread)) action.leaves = thread.wait_object;
    return action;
  }
  action.kind = op.kind;
  action.sync = op.sync;
  action.alternatives = op.alternatives;
  action.object = op.object;
  action.mutex = op.mutex;
  action.prefers_writers = world.prefers_writers(op);
  action.only_observes = world.only_observes(t, op);
  if (op.call != nullptr) {
    std::vector<Access> all;
    touches_of(*op.call, all);
    action.object = op.call->object();
    if (action.choices > 1) action.alternatives = op.call->kind_of_alternatives();
    for (const Access& access : all) action.accesses.push_back(access);
    return action;
  }
  if (op.access.size != 0) action.accesses.push_back(op.access);
  if (op.compares) {
    uint64_t now = 0;
    world.read(op.access.address, &now, op.access.size);
    action.accesses[0].write = now == op.argument;
    action.accesses[0].conditional = now != op.argument;
  }
  return action;
}

AccessHint NativeMachine::access_hint(ThreadId t) const {
  const Thread& thread = world.thread(t);
  if (thread.life != Life::Parked) return AccessHint::None;
  if (thread.operation.kind == ActionKind::Sync) return AccessHint::Sync;
  if (thread.operation.kind != ActionKind::Access) return AccessHint::None;
  return thread.operation.call != nullptr || thread.operation.access.atomic ? AccessHint::Atomic : AccessHint::Plain;
}

void NativeMachine::touched(ThreadId t, const Action& pending, std::vector<Access>& accesses) const {
  const Thread& thread = world.thread(t);
  const SpinLoop& spin_loop = thread.spin_loop;
  accesses.assign(pending.accesses.begin(), pending.accesses.end());
  if (!spin_loop.closed) return;
  for (uint32_t i = 0; i < spin_loop.num_reads; ++i)
    accesses.push_back({spin_loop.reads[i].address, spin_loop.reads[i].size, false, true});
}

bool NativeMachine::in_atomic_section(ThreadId t) const { return world.thread(t).atomic_depth != 0; }
bool NativeMachine::detached(ThreadId t) const { return world.thread(t).detached; }
Address NativeMachine::handle(ThreadId t) const { return world.handle_of(t); }

void NativeMachine::record_events(bool on) { world.recording = on; }

const std::vector<Event>& NativeMachine::happened() const {
  if (world.recording && !has_values_) add_written_values(world.events);
  has_values_ = true;
  return world.events;
}

std::vector<Finding> NativeMachine::take_races() {
  if (world.races.empty()) return {};
  std::vector<Finding> taken;
  taken.swap(world.races);
  return taken;
}

void NativeMachine::watch_loops(bool on) { world.watches_loops = on; }
std::span<const LoopUse> NativeMachine::loops() const { return world.loops; }

const std::string& NativeMachine::output() const { return kept_output(); }

bool NativeMachine::reused_numbers() const { return world.reused_numbers; }

uint64_t NativeMachine::refinements() const { return world.refinements; }

std::shared_ptr<const Machine::Snapshot> NativeMachine::snapshot() const {
  auto checkpoint = std::make_shared<Checkpoint>();
  checkpoint->position = trail.checkpoint();
  checkpoint->pages = memory.make();
  checkpoint->serial = next_serial++;
  serials.resize(checkpoint->pages);
  serials.push_back(checkpoint->serial);
  steps_since = 0;
  return checkpoint;
}

std::shared_ptr<const Machine::Snapshot> NativeMachine::snapshot_if_cheaper() const {
  return steps_since < spacing.now() ? nullptr : snapshot();
}

void NativeMachine::restore(const Snapshot& snapshot) {
  const auto& checkpoint = static_cast<const Checkpoint&>(snapshot);
  MOVER_CHECK(checkpoint.pages < serials.size() && serials[checkpoint.pages] == checkpoint.serial,
              "only states of the present execution are restored");
  trail.undo_to(checkpoint.position);
  world.restored();
  memory.restore(checkpoint.pages);
  serials.resize(checkpoint.pages + 1);
  world.exited = false;
  keep_output(false);  // only searches restore states
  steps_since = 0;
  spacing.restored();
}

void NativeMachine::canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) { states_.canonical(sink, tuple); }
bool NativeMachine::canonical_form_is_complete() const { return world.matching; }
void NativeMachine::prepare_matching() { world.matching = true; }
uint64_t NativeMachine::state_refinements() const { return world.state_refinements; }

static std::string name_of_block(const Block& block) {
  return ir::object_name(reported_types().types[type_of_block(block.allocated_at, block.size)]);
}

static std::string describe_block(const Block& block, Address address, uint64_t size) {
  const ir::TypeId type = type_of_block(block.allocated_at, block.size);
  const std::string number = world.numbers == nullptr ? "" : world.numbers->of(identity(block.begin()));
  const uint64_t offset = address - block.begin();
  const bool is_freed = block.state == Block::State::Freed;
  const std::string place = "allocated at " + native::loc_mark(block.allocated_at);
  const std::string freed = is_freed ? "freed at " + native::loc_mark(block.freed_at) : "";
  if (std::string part = part_by_pointer(address, size); !part.empty()) return part;
  const std::string part = ir::part_of_block(reported_types(), type, block.size, offset, size, number);
  if (!part.empty()) return part + (is_freed ? " (" + place + ", " + freed + ")" : "");
  const std::string element =
      size == kWhole || is_freed ? "" : ir::element_of_block(reported_types(), type, block.size, offset);
  return element + "the memory " + place + (number.empty() ? "" : " (" + number + ")") +
         (is_freed ? " (" + freed + ")" : "") +
         (offset == 0 || size == kWhole || !element.empty() ? ""
                                                            : ", byte " + std::to_string(static_cast<int64_t>(offset)));
}

// A process has the number of its first thread.
static std::string short_name(uint32_t t) {
  if (t == 0) return "main";
  const uint32_t process = world.process_of_thread(t);
  if (process == t) return "P" + std::to_string(t);
  return "T" + std::to_string(t) + (process == 0 ? "" : " of P" + std::to_string(process));
}

// Whether another thread runs the same function, so that a variable's name does not tell which thread it belongs to.
static bool shares_function(ThreadId owner) {
  for (ThreadId t = 0; t < world.num_threads(); ++t)
    if (t != owner && owner < world.num_threads() && function_of_thread(t) == function_of_thread(owner)) return true;
  return false;
}

// The process in which the identity can be described: its own, or one that has mapped the shared memory.
static uint32_t process_to_describe(Address identity) {
  const Address address = address_of(identity);
  const bool is_shared = Mappings::contains(address) && shared_ranges.contain(address);
  return is_shared ? shared_ranges.mapped_by(address) : process_of(identity);
}

static std::string describe_in_process(Address address, uint64_t size) {
  if (address < kPageSize) return "a null pointer";
  if (is_latest_time(address)) return "the clock";
  if (is_private(reinterpret_cast<void*>(address))) return describe_channel(address);
  if (Heap::contains(address)) {
    const Block* block = heap.block_of(address);
    if (block == nullptr) return "memory that was never allocated";
    return describe_block(*block, address, size);
  }
  if (Mappings::contains(address)) {
    uint64_t begin = 0, size = 0;
    const uint32_t loc = mappings.mapped_at(address, begin, size);
    if (loc == 0) return "memory that was never mapped";
    return "the memory mapped at " + native::loc_mark(loc) +
           (address == begin ? "" : ", byte " + std::to_string(address - begin));
  }
  if (const uint32_t t = world.owner_of_stack(address); t != kMostThreads) {
    const std::string local = local_name(address, size), name = short_name(t);
    if (local.find(" in ") == std::string::npos)
      return (local.empty() ? "" : local + ", ") + "a local variable of " + name;
    return local + (shares_function(t) ? " of " + name : "");
  }
  for (ThreadId t = 0; t < kMostThreads; ++t)
    if (address == world.thread_memory[t].thread_base && world.process_of_thread(t) == world.current_process())
      return "the handle of " + short_name(t);
  if (const uint32_t t = world.owner_of_storage(address); t != kMostThreads) {
    const TypedThreadLocal variable = thread_local_at(address, world.thread_memory[t].thread_base);
    if (variable.symbol == nullptr) return "a thread-local variable of " + short_name(t);
    const std::string symbol(variable.symbol, std::strchr(variable.symbol, '\n'));
    return ir::variable_name(symbol) + ir::path_within(reported_types(), variable.type, variable.offset, size) +
           " of " + runtime::thread_name(t);
  }
  if (const TypedGlobal global = global_at(address); global.type != 0) {
    const std::string path = ir::path_within(reported_types(), global.type, address - global.begin, size);
    if (!path.starts_with(' ')) return native::data_mark(global.begin) + path;
  }
  const std::string variable = library_variable(address);
  return variable.empty() ? native::data_mark(address) : variable;
}

// Describes memory of the program while its process is the current one. Other objects, such as pipes, belong to none.
static std::string describe_identity(Address identity, uint64_t size) {
  if (!world.has_processes()) return describe_in_process(identity, size);
  const InProcess process(process_to_describe(identity));
  return describe_in_process(address_of(identity), size);
}

std::string describe(Address address, uint64_t size) { return describe_identity(identity(address), size); }

std::string NativeMachine::describe(Address address, uint64_t size) const {
  world.numbers = &object_numbers();
  return describe_identity(address, size);
}

std::string NativeMachine::common_name(Address address) const {
  const InProcess process(process_to_describe(address));
  address = address_of(address);
  const Block* block = Heap::contains(address) ? heap.block_of(address) : nullptr;
  if (block == nullptr) return "";
  const std::string name = name_of_block(*block);
  return name.empty() ? "memory allocated at " + std::to_string(block->allocated_at) : name;
}

bool NativeMachine::looks_like_address(uint64_t value, uint64_t size) const {
  return size == 8 && value >> 32 != 0 && object(value).kind != ObjectInfo::Kind::Unknown;
}

ObjectInfo NativeMachine::object(Address address) const {
  ObjectInfo info;
  const InProcess process(process_to_describe(address));
  address = address_of(address);
  if (is_private(reinterpret_cast<void*>(address))) return info;
  if (Heap::contains(address)) {
    if (const Block* block = heap.block_of(address)) {
      info.kind = ObjectInfo::Kind::Heap;
      info.made_at = block->allocated_at;
      info.size = block->size;
    }
    return info;
  }
  if (Mappings::contains(address)) {
    uint64_t begin = 0;
    info.made_at = mappings.mapped_at(address, begin, info.size);
    if (info.made_at != 0) info.kind = ObjectInfo::Kind::Heap;
    return info;
  }
  info.kind = world.is_on_stack(address) ? ObjectInfo::Kind::Stack : ObjectInfo::Kind::Global;
  return info;
}

std::string thread_name(uint32_t t) {
  std::string name = short_name(t);
  if (const char* program = processes[world.process_of_thread(t)].name; *program != 0 && name.starts_with('P'))
    name += " (" + std::string(program) + ")";
  const auto start = reinterpret_cast<Address>(world.thread(t).start);
  const Address function = start == 0 || is_user_code(start) ? start : function_of_thread(t);
  if (t != 0 && function != 0 && is_user_code(function)) name += " (" + native::code_mark(function) + ")";
  return name;
}

std::string NativeMachine::thread_name(ThreadId t) const { return runtime::thread_name(t); }

ir::LocId NativeMachine::created_at(ThreadId t) const { return world.thread(t).created_at; }

std::span<const Held> NativeMachine::held(ThreadId t) const {
  if (t >= world.num_threads()) return {};
  return {world.thread(t).held, world.thread(t).num_held};
}

std::vector<ir::LocId> NativeMachine::stack(ThreadId t) const { return recorded_stack(t); }

std::vector<ThreadId> NativeMachine::holders(Address object) const {
  std::vector<ThreadId> result;
  if (processes.awaited(object, result)) return result;
  for (ThreadId t = 0; t < world.num_threads(); ++t)
    if (world.thread(t).life != Life::Absent && world.handle_of(t) == object) return {t};
  for (ThreadId t = 0; t < world.num_threads(); ++t)
    if (holds_lock(*this, t, object, true)) result.push_back(t);
  return result;
}

const std::vector<std::string>& NativeMachine::notes() const { return world.notes; }
const std::vector<Omission>& NativeMachine::incomplete() const { return world.incomplete; }
std::vector<std::string> NativeMachine::gaps() const {
  return world.coverage.gaps([](ir::LocId loc) { return native::loc_mark(loc); },
                             [](uint64_t function) { return function == 0 ? "main" : native::code_mark(function); });
}
std::vector<Observations::Unreached> NativeMachine::unreached() const { return unreached_places(); }

}  // namespace mover::runtime
