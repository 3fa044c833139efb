// Tests the operations of the machine: parking, pending actions, choices, endless loops, failures, snapshots, events.
#include <gtest/gtest.h>

#include "support/small_vector.h"
#include "unit/random_threads.h"
#include "unit/small_programs.h"
#include "vm/object.h"
#include "vm/thread.h"

namespace mover::test {
namespace {

TEST(Machine, LocalComputationBelongsToTheStepBeforeIt) {
  Lab lab(
      "global @x size 8\n" +
      thread("t",
             "  %2 = load.64 @x\n  %2 = add.64 %2, 1\n  %3 = alloca 8\n  store.64 %3, %2\n  store.64 @x, %2\n  ret 0") +
      main_with({"t"}));
  EXPECT_EQ(lab->pending(0).sync, ir::SyncOp::ThreadCreate);
  lab.step(0);
  EXPECT_EQ(lab->pending(1).kind, ActionKind::Start);
  EXPECT_EQ(lab->pending(0).waits_for, WaitsFor::Join);
  EXPECT_FALSE(lab->enabled(0));
  lab.step(1);
  Action load = lab->pending(1);
  EXPECT_EQ(load.kind, ActionKind::Access);
  EXPECT_EQ(load.accesses.size(), 1u);
  EXPECT_FALSE(load.accesses[0].write);
  EXPECT_EQ(load.accesses[0].size, 8u);
  EXPECT_EQ(lab->description().describe(load.accesses[0].address, 8), "x");
  lab.step(1);  // the load, the addition, the local
  EXPECT_TRUE(lab->pending(1).accesses[0].write);
  lab.step(1);
  EXPECT_EQ(lab->pending(1).sync, ir::SyncOp::ThreadExit);
  lab.step(1);
  EXPECT_EQ(lab->status(1), ThreadStatus::Ended);
  lab.step(0);
  EXPECT_EQ(lab->status(1), ThreadStatus::Absent);
  EXPECT_EQ(lab->pending(0).kind, ActionKind::Exit);
  EXPECT_EQ(lab.step(0).kind, StepResult::Kind::Ended);
}

TEST(Machine, FailingIsAnActionOfItsOwn) {
  Lab lab(kBoom + "global @x size 8\n" + thread("t", "  %2 = load.64 @x\n  %3 = udiv.64 1, %2\n  ret 0") +
          main_with({"t"}));
  lab.steps({0, 1, 1});
  EXPECT_EQ(lab->pending(1).kind, ActionKind::Local);
  EXPECT_TRUE(lab->enabled(1));
  StepResult result = lab.step(1);
  EXPECT_EQ(result.kind, StepResult::Kind::Failed);
  EXPECT_EQ(result.finding.message, "divides by zero");
  EXPECT_EQ(result.finding.thread, 1u);
  EXPECT_EQ(lab.line(result.finding.loc), 5u);
}

TEST(Machine, AFailureInALibraryFunctionIsReportedWhereTheUserCalledIt) {
  EXPECT_EQ(run("func @abs(1) library {\n  %1 = load.8 %0\n  ret\n}\nfunc @main(0) {\n  call @abs(0)\n  ret\n}\n")
                .finding.loc,
            program("func @abs(1) library {\n  %1 = load.8 %0\n  ret\n}\nfunc @main(0) {\n  call @abs(0)\n  ret\n}\n")
                .functions[1]
                .code[0]
                .loc);
}

TEST(Machine, AnEndlessLocalLoopParksNowAndThenAndIsACycle) {
  for (const char* loop :
       {"again:\n  br again\n", "  %0 = mov.32 0\nagain:\n  %0 = add.32 %0, 1\n  %0 = and.32 %0, 3\n  br again\n",
        "outer:\n  %0 = mov.32 0\ninner:\n  %0 = add.32 %0, 1\n  %1 = icmp.ult.32 %0, 7\n  condbr %1, inner, outer\n",
        "again:\n  %0 = service malloc(8, 8)\n  br again\n", "again:\n  call @f()\n  br again\n",
        "again:\n  switch.32 1, [1: again], again\n"}) {
    SearchResult result =
        stateful(std::string("func @f(0) {\n  %0 = alloca 8\n  ret\n}\nfunc @main(0) {\n") + loop + "}\n");
    EXPECT_EQ(result.stop, Stop::Finished);
    EXPECT_EQ(words(result), "safe") << loop;
    EXPECT_LE(result.stats.states, 8u) << loop;
  }
}

TEST(Machine, AnEndlessLoopHidesNothingThatOthersCanDo) {
  EXPECT_EQ(verdict(kBoom + "global @x size 8\n" + thread("t", "again:\n  br again") +
                    main_with({"t"}, "  store.64 @x, 1\n  service assert_fail(@boom)\n")),
            "assertion");
  EXPECT_EQ(verdict(kBoom + "global @x size 8\n" + thread("t", "again:\n  %2 = load.64.seq_cst @x\n  br again") +
                    main_with({"t"}, "  store.64.seq_cst @x, 1\n  service assert_fail(@boom)\n")),
            "assertion");
}

TEST(Machine, ChoosesAmongAllAlternatives) {
  Lab lab("func @main(0) {\n  %0 = service choose(1)\n  %0 = service choose(3)\n  ret\n}\n");
  EXPECT_EQ(lab->pending(0).kind, ActionKind::Choice);
  EXPECT_EQ(lab->choices(0), 3u);
  EXPECT_EQ(lab->pending(0).choices, 3u);
  for (int wanted = 0; wanted < 3; ++wanted)
    EXPECT_EQ(verdict(kBoom + "func @main(0) {\n  %0 = service choose(3)\n  %1 = icmp.ne.32 %0, " +
                      std::to_string(wanted) + "\n" + claim("%1") + "  ret\n}\n"),
              "assertion");
  EXPECT_EQ(message_of(run("func @main(0) {\n  %0 = service choose(0)\n  ret\n}\n")),
            "mover_choose needs a positive number of alternatives");
  EXPECT_EQ(message_of(run("func @main(0) {\n  %0 = service choose(undef)\n  ret\n}\n")),
            "chooses among an uninitialised number of values");
}

TEST(Machine, AValueThatWasNotExploredMakesTheSearchIncomplete) {
  SearchResult wide = stateful("func @main(0) {\n  %0 = service nondet(32)\n  ret\n}\n");
  ASSERT_EQ(wide.incomplete.size(), 1u);
  EXPECT_EQ(wide.incomplete[0].cause, Omission::Cause::SampledValues);
  EXPECT_EQ(in_words(ir::Program(), wide.incomplete[0]).substr(0, 38), "nondeterministic 32-bit values were ta");
  SearchResult narrow = stateful("func @main(0) {\n  %0 = service nondet(8)\n  ret\n}\n");
  EXPECT_TRUE(narrow.incomplete.empty());
  EXPECT_EQ(narrow.stats.transitions, 257u);
}

TEST(Machine, WhatIsNotModelledIsALimitWhereItIsReached) {
  const std::string text =
      "global @name constant = bytes 666f726b00\nfunc @main(0) {\n  %0 = service choose(2)\n  %1 = trunc.1 %0 from "
      "32\n  condbr %1, yes, no\nyes:\n  service unsupported(@name)\nno:\n  ret\n}\n";
  SearchResult result = stateful(text);
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].cause, Omission::Cause::Unmodelled);
  EXPECT_EQ(in_words(program(text), result.incomplete[0]), "fork is not modelled, at <ir>:7");
  EXPECT_TRUE(result.violations.empty());
}

