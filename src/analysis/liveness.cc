// Liveness by backward dataflow analysis over basic blocks.
#include "analysis/liveness.h"

#include <algorithm>
#include <unordered_map>

#include "ir/uses.h"
#include "support/check.h"

namespace mover::analysis {

namespace {

using ir::Function;
using ir::Instr;
using Registers = std::vector<uint32_t>;

struct Block {
  uint32_t begin = 0, end = 0;  // instructions [begin, end)
  Registers exposed;            // read before written within the block
  Registers written;
  std::vector<uint32_t> predecessors;
};

// A set of small numbers with constant-time change and iteration in the order of insertion.
class SparseSet {
 public:
  explicit SparseSet(uint32_t universe) : position_(universe, 0) {}
  bool contains(uint32_t x) const { return position_[x] < members_.size() && members_[position_[x]] == x; }
  void insert(uint32_t x) {
    if (contains(x)) return;
    position_[x] = static_cast<uint32_t>(members_.size());
    members_.push_back(x);
  }
  void erase(uint32_t x) {
    if (!contains(x)) return;
    uint32_t last = members_.back();
    members_[position_[x]] = last;
    position_[last] = position_[x];
    members_.pop_back();
  }
  void clear() { members_.clear(); }
  const Registers& members() const { return members_; }

 private:
  std::vector<uint32_t> position_;
  Registers members_;
};

// Whether a frame can be suspended in the instruction, so that live_across_call is defined for it.
bool is_suspended_call(const Instr& i) { return ir::is_call(i.op) || i.op == ir::Op::Sync || i.op == ir::Op::Service; }

std::vector<Block> make_blocks(const Function& f, std::vector<uint32_t>& block_of) {
  const auto size = static_cast<uint32_t>(f.code.size());
  std::vector<char> leader(size, 0);
  leader[0] = 1;
  for (uint32_t pc = 0; pc < size; ++pc) {
    if (ir::falls_through(f.code[pc].op)) continue;
    ir::for_each_successor(f, pc, [&](uint32_t target) { leader[target] = 1; });
    if (pc + 1 < size) leader[pc + 1] = 1;
  }
  std::vector<Block> blocks;
  block_of.resize(size);
  for (uint32_t pc = 0; pc < size; ++pc) {
    if (leader[pc]) blocks.emplace_back().begin = pc;
    blocks.back().end = pc + 1;
    block_of[pc] = static_cast<uint32_t>(blocks.size() - 1);
  }
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    ir::for_each_successor(f, blocks[b].end - 1, [&](uint32_t to) { blocks[block_of[to]].predecessors.push_back(b); });
  }
  return blocks;
}

void summarise(const Function& f, std::vector<Block>& blocks) {
  SparseSet exposed(f.num_regs), written(f.num_regs);
  for (Block& block : blocks) {
    exposed.clear();
    written.clear();
    for (uint32_t pc = block.begin; pc < block.end; ++pc) {
      ir::for_each_use(f, f.code[pc], [&](uint32_t r) {
        if (!written.contains(r)) exposed.insert(r);
      });
      ir::for_each_def(f.code[pc], [&](uint32_t r) { written.insert(r); });
    }
    block.exposed = exposed.members();
    block.written = written.members();
  }
}

// The least fixpoint over blocks: live-in = exposed ∪ (live-out \ written), live-out = ∪ live-in of the successors.
// Only registers that some block exposes have a bit, because no other register can be live at the beginning of a block.
class BorderLiveness {
 public:
  BorderLiveness(const Function& f, const std::vector<Block>& blocks) : bit_of_(f.num_regs, UINT32_MAX) {
    for (const Block& block : blocks) {
      for (uint32_t r : block.exposed) {
        if (bit_of_[r] != UINT32_MAX) continue;
        bit_of_[r] = static_cast<uint32_t>(register_of_.size());
        register_of_.push_back(r);
      }
    }
    words_ = (register_of_.size() + 63) / 64;
    in_.assign(blocks.size() * words_, 0);
    out_ = in_;
    solve(blocks);
  }

  template <typename F>
  void for_each_live_out(uint32_t block, F f) const {
    for (size_t w = 0; w < words_; ++w) {
      for (uint64_t bits = out_[block * words_ + w]; bits != 0; bits &= bits - 1) {
        f(register_of_[w * 64 + static_cast<size_t>(__builtin_ctzll(bits))]);
      }
    }
  }

