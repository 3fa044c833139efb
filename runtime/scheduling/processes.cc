#include "scheduling/processes.h"

#include <algorithm>
#include <cstring>

#include "base/private_memory.h"
#include "memory/images.h"
#include "memory/locals.h"
#include "memory/reach.h"
#include "scheduling/locking.h"
#include "support/check.h"

// The variables that are marked MOVER_PER_PROCESS.
extern "C" uint8_t __start_mover_process[] __attribute__((visibility("hidden")));
extern "C" uint8_t __stop_mover_process[] __attribute__((visibility("hidden")));

namespace mover::runtime {

Processes processes;

namespace {

uint8_t* variables[kMostThreads] = {};  // of processes that are not current

size_t size_of_variables() { return static_cast<size_t>(__stop_mover_process - __start_mover_process); }

void copy_variables(uint8_t* to, const uint8_t* from) {
  const size_t size = size_of_variables();
  if (std::memcmp(to, from, size) == 0) return;
  trail.save(to, static_cast<uint32_t>(size));
  std::memcpy(to, from, size);
}

uint8_t* variables_of(uint32_t process) {
  if (variables[process] == nullptr) variables[process] = static_cast<uint8_t*>(reserve(size_of_variables()));
  return variables[process];
}

// Closes the descriptors of the process, and tells its parent that it has ended.
struct End : Call {
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    for (int fd = kFirstDescriptor; is_ours(fd); ++fd)
      if (description_of(fd) != nullptr) touch_closing(fd, all, number_of(description_of(fd)));
    touch(all, &processes[parent].children, true);
    touch(all, &processes[process].children, true);
  }
  Address object() const override { return processes[process].own.address(); }
  static uint32_t number_of(const FileDescription* description) {
    uint32_t number = 0;
    for (int fd = kFirstDescriptor; is_ours(fd); ++fd) number += description_of(fd) == description;
    return number;
  }
  uint32_t process = world.current_process(), parent = processes[process].parent;
};

}  // namespace

void Processes::open() {
  all_ = static_cast<Process*>(reserve(sizeof(Process) * kMostThreads));
  for (uint32_t process = 0; process < kMostThreads; ++process) {
    new (&all_[process]) Process;
    all_[process].children.what = "a child process";
    all_[process].own.what = "the process";
  }
  all_[0].state = Process::State::Runs;
  all_[0].descriptors = descriptors;
}

// The numbers are too large for processes of the kernel, so a kill() by the program cannot hit another process.
int Processes::pid_of(uint32_t process) { return (1 << 22) + 1 + static_cast<int>(process); }

uint32_t Processes::by_pid(int pid) const {
  const auto process = static_cast<uint32_t>(pid - pid_of(0));
  return process < kMostThreads && all_[process].state != Process::State::Absent ? process : kMostThreads;
}

void Processes::create(uint32_t process) {
  Process& anew = all_[process];
  trail.save(anew);
  anew.state = Process::State::Runs;
  anew.parent = world.current_process();
  anew.status = 0;
  anew.name = all_[anew.parent].name;
  anew.children.version = anew.own.version = 0;
  anew.ended = Clock();
  anew.descriptors = copy_descriptors();
}

bool Processes::awaited(Address object, std::vector<ThreadId>& threads) const {
  auto add = [&](uint32_t process) {
    for (uint32_t t = 0; t < world.num_threads(); ++t)
      if (world.process_of_thread(t) == process && world.thread(t).life != Life::Absent &&
          world.thread(t).life != Life::Ended)
        threads.push_back(t);
  };
  for (uint32_t process = 0; process < kMostThreads; ++process) {
    if (all_[process].own.address() == object) return add(process), true;
    if (all_[process].children.address() != object) continue;
    for (uint32_t child = 1; child < kMostThreads; ++child)
      if (all_[child].state == Process::State::Runs && all_[child].parent == process) add(child);
    return true;
  }
  return false;
}

const void* variable_of(uint32_t process, const void* variable) {
  if (process == world.current_process()) return variable;
  return variables_of(process) + (static_cast<const uint8_t*>(variable) - __start_mover_process);
}

void Viewpoint::view(uint32_t process) {
  process_tag = static_cast<uint64_t>(process) << kProcessShift;
  descriptors = processes[process].descriptors;
}