TEST(Machine, NotesAndPlacesNotReachedAreCollectedOverAllExecutions) {
  const std::string text = kBoom +
                           "func @main(0) {\n  %0 = service choose(2)\n  %1 = trunc.1 %0 from 32\n  condbr %1, yes, "
                           "no\nyes:\n  service note(@boom)\n  service reachable(@boom)\nno:\n  ret\n";
  SearchResult both = stateful(text + "}\n");
  EXPECT_EQ(both.assumptions, std::vector<std::string>{"boom"});
  EXPECT_TRUE(both.violations.empty());
  SearchResult never = stateful(text + "  service reachable(@boom)\n  ret\n}\n");
  ASSERT_EQ(never.violations.size(), 1u);
  EXPECT_EQ(never.violations[0].finding.message, "no interleaving gets here: mover_reachable(\"boom\")");
  EXPECT_FALSE(never.violations[0].has_schedule);
}

TEST(Machine, OutputIsCapturedAndUndone) {
  Lab lab(
      "global @a constant = bytes 6162\nfunc @main(0) {\n  %0 = service choose(2)\n  service write(1, @a, 1)\n  %0 = "
      "service choose(2)\n  service write(1, @a+1, 1)\n  %0 = service choose(2)\n  ret\n}\n");
  lab->record_events(true);
  lab.reset();
  auto none = lab->snapshot();
  lab.step(0);
  lab.step(0);
  auto both = lab->snapshot();
  EXPECT_EQ(lab->output(), "ab");
  lab->restore(*none);
  EXPECT_EQ(lab->output(), "");
  lab->restore(*both);  // restores a later state
  EXPECT_EQ(lab->output(), "ab");
  lab.reset();
  EXPECT_EQ(lab->output(), "");
}

