// Greedy shrinking. Edits are tried from the coarsest (a whole thread) to the finest (a number), and after each success
// from the start again. Every edit makes the program smaller or one of its numbers smaller, so this
// terminates.
#include "differential/shrink.h"

#include <utility>
#include <vector>

namespace mover::differential {
namespace {

// Calls `edit` with the block and the position of the n-th statement in preorder. Returns false if there is no such
// statement.
bool at_statement(Block& block, uint32_t& n, const std::function<bool(Block&, size_t)>& edit, bool& applied) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (n-- == 0) {
      applied = edit(block, i);
      return true;
    }
    if (at_statement(block[i].body, n, edit, applied)) return true;
  }
  return false;
}

using Edit = std::function<bool(Block&, size_t)>;  // returns false if it changes nothing

bool remove(Block& block, size_t i) {
  block.erase(block.begin() + i);
  return true;
}

bool unwrap(Block& block, size_t i) {
  if (block[i].body.empty()) return false;
  const Block body = std::move(block[i].body);
  block.erase(block.begin() + i);
  block.insert(block.begin() + i, body.begin(), body.end());
  return true;
}

template <uint8_t Stmt::* field>
bool lower(Block& block, size_t i) {
  Stmt& stmt = block[i];
  const bool counts = stmt.kind == Kind::Choose || stmt.kind == Kind::Repeat;  // these need at least 1
  if (stmt.*field <= (counts ? 1 : 0)) return false;
  stmt.*field -= 1;
  return true;
}

bool make_stronger(Block& block, size_t i) { return std::exchange(block[i].order, kSeqCst) != kSeqCst; }

bool replace_kind(Block& block, size_t i, Kind from, Kind to) {
  if (block[i].kind != from) return false;
  block[i].kind = to;
  return true;
}

std::vector<Edit> statement_edits() {
  auto kind = [](Kind from, Kind to) -> Edit {
    return [=](Block& block, size_t i) { return replace_kind(block, i, from, to); };
  };
  return {remove,
          unwrap,
          kind(Kind::StoreReg, Kind::Store),
          kind(Kind::TimedLock, Kind::TryLock),
          kind(Kind::TryLock, Kind::Lock),
          kind(Kind::TimedReadLock, Kind::TryReadLock),
          kind(Kind::TimedWriteLock, Kind::TryWriteLock),
          kind(Kind::SemTimed, Kind::SemTryWait),
          kind(Kind::AwaitTimed, Kind::AwaitOnce),
          kind(Kind::Sometimes, Kind::Forever),
          kind(Kind::NewNode, Kind::MakeNode),
          kind(Kind::Fill, Kind::Store),
          kind(Kind::Copy, Kind::Load),
          kind(Kind::Broadcast, Kind::Signal),
          kind(Kind::Await, Kind::AwaitOnce),
          make_stronger,
          lower<&Stmt::object>,
          lower<&Stmt::reg>,
          lower<&Stmt::value>,
          lower<&Stmt::second>};
}

std::vector<std::function<bool(Program&)>> program_edits(const Program& program) {
  std::vector<std::function<bool(Program&)>> edits;
  for (size_t t = 0; t < program.threads.size(); ++t)
    edits.push_back([t](Program& p) {
      p.threads.erase(p.threads.begin() + t);
      if (p.threads.empty()) p.main_is_last = false;
      return true;
    });
  // Removes the last child if no thread starts it. (Any other removal would change the numbers of children.)
  edits.push_back([](Program& p) {
    if (p.children.empty() || (lay_out(p).stock.children >> (p.children.size() - 1)) != 0) return false;
    p.children.pop_back();
    return true;
  });
  edits.push_back([](Program& p) { return !std::exchange(p.prologue, {}).empty(); });
  edits.push_back([](Program& p) { return !std::exchange(p.check, {}).empty(); });
  edits.push_back([](Program& p) { return !p.threads.empty() && !std::exchange(p.main_is_last, true); });
  edits.push_back([](Program& p) { return std::exchange(p.finish, Finish::Return) != Finish::Return; });
  for (int m = 0; m < 2; ++m) edits.push_back([m](Program& p) { return std::exchange(p.mutex_type[m], 0) != 0; });
  edits.push_back([](Program& p) { return std::exchange(p.sem_start, 0) != 0; });
  edits.push_back([](Program& p) { return std::exchange(p.prefers_writers, false); });
  return edits;
}

std::vector<Block*> blocks_of(Program& program) {
  std::vector<Block*> blocks;
  for (Block& thread : program.threads) blocks.push_back(&thread);
  for (Block& child : program.children) blocks.push_back(&child);
  blocks.push_back(&program.prologue);
  blocks.push_back(&program.check);
  return blocks;
}

// Applies one edit that keeps the program wrong. Returns whether there is one.
bool step(Program& program, const std::function<bool(const Program&)>& still_wrong) {
  auto accept = [&](Program& candidate) {
    if (!still_wrong(candidate)) return false;
    program = std::move(candidate);
    return true;
  };
  for (const auto& edit : program_edits(program)) {
    Program candidate = program;
    if (edit(candidate) && accept(candidate)) return true;
  }
  for (const Edit& edit : statement_edits()) {
    for (size_t b = 0; b < blocks_of(program).size(); ++b) {
      const uint32_t count = count_statements(*blocks_of(program)[b]);
      for (uint32_t n = 0; n < count; ++n) {
        Program candidate = program;
        uint32_t index = n;
        bool applied = false;
        at_statement(*blocks_of(candidate)[b], index, edit, applied);
        if (applied && accept(candidate)) return true;
      }
    }
  }
  return false;
}

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& still_wrong) {
  while (step(program, still_wrong)) {
  }
  return program;
}

}  // namespace mover::differential