// Exchanges everything that belongs to a process.
void World::enter(uint32_t process) {
  if (process == current_process_) return;
  for (uint32_t t = 0; t < num_threads_; ++t) {
    const Operation& op = threads_[t].operation;
    if (processes_of_[t] != current_process_ || threads_[t].life != Life::Parked || op.kind != ActionKind::Sync)
      continue;
    const bool has_ended = object_has_ended(t, op);
    if (has_ended != object_ended_[t]) trail.set(object_ended_[t], has_ended);
  }
  copy_variables(variables_of(current_process_), __start_mover_process);
  images.map(process);
  copy_variables(__start_mover_process, variables_of(process));
  current_process_ = process;
  process_tag = static_cast<uint64_t>(process) << kProcessShift;
  descriptors = processes[process].descriptors;
}

void World::restored() {
  current_process_ = images.mapped();
  process_tag = static_cast<uint64_t>(current_process_) << kProcessShift;
  descriptors = processes[current_process_].descriptors;
}

void World::read(Address identity, void* to, size_t size) const {
  const Address address = address_of(identity);
  if (!has_processes_ || process_of(identity) == current_process_)
    std::memcpy(to, reinterpret_cast<const void*>(address), size);
  else
    images.read(process_of(identity), address, to, size);
}

void World::take_seat(uint32_t t, uint32_t seat, uint32_t process) {
  if (processes_of_[t] != process) trail.set(processes_of_[t], process);
  if (seats_of_[t] != seat) trail.set(seats_of_[t], seat);
  if (thread_memory[t].stack_begin != seats[seat].stack_begin) {
    trail.save(thread_memory[t]);
    thread_memory[t] = seats[seat];
  }
  if (process != 0 && threads_at_[process][seat] != t) trail.set(threads_at_[process][seat], t);
}

bool World::is_last_of_process(uint32_t t) const {
  for (uint32_t u = 0; u < num_threads_; ++u)
    if (u != t && processes_of_[u] == processes_of_[t] && threads_[u].life != Life::Absent &&
        threads_[u].life != Life::Ended)
      return false;
  return true;
}

uint32_t World::fork(ir::LocId loc) {
  Thread& thread = current();
  const uint32_t parent = current_;
  reach.settle();
  if (!is_last_of_process(current_)) cannot_follow("a process with several threads forks, which is not simulated", loc);
  if (thread.atomic_depth != 0) cannot_follow("a process forks in an atomic section", loc);
  if (locking.on) not_covered("--check=discipline does not cover the memory of several processes");
  const uint32_t child = number_for_child(parent);
  if (child == kMostThreads) return kMostThreads;
  forked_ = child;
  forked_at_ = loc;
  mover_switch_context(&thread.context, &scheduler);
  return current_ == parent ? child : 0;
}

// The thread has parked in fork(), so its stack contains its registers.
void World::carry_out_fork() {
  const uint32_t parent = current_, child = std::exchange(forked_, kMostThreads);
  Thread &creator = threads_[parent], &thread = threads_[child];
  cannot_compare();
  trail.set(has_processes_, true);
  creator.will_change();
  ++creator.num_children;
  if (child >= num_threads_) {
    trail.set(num_threads_, child + 1);
    trail.begin_epoch();
  }
  creator.will_change();
  trail.save(thread);
  Thread anew = creator;
  anew.num_children = thread.num_children;
  anew.num_held = 0;
  anew.held = thread.held;
  anew.stack_then = thread.stack_then;
  anew.spin_loop = SpinLoop();
  anew.clock.at[child] = thread.clock.at[child] + 1;
  anew.free_numbers = 0;
  anew.steps = 0;
  anew.saved_in = anew.held_saved_in = anew.clock.saved_in = 0;
  thread = anew;
  thread.life = Life::Fresh;
  thread.operation = {};
  thread.start = nullptr;
  thread.argument = nullptr;
  thread.detached = thread.joined = false;
  thread.created_at = forked_at_;
  trail.save(threads_at_[child]);
  std::memset(threads_at_[child], kMostThreads, sizeof threads_at_[child]);
  take_seat(child, seats_of_[parent], child);
  processes.create(child);
  inherit_mask(parent, child);
  copy_objects_of_process(parent, child);
  locals.copy_thread(parent, child);
  images.copy(current_process_, child, parent);
  copy_variables(variables_of(child), __start_mover_process);
  creator.clock.tick(parent, num_threads_);
  coverage.created_thread();
  trail.set(unjoined_, unjoined_ + 1);
  event(Event::Kind::Create, handle_of(child), false, child, forked_at_);
  made_progress(creator);
}