TEST(Machine, EventsTellWhatAStepDidInOrder) {
  Lab lab("global @x size 8\nglobal @m size 40\n" +
          thread("t",
                 "  sync mutex_lock(@m)\n  store.32 @x, 7\n  %2 = load.64.acquire @x\n  %3 = rmw.add.64.seq_cst @x, "
                 "1\n  %4 = sync mutex_trylock(@m)\n  sync mutex_unlock(@m)\n  ret 0") +
          main_with({"t"}));
  lab->record_events(true);
  lab.reset();
  auto kinds = [&] {
    std::vector<Event::Kind> all;
    for (const Event& event : lab->happened()) all.push_back(event.kind);
    return all;
  };
  using Kind = Event::Kind;
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::NewObject, Kind::NewObject}));  // main's handle and its local
  lab.step(0);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::NewObject, Kind::Create}));
  EXPECT_EQ(lab->happened()[1].other, 1u);
  lab.step(1);
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::Use, Kind::Acquire}));
  EXPECT_EQ(lab->held(1).size(), 1u);
  EXPECT_EQ(lab->holders(lab->happened()[1].object), std::vector<ThreadId>{1});
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::Access}));
  EXPECT_TRUE(lab->happened()[0].value_known);
  EXPECT_EQ(lab->happened()[0].value, 7u);
  EXPECT_EQ(lab->happened()[0].access.size, 4u);
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::AtomicLoad}));
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::AtomicRmw}));
  EXPECT_FALSE(lab->observations().observed_without_ordering());
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::Use, Kind::FailedTry}));
  EXPECT_TRUE(lab->observations().observed_without_ordering());
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::Use, Kind::Release}));
  lab.step(1);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::End}));
  lab.step(0);
  EXPECT_EQ(kinds(), (std::vector<Kind>{Kind::Join}));
}

TEST(Machine, NamesBytesTheWayPeopleWriteThem) {
  Lab lab(
      "type 1 signed \"int\" size 4\ntype 2 struct \"item\" size 8 members (\"key\" at 0 type 1, \"value\" at 4 type "
      "1)\ntype 3 array \"item[4]\" size 32 element 2\n"
      "global @items size 32 type 3\nfunc @main(0) {\n  %0 = service choose(2)\n  store.8 @items, 0\n  ret\n}\n");
  Address base = (1ull << 32) + 0x80000000u;
  EXPECT_EQ(lab->description().describe(base, 32), "items");
  EXPECT_EQ(lab->description().describe(base + 20, 4), "items[2].value");
  EXPECT_EQ(lab->description().describe(base + 21, 1), "items[2].value at byte 1");
  EXPECT_EQ(lab->description().describe(0, 1), "a null pointer");
  EXPECT_EQ(lab->description().describe(77ull << 32, 1), "an invalid address");
}

// ---- Undo and replay, on random programs and random schedules.

struct Drunkard {
  std::mt19937_64 random;
  Decision next(Machine& machine) {
    std::vector<ThreadId> enabled;
    for (ThreadId t = 0; t < machine.num_threads(); ++t)
      if (machine.enabled(t)) enabled.push_back(t);
    if (enabled.empty()) return {UINT32_MAX, 0};
    ThreadId t = enabled[random() % enabled.size()];
    return {t, static_cast<uint32_t>(random() % machine.choices(t))};
  }
};

