// Writes programs as IR. That is much faster than compiling their C form with Clang. Every statement becomes code with
// the same accesses as the code that Clang generates for its C text.
#include <string>

#include "differential/emit.h"
#include "differential/emitter.h"
#include "support/check.h"

namespace mover::differential {

Emitter::Emitter(ir::Program& program, const Objects& objects, const Layout& layout, const Layout::Function& function)
    : program_(program),
      objects_(objects),
      layout_(layout),
      is_main_(function.name == "main"),
      build_(program, function.name, is_main_ ? 0 : 2) {
  build_.at_line(function.line);
  for (int32_t& reg : registers_) reg = build_.fresh();
  Inventory stock;
  take_stock(function.body, stock);
  build_.at_line(function.line + 1);  // emit_c declares the locals there
  for (int i = 0; i < kRegisters; ++i)
    if (stock.registers & (1 << i)) build_.move(registers_[i], build_.number(0));
  if (stock.own_local) {
    own_local_ = build_.alloca_bytes(4);
    build_.store(own_local_, build_.number(0), ir::Order::NotAtomic);
  }
  if (stock.own_node) {
    own_node_ = build_.alloca_bytes(kNodeSize);
    build_.fill(own_node_, 0, kNodeSize);
  }
  if (stock.inner) build_.move(inner_ = build_.fresh(), build_.number(0), 64);
  if (stock.delay) build_.move(delay_ = build_.fresh(), build_.number(1));
  if (is_main_)
    for (uint32_t i = 0; i < layout.created; ++i) handles_.push_back(build_.alloca_bytes(8));
  emit(function.body);
}

void Emitter::emit(const Block& block) {
  for (const Stmt& stmt : block) {
    build_.at_line(stmt.line);
    if (!emit_memory(stmt) && !emit_mutex(stmt) && !emit_condition(stmt) && !emit_other_sync(stmt) &&
        !emit_threads(stmt) && !emit_pointer(stmt) && !emit_node(stmt) && !emit_inner(stmt) && !emit_control(stmt))
      MOVER_UNREACHABLE("every kind of statement can be written as IR");
  }
}

namespace {

void declare(ir::Program& program, uint8_t which, const std::string& letter, uint64_t size, ir::GlobalId* ids) {
  for (int i = 0; i < 8; ++i) {
    if (!(which & (1 << i))) continue;
    ids[i] = static_cast<ir::GlobalId>(program.globals.size());
    ir::Global& global = program.globals.emplace_back();
    global.name = letter.empty() ? kVariables[i] : letter + std::to_string(i);
    global.size = size;
    global.align = size == 4 ? 4 : 8;
  }
}

// Sizes are those of the types in glibc for x86-64.
Objects declare_objects(ir::Program& program, const Inventory& stock) {
  Objects objects = {};
  declare(program, stock.variables, "", 4, objects.variables);
  declare(program, stock.mutexes, "m", 40, objects.mutexes);
  declare(program, stock.conditions, "c", 48, objects.conditions);
  declare(program, stock.semaphores, "s", 32, objects.semaphores);
  declare(program, stock.barriers, "b", 32, objects.barriers);
  declare(program, stock.rwlocks, "w", 56, objects.rwlocks);
  declare(program, stock.spins, "k", 4, objects.spins);
  declare(program, stock.onces, "o", 4, objects.onces);
  declare(program, stock.children, "h", 8, objects.handles);
  declare(program, stock.nodes, "n", 8, objects.nodes);
  if (stock.pointer) {
    objects.pointer = static_cast<ir::GlobalId>(program.globals.size());
    ir::Global& global = program.globals.emplace_back();
    global.name = "p";
    global.size = global.align = 8;
  }
  return objects;
}

}  // namespace

ir::Program emit_ir(const Program& source) {
  const Layout layout = lay_out(source);
  ir::Program program;
  program.files.push_back(source.name.empty() ? "program.c" : source.name + ".c");
  const Objects objects = declare_objects(program, layout.stock);
  for (const Layout::Function& function : layout.functions)
    program.entry = Emitter(program, objects, layout, function).finish();
  return program;
}

}  // namespace mover::differential