 private:
  void solve(const std::vector<Block>& blocks) {
    std::vector<uint32_t> work;
    std::vector<char> queued(blocks.size(), 1);
    for (uint32_t b = 0; b < blocks.size(); ++b) work.push_back(b);  // the last block is processed first
    while (!work.empty()) {
      uint32_t b = work.back();
      work.pop_back();
      queued[b] = 0;
      if (!recompute(blocks[b], b)) continue;
      for (uint32_t p : blocks[b].predecessors) {
        for (size_t w = 0; w < words_; ++w) out_[p * words_ + w] |= in_[b * words_ + w];
        if (queued[p]) continue;
        queued[p] = 1;
        work.push_back(p);
      }
    }
  }

  // Returns whether live-in grew.
  bool recompute(const Block& block, uint32_t b) {
    const uint64_t* out = out_.data() + b * words_;
    scratch_.assign(out, out + words_);
    for (uint32_t r : block.written) {
      if (uint32_t bit = bit_of_[r]; bit != UINT32_MAX) scratch_[bit / 64] &= ~(uint64_t{1} << (bit % 64));
    }
    for (uint32_t r : block.exposed) scratch_[bit_of_[r] / 64] |= uint64_t{1} << (bit_of_[r] % 64);
    uint64_t* in = in_.data() + b * words_;
    if (std::equal(scratch_.begin(), scratch_.end(), in)) return false;
    std::copy(scratch_.begin(), scratch_.end(), in);
    return true;
  }

  std::vector<uint32_t> bit_of_;       // by register: its bit; UINT32_MAX: it has none
  std::vector<uint32_t> register_of_;  // by bit
  size_t words_ = 0;                   // the number of words of a bit set
  std::vector<uint64_t> in_, out_;     // one bit set for each block
  std::vector<uint64_t> scratch_;
};

// Interns sets as sorted lists.
class ListTable {
 public:
  ListTable(std::vector<Registers>& lists, const std::vector<bool>& left_out) : lists_(lists), left_out_(left_out) {}

  uint32_t number(const SparseSet& set) {
    sorted_ = set.members();
    if (!left_out_.empty()) std::erase_if(sorted_, [&](uint32_t r) { return left_out_[r]; });
    std::sort(sorted_.begin(), sorted_.end());
    uint64_t hash = 1469598103934665603u;
    for (uint32_t r : sorted_) hash = (hash ^ r) * 1099511628211u;
    auto [first, last] = known_.equal_range(hash);
    for (; first != last; ++first) {
      if (lists_[first->second] == sorted_) return first->second;
    }
    auto index = static_cast<uint32_t>(lists_.size());
    lists_.push_back(sorted_);
    known_.emplace(hash, index);
    return index;
  }

 private:
  std::vector<Registers>& lists_;
  const std::vector<bool>& left_out_;
  std::unordered_multimap<uint64_t, uint32_t> known_;
  Registers sorted_;
};

}  // namespace

Liveness::Liveness(const ir::Function& f, const std::vector<bool>& left_out)
    : at_(f.code.size()), across_(f.code.size(), UINT32_MAX) {
  MOVER_CHECK(!f.code.empty(), "a verified function has instructions");
  std::vector<uint32_t> block_of;
  std::vector<Block> blocks = make_blocks(f, block_of);
  summarise(f, blocks);
  BorderLiveness border(f, blocks);

  // Traverses each block backwards, beginning with the registers that are live at its end.
  ListTable table(lists_, left_out);
  SparseSet live(f.num_regs);
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    live.clear();
    border.for_each_live_out(b, [&](uint32_t r) { live.insert(r); });
    for (uint32_t pc = blocks[b].end; pc-- > blocks[b].begin;) {
      const Instr& instr = f.code[pc];
      ir::for_each_def(instr, [&](uint32_t r) { live.erase(r); });
      if (is_suspended_call(instr)) across_[pc] = table.number(live);
      ir::for_each_use(f, instr, [&](uint32_t r) { live.insert(r); });
      at_[pc] = table.number(live);
    }
  }
}

const std::vector<uint32_t>& Liveness::live_across_call(uint32_t pc) const {
  MOVER_CHECK(across_[pc] != UINT32_MAX, "live_across_call is defined for calls, synchronisation and services");
  return lists_[across_[pc]];
}

}  // namespace mover::analysis