// All observable data of a state, including addresses, as text.
std::string observable_state(Machine& machine) {
  std::string text;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    text += std::to_string(static_cast<int>(machine.status(t))) + (machine.enabled(t) ? "+" : "-");
    if (machine.status(t) != ThreadStatus::Parked) continue;
    Action action = machine.pending(t);
    EXPECT_EQ(action.enabled, machine.enabled(t));
    EXPECT_EQ(action.choices, action.enabled ? machine.choices(t) : 1u);
    text += std::to_string(static_cast<int>(action.kind)) + ":" + std::to_string(action.object) + ":" +
            std::to_string(action.loc);
    AccessHint hint = machine.access_hint(t);
    for (const Access& access : action.accesses) {
      EXPECT_NE(hint, AccessHint::None);
      EXPECT_TRUE(access.atomic || hint == AccessHint::Plain);
      text += "/" + std::to_string(access.address);
    }
  }
  return text;
}

TEST(Random, TheSameScheduleGivesTheSameStatesAndAddressesHoweverOneLooks) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const std::string text = RandomThreads(seed, {}).make();
    vm::Options options;
    options.track_leaks = true;
    Lab plain(text, options), nosy(text, options);
    nosy->record_events(true);
    nosy.reset();
    Drunkard drunkard{std::mt19937_64(seed)};
    for (int i = 0; i < 200 && plain.last().kind == StepResult::Kind::Running; ++i) {
      Decision decision = drunkard.next(*plain);
      if (decision.thread == UINT32_MAX) break;
      nosy.state();
      auto here = nosy->snapshot();
      nosy.step(decision.thread, decision.choice);
      nosy->restore(*here);
      nosy.step(decision.thread, decision.choice);
      nosy->leak_tracking().leaks();
      plain.step(decision.thread, decision.choice);
      ASSERT_EQ(plain.last().kind, nosy.last().kind);
      ASSERT_EQ(plain.last().finding.message, nosy.last().finding.message);
      ASSERT_EQ(observable_state(*plain), observable_state(*nosy)) << "seed " << seed << " step " << i;
    }
  }
}

TEST(Random, SnapshotsAndReplaysLeadBackToTheSameCanonicalState) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    Lab lab(RandomThreads(seed, {}).make());
    Drunkard drunkard{std::mt19937_64(seed)};
    Schedule schedule;
    std::vector<std::shared_ptr<const Machine::Snapshot>> snapshots;
    std::vector<std::vector<uint32_t>> states;
    while (lab.last().kind == StepResult::Kind::Running && schedule.size() < 100) {
      snapshots.push_back(lab->snapshot());
      states.push_back(lab.state());
      Decision decision = drunkard.next(*lab);
      if (decision.thread == UINT32_MAX) break;
      schedule.push_back(decision);
      lab.step(decision.thread, decision.choice);
    }
    for (int k = 0; k < 10; ++k) {  // back and forth
      size_t i = drunkard.random() % states.size();
      lab->restore(*snapshots[i]);
      ASSERT_EQ(lab.state(), states[i]) << "seed " << seed << " step " << i;
    }
    lab.reset();
    for (size_t i = 0; i < states.size(); ++i) {
      ASSERT_EQ(lab.state(), states[i]) << "seed " << seed << " step " << i;
      if (i < schedule.size()) lab.step(schedule[i].thread, schedule[i].choice);
    }
  }
}

TEST(Random, AddressesStayTheSameOnReplayWhenGarbageIsCollected) {
  // Both threads endlessly allocate objects, keep or expose some of them and drop others, so slots are reused.
  const std::string body =
      "again:\n  %2 = service malloc(16, 8)\n  %3 = rmw.xchg.64.seq_cst @g, %2\n  %4 = alloca 8\n  %5 = call @f(%2)\n  "
      "service free(%3)\n  br again";
  const std::string text =
      "global @g size 8\nfunc @f(1) {\n  %1 = alloca 8\n  store.64 %1, %0\n  %2 = service malloc(8, 8)\n  store.64 %2, "
      "%1\n  ret %1\n}\n" +
      thread("t", body) + main_with({"t", "t"});
  Lab first(text), again(text);
  Drunkard drunkard{std::mt19937_64(7)};
  Schedule schedule;
  std::vector<std::string> seen;
  for (int i = 0; i < 3000; ++i) {
    schedule.push_back(drunkard.next(*first));
    first.step(schedule.back().thread, schedule.back().choice);
    seen.push_back(observable_state(*first));
  }
  again->record_events(true);
  again.reset();
  for (size_t i = 0; i < schedule.size(); ++i) {
    if (i % 7 == 0) again.state();
    again.step(schedule[i].thread, schedule[i].choice);
    ASSERT_EQ(observable_state(*again), seen[i]) << "step " << i;
  }
}

