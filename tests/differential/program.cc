// The table of statements, and the layout that decides the line of each statement.
#include "differential/program.h"

#include <algorithm>
#include <bit>

namespace mover::differential {
namespace {

struct Traits {
  Uses uses;
  bool has_body;
  const char* text;
};

constexpr Traits kTraits[] = {
#define X(name, uses, body, text) {Uses::uses, body, text},
    MOVER_STATEMENTS(X)
#undef X
};

const Traits& traits(Kind kind) { return kTraits[static_cast<size_t>(kind)]; }

uint8_t bit(uint32_t index) { return static_cast<uint8_t>(1u << index); }

// Whether the C text of the statement contains the placeholder.
bool mentions(Kind kind, const char* what) { return std::string(c_template(kind)).find(what) != std::string::npos; }

void count_in(const Stmt& stmt, Inventory& stock) {
  stock.delay |= stmt.kind == Kind::Grow || stmt.kind == Kind::AssertDelay;
  switch (uses(stmt.kind)) {
    case Uses::Variable:
      stock.variables |= bit(stmt.object);
      break;
    case Uses::Pair:
      stock.variables |= bit(stmt.object) | bit(stmt.second);
      break;
    case Uses::Mutex:
      stock.mutexes |= bit(stmt.object);
      break;
    case Uses::Condition:
      stock.conditions |= bit(stmt.object);
      break;
    case Uses::Await:
      stock.variables |= bit(stmt.object);
      stock.mutexes |= bit(stmt.second);
      stock.conditions |= bit(stmt.second);
      break;
    case Uses::Semaphore:
      stock.semaphores |= bit(stmt.object);
      break;
    case Uses::Barrier:
      stock.barriers |= bit(stmt.object);
      break;
    case Uses::RwLock:
      stock.rwlocks |= bit(stmt.object);
      break;
    case Uses::Spin:
      stock.spins |= bit(stmt.object);
      break;
    case Uses::Once:
      stock.onces |= bit(stmt.object);
      stock.variables |= bit(0);
      break;
    case Uses::Pointer:
      stock.pointer = true;
      break;
    case Uses::Node:
      stock.nodes |= bit(stmt.object);
      break;
    case Uses::Child:
      stock.children |= bit(stmt.object);
      break;
    case Uses::Inner:
    case Uses::Thread:
    case Uses::Nothing:
      break;
  }
  if (mentions(stmt.kind, "$r")) stock.registers |= bit(stmt.reg);
  if (mentions(stmt.kind, "$s")) stock.registers |= bit(stmt.second);
  stock.timed |= mentions(stmt.kind, "&soon");
  stock.makes |= stmt.kind == Kind::MakeNode;
  stock.own_local |= stmt.kind == Kind::ShareLocal;
  stock.own_node |= stmt.kind == Kind::ShareNode;
  stock.inner |= uses(stmt.kind) == Uses::Inner || mentions(stmt.kind, "q = __atomic");
}

void declare(std::vector<std::string>& lines, uint8_t which, const std::string& type, const std::string& letter) {
  for (int i = 0; i < 8; ++i)
    if (which & bit(i)) lines.push_back(type + " " + letter + std::to_string(i) + ";");
}

void write_header(Layout& layout) {
  const Inventory& stock = layout.stock;
  std::vector<std::string>& lines = layout.header;
  for (const char* name : {"assert", "mover", "pthread", "sched", "semaphore", "stdlib", "string"})
    lines.push_back("#include <" + std::string(name) + ".h>");
  for (int i = 0; i < 3; ++i)
    if (stock.variables & bit(i)) lines.push_back("int " + std::string(kVariables[i]) + ";");
  declare(lines, stock.mutexes, "pthread_mutex_t", "m");
  declare(lines, stock.conditions, "pthread_cond_t", "c");
  declare(lines, stock.semaphores, "sem_t", "s");
  declare(lines, stock.barriers, "pthread_barrier_t", "b");
  declare(lines, stock.rwlocks, "pthread_rwlock_t", "w");
  declare(lines, stock.spins, "pthread_spinlock_t", "k");
  declare(lines, stock.onces, "pthread_once_t", "o");
  declare(lines, stock.children, "pthread_t", "h");
  if (stock.pointer) lines.push_back("int *p;");
  if (stock.nodes != 0 || stock.inner)
    lines.push_back("struct node { pthread_mutex_t m; pthread_cond_t c; int f, g; };");
  declare(lines, stock.nodes, "struct node", "*n");
  if (stock.timed) lines.push_back("static const struct timespec soon;");
  if (stock.makes) {
    lines.push_back("static struct node *make(void) { return calloc(1, sizeof(struct node)); }");
    layout.make_line = static_cast<uint32_t>(lines.size());
  }
  if (stock.onces != 0) {
    lines.push_back("static void initialise(void) { x = 1; }");
    layout.once_line = static_cast<uint32_t>(lines.size());
  }
}

Block write_main(const Program& program, const Inventory& stock, uint32_t created) {
  Block main;
  auto add = [&](Kind kind, uint32_t object, uint32_t value = 0) {
    main.push_back({.kind = kind, .object = static_cast<uint8_t>(object), .value = static_cast<uint8_t>(value)});
  };
  for (uint32_t i = 0; i < 2; ++i)
    if ((stock.mutexes & bit(i)) && program.mutex_type[i] != 0) add(Kind::InitMutex, i, program.mutex_type[i]);
  for (uint32_t i = 0; i < 8; ++i) {
    if ((stock.rwlocks & bit(i)) && program.prefers_writers) add(Kind::InitRwLock, i, 2);
    if (stock.semaphores & bit(i)) add(Kind::InitSem, i, program.sem_start);
    if (stock.barriers & bit(i)) add(Kind::InitBarrier, i, std::max<uint32_t>(1, program.threads.size()));
  }
  main.insert(main.end(), program.prologue.begin(), program.prologue.end());
  for (uint32_t i = 0; i < created; ++i) {
    add(Kind::Create, i);
    main.back().second = static_cast<uint8_t>(program.alike ? 0 : i);
  }
  if (created < program.threads.size())
    main.insert(main.end(), program.threads.back().begin(), program.threads.back().end());
  if (program.finish == Finish::Join || program.finish == Finish::Detach)
    for (uint32_t i = 0; i < created; ++i) add(program.finish == Finish::Join ? Kind::Join : Kind::Detach, i);
  main.insert(main.end(), program.check.begin(), program.check.end());
  if (program.finish == Finish::Quit || program.finish == Finish::Detach) add(Kind::Quit, 0);
  add(Kind::ReturnRegister, 0);  // the exit code, which searches compare
  return main;
}

void number(Block& block, uint32_t& line) {
  for (Stmt& stmt : block) {
    stmt.line = line++;
    number(stmt.body, line);
    stmt.end_line = has_body(stmt.kind) ? line++ : stmt.line;
  }
}

}  // namespace

Uses uses(Kind kind) { return traits(kind).uses; }
bool has_body(Kind kind) { return traits(kind).has_body; }
const char* c_template(Kind kind) { return traits(kind).text; }

void take_stock(const Block& block, Inventory& stock) {
  for (const Stmt& stmt : block) {
    count_in(stmt, stock);
    take_stock(stmt.body, stock);
  }
}

Layout lay_out(const Program& program) {
  Layout layout;
  for (const Block& child : program.children) take_stock(child, layout.stock);
  for (const Block& thread : program.threads) take_stock(thread, layout.stock);
  take_stock(program.prologue, layout.stock);
  take_stock(program.check, layout.stock);
  write_header(layout);
  layout.children = static_cast<uint32_t>(program.children.size());
  layout.created = static_cast<uint32_t>(program.threads.size());
  if (program.main_is_last && layout.created > 0) --layout.created;

  auto add_function = [&](const std::string& name, Block body) {
    body.push_back({.kind = Kind::Return});
    layout.functions.push_back({.name = name, .body = std::move(body)});
  };
  for (uint32_t i = layout.children; i-- > 0;) add_function("child" + std::to_string(i), program.children[i]);
  for (uint32_t i = 0; i < layout.created; ++i) add_function("thread" + std::to_string(i), program.threads[i]);
  layout.functions.push_back({.name = "main", .body = write_main(program, layout.stock, layout.created)});

  uint32_t line = static_cast<uint32_t>(layout.header.size()) + 1;
  for (Layout::Function& function : layout.functions) {
    function.line = line;
    line += 2;  // the head, and the local variables
    number(function.body, line);
    ++line;  // the closing brace
  }
  return layout;
}

uint32_t count_statements(const Block& block) {
  uint32_t count = 0;
  for (const Stmt& stmt : block) count += 1 + count_statements(stmt.body);
  return count;
}

}  // namespace mover::differential