// The locks that the forking thread holds are held by the new thread, too, unless they are in shared memory.
void World::copy_objects_of_process(uint32_t parent, uint32_t child) {
  const uint64_t to = static_cast<uint64_t>(child) << kProcessShift;
  auto is_private_to_parent = [&](Address address) {
    return process_of(address) == current_process_ && is_owned(address_of(address));
  };
  auto copy_of = [&](Address address) { return (address & ~(kProcessMask << kProcessShift)) | to; };
  for (size_t i = 0; i < objects_.size(); ++i) {
    const SyncObject& original = *objects_[i];
    if (original.kind >= SyncObject::Kind::None || !is_private_to_parent(original.address)) continue;
    const Viewpoint view(child);
    SyncObject& copy = object(copy_of(original.address), original.kind);
    copy.will_change();
    copy.words = original.words;
    if (copy.words.owner == parent + 1) copy.words.owner = child + 1;
    copy.is_copy = original.is_copy;
  }
  Thread& thread = threads_[child];
  for (uint32_t i = 0; i < threads_[parent].num_held; ++i) {
    Held held = threads_[parent].held[i];
    if (!is_private_to_parent(held.object)) continue;
    thread.held_will_change();
    held.object = copy_of(held.object);
    thread.held[thread.num_held++] = held;
  }
}

// The threads of a process that its parent has waited for count as joined.
void World::reap(uint32_t process) {
  Process& ended = processes[process];
  trail.set(ended.state, Process::State::Reaped);
  acquire(current(), ended.ended);
  for (uint32_t t = 0; t < num_threads_; ++t) {
    if (processes_of_[t] != process || threads_[t].life != Life::Ended || threads_[t].joined) continue;
    threads_[t].will_change();
    threads_[t].joined = true;
    trail.set(unjoined_, unjoined_ - 1);
  }
}

void World::leave_process(ir::LocId loc) {
  Thread& thread = current();
  event(Event::Kind::End, handle_of(current_), false, 0, loc);
  thread.will_change();
  thread.life = Life::Ended;
  coverage.ended_thread(reinterpret_cast<uint64_t>(thread.start));
  mover_switch_context(&thread.context, &scheduler);
  MOVER_UNREACHABLE("an ended process does not continue");
}

void end_process(int status, ir::LocId loc) {
  if (!world.is_last_of_process(world.current_number()))
    world.cannot_follow("a process ends while several of its threads run, and other processes exist", loc);
  reach.settle();
  make_call_at(End(), loc);
  const uint32_t number = world.current_process();
  for (int fd = kFirstDescriptor; is_ours(fd); ++fd)
    if (description_of(fd) != nullptr) close_at(fd);
  Process& process = processes[number];
  const Process& parent = processes[process.parent];
  const AtChildsEnd then = number == 0 ? AtChildsEnd::Forgets : at_end_of_child(process.parent);
  const bool is_orphan = parent.state != Process::State::Runs || then == AtChildsEnd::Forgets;
  if (!is_orphan && then == AtChildsEnd::Handles)
    world.cannot_follow("a process ends whose parent has a handler of SIGCHLD, which is not simulated", loc);
  world.release(world.current_number(), process.ended);
  trail.set(process.state, is_orphan ? Process::State::Reaped : Process::State::Ended);
  trail.set(process.status, status);
  changed(processes[process.parent].children);
  changed(process.children);
  for (uint32_t child = 1; child < kMostThreads; ++child)
    if (processes[child].state == Process::State::Ended && processes[child].parent == number)
      trail.set(processes[child].state, Process::State::Reaped);
  if (number == 0) {
    trail.save(world.end);
    world.end = {static_cast<uint8_t>(status >> 8), world.current_number(), loc};
    trail.set(world.main_has_ended, true);
  }
  world.leave_process(loc);
}

}  // namespace mover::runtime