// ---- The parts of snapshots.

TEST(SmallVector, DoesWhatAVectorDoes) {
  std::mt19937_64 random(1);
  SmallVector<uint64_t, 4> small;
  std::vector<uint64_t> vector;
  for (int i = 0; i < 20000; ++i) {
    switch (random() % 8) {
      case 0:
        if (!vector.empty()) small.pop_back(), vector.pop_back();
        break;
      case 1:
        if (!vector.empty()) {
          auto at = static_cast<uint32_t>(random() % vector.size());
          small.erase(at), vector.erase(vector.begin() + at);
        }
        break;
      case 2:
        if (!vector.empty()) small.push_back(small[0]), vector.push_back(uint64_t{vector[0]});
        break;  // from itself, while it grows
      case 3: {
        SmallVector<uint64_t, 4> copy(small);
        small.clear();
        small = copy;
        small = *&small;
        break;
      }
      case 4:
        if (random() % 50 == 0) small.clear(), vector.clear();
        break;
      case 5: {
        auto size = static_cast<uint32_t>(random() % 12);
        uint32_t old = small.size();
        small.resize(size), vector.resize(size);
        for (uint32_t k = old; k < size; ++k) small[k] = 0;
        break;
      }
      default:
        small.push_back(static_cast<uint64_t>(i)), vector.push_back(static_cast<uint64_t>(i));
    }
    ASSERT_EQ(std::vector<uint64_t>(small.begin(), small.end()), vector) << i;
    ASSERT_EQ(small.empty(), vector.empty());
    if (!vector.empty()) {
      ASSERT_EQ(small.back(), vector.back());
    }
  }
}

TEST(Object, IsCopiedWhenOneOfItsOwnersWrites) {
  using vm::Object;
  vm::Ref<Object> first(Object::make(vm::ObjectKind::Heap, 20, true));
  first.write().data()[3] = 7;
  vm::Ref<Object> second = first, third;
  EXPECT_EQ(first.get(), second.get());
  second.write().data()[3] = 8;
  second.write().set_pointer(1);
  EXPECT_EQ(first->data()[3], 7);
  EXPECT_EQ(second->data()[3], 8);
  EXPECT_FALSE(first->is_pointer(1));
  EXPECT_TRUE(second->is_pointer(1));
  EXPECT_EQ(second->undefined()[19], 0xff);
  EXPECT_EQ(second->undefined()[20], 0);  // padding is defined
  third = std::move(second);
  EXPECT_EQ(third->refs, 1u);
  const Object* alone = third.get();
  EXPECT_EQ(&third.write(), alone);  // not shared: no copy
  third = first;
  EXPECT_EQ(first->refs, 2u);
}

TEST(Object, KeepsItsContentsWhenItGetsAShadow) {
  using vm::Object;
  Object* object = Object::make(vm::ObjectKind::Heap, 700, false);
  object->data()[699] = 3;
  object->set_pointer(80);
  object->set_pointer(80);
  object = Object::with_shadow(object);
  EXPECT_EQ(object->data()[699], 3);
  EXPECT_EQ(object->undefined()[699], 0);
  EXPECT_EQ(object->pointer_words, 1u);
  uint64_t found = 0;
  object->for_each_pointer([&](uint64_t word, Address) { found = word; });
  EXPECT_EQ(found, 80u);
  object->clear_pointer(80);
  object->clear_pointer(80);
  EXPECT_EQ(object->pointer_words, 0u);
  Object::destroy(object);
}

TEST(Thread, RemembersWhichBitsOfARegisterAreUndefined) {
  vm::Thread thread;
  thread.regs.resize(2);
  thread.tags.resize(2);
  thread.tags[0] = vm::kUndefined;
  thread.tags[1] = vm::kPlain;
  EXPECT_EQ(thread.undefined_bits(0), ~0ull);
  EXPECT_EQ(thread.undefined_bits(1), 0u);
  thread.set_undefined(0, 0xf0, 0);
  EXPECT_EQ(thread.undefined_bits(0), 0xf0u);
  thread.set_undefined(0, ~0ull, 0);
  EXPECT_EQ(thread.undefined_bits(0), ~0ull);
}

}  // namespace
}  // namespace mover::test
