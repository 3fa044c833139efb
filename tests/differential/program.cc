// The statements' table, and the one place that decides which line each statement stands on.
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

// Whether `mentions` of a register by this text: $r or $s.
bool mentions(Kind kind, const char* what) { return std::string(c_template(kind)).find(what) != std::string::npos; }

void count_in(const Stmt& stmt, Inventory& stock) {
  switch (uses(stmt.kind)) {
    case Uses::Variable:
      stock.variables |= bit(stmt.object);
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
    case Uses::Pointer:
      stock.pointer = true;
      break;
    case Uses::Thread:
    case Uses::Nothing:
      break;
  }
  if (mentions(stmt.kind, "$r")) stock.registers |= bit(stmt.reg);
  if (mentions(stmt.kind, "$s")) stock.registers |= bit(stmt.second);
  if (stmt.kind == Kind::TimedLock) stock.timed = true;
}

void declare(std::vector<std::string>& lines, uint8_t which, const std::string& type, const std::string& letter) {
  for (int i = 0; i < 8; ++i)
    if (which & bit(i)) lines.push_back(type + " " + letter + std::to_string(i) + ";");
}

std::vector<std::string> write_header(const Inventory& stock) {
  std::vector<std::string> lines = {"#include <assert.h>", "#include <mover.h>",     "#include <pthread.h>",
                                    "#include <sched.h>",  "#include <semaphore.h>", "#include <stdlib.h>"};
  for (int i = 0; i < 3; ++i)
    if (stock.variables & bit(i)) lines.push_back("int " + std::string(kVariables[i]) + ";");
  declare(lines, stock.mutexes, "pthread_mutex_t", "m");
  declare(lines, stock.conditions, "pthread_cond_t", "c");
  declare(lines, stock.semaphores, "sem_t", "s");
  declare(lines, stock.barriers, "pthread_barrier_t", "b");
  declare(lines, stock.rwlocks, "pthread_rwlock_t", "w");
  if (stock.pointer) lines.push_back("int *p;");
  if (stock.timed) lines.push_back("static const struct timespec soon;");
  return lines;
}

Block write_main(const Program& program, const Inventory& stock, uint32_t created) {
  Block main;
  auto add = [&](Kind kind, uint32_t object, uint32_t value = 0) {
    main.push_back({.kind = kind, .object = static_cast<uint8_t>(object), .value = static_cast<uint8_t>(value)});
  };
  for (uint32_t i = 0; i < 2; ++i)
    if ((stock.mutexes & bit(i)) && program.mutex_type[i] != 0) add(Kind::InitMutex, i, program.mutex_type[i]);
  for (uint32_t i = 0; i < 8; ++i) {
    if (stock.semaphores & bit(i)) add(Kind::InitSem, i, program.sem_start);
    if (stock.barriers & bit(i)) add(Kind::InitBarrier, i, std::max<uint32_t>(1, program.threads.size()));
  }
  for (uint32_t i = 0; i < created; ++i) add(Kind::Create, i);
  if (created < program.threads.size())
    main.insert(main.end(), program.threads.back().begin(), program.threads.back().end());
  if (program.finish == Finish::Join)
    for (uint32_t i = 0; i < created; ++i) add(Kind::Join, i);
  main.insert(main.end(), program.check.begin(), program.check.end());
  if (program.finish == Finish::Quit) add(Kind::Quit, 0);
  add(Kind::Return, 0);
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
  for (const Block& thread : program.threads) take_stock(thread, layout.stock);
  take_stock(program.check, layout.stock);
  layout.header = write_header(layout.stock);
  layout.created = static_cast<uint32_t>(program.threads.size());
  if (program.main_is_last && layout.created > 0) --layout.created;

  for (uint32_t i = 0; i < layout.created; ++i) {
    Block body = program.threads[i];
    body.push_back({.kind = Kind::Return});
    layout.functions.push_back({.name = "thread" + std::to_string(i), .body = std::move(body)});
  }
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
