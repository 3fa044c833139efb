#include "symbols/held_memory.h"

#include "ir/holders.h"
#include "ir/names.h"
#include "memory/access.h"
#include "memory/heap.h"
#include "native/protocol.h"
#include "symbols/local_names.h"
#include "symbols/type_names.h"

namespace mover::runtime {

namespace {

class NamedMemory : public ir::HeldMemory {
 public:
  const ir::Program& types() const override { return reported_types(); }

  std::vector<ir::Root> roots() const override {
    std::vector<ir::Root> roots;
    for_each_global([&](uint64_t begin, ir::TypeId type) {
      roots.push_back({begin, types().types[type].size, type, native::data_mark(begin), "", true});
    });
    for (const BegunLocal& local : begun_locals()) {
      const ir::DebugType& type = types().types[local.type];
      if (type.kind == ir::DebugType::Kind::Struct || type.kind == ir::DebugType::Kind::Array)
        roots.push_back({local.address, local.size, local.type, local.name, local.end, false});
    }
    world.numbers->for_each([&](uint64_t address) {
      ir::HeldBlock block;
      if (!block_at(address, block)) return;
      const std::string name = ir::object_name(types().types[block.type]);
      if (!name.empty()) roots.push_back({block.begin, block.size, block.type, name + block.number, "", true});
    });
    return roots;
  }

  void for_each_pointer(uint64_t begin, uint64_t size, const Found& f) const override {
    const auto* words = reinterpret_cast<const uint64_t*>(begin);
    for (uint64_t i = 0; begin % 8 == 0 && i < size / 8; ++i)
      if (Heap::contains(words[i])) f(i * 8, words[i]);
  }

  bool block_at(uint64_t address, ir::HeldBlock& block) const override {
    const Block* found = Heap::contains(address) ? heap.block_of(address) : nullptr;
    if (found == nullptr || found->state != Block::State::Allocated || address - found->begin() >= found->size)
      return false;
    block = {found->begin(), found->size, type_of_block(found->allocated_at, found->size),
             world.numbers->of(found->begin())};
    return true;
  }
};

}  // namespace

std::string part_by_pointer(uint64_t address, uint64_t size) {
  ir::Holders* holders = world.numbers == nullptr ? nullptr : world.numbers->holders();
  const NamedMemory memory;
  ir::HeldBlock block;
  if (holders == nullptr || !memory.block_at(address, block)) return "";
  return holders->part(memory, block, address - block.begin, size);
}

}  // namespace mover::runtime
