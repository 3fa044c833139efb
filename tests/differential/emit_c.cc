// Writes programs as C text.
#include "differential/emit.h"

namespace mover::differential {
namespace {

std::string fill_in(const Stmt& stmt) {
  std::string out;
  for (const char* p = c_template(stmt.kind); *p != 0; ++p) {
    if (*p != '$') {
      out += *p;
      continue;
    }
    switch (*++p) {
      case 'r':
        out += "r" + std::to_string(stmt.reg);
        break;
      case 's':
        out += "r" + std::to_string(stmt.second);
        break;
      case 'x':
        out += kVariables[stmt.object];
        break;
      case 'o':
        out += std::to_string(stmt.object);
        break;
      case 'n':
        out += std::to_string(stmt.second);
        break;
      case 'y':
        out += kVariables[stmt.second];
        break;
      case 'f':
        out += kFields[stmt.second];
        break;
      case 'k':
        out += std::to_string(stmt.value);
        break;
      case 'm':
        out += std::string("__ATOMIC_") + kOrders[stmt.order];
        break;
      case 'l':
        out += stmt.order == kSeqCst ? "__ATOMIC_SEQ_CST" : "__ATOMIC_RELAXED";
        break;
    }
  }
  return out;
}

// The line that ends the body of a statement.
std::string closing(const Stmt& stmt) {
  switch (stmt.kind) {
    case Kind::Guarded:
      return "pthread_mutex_unlock(&m" + std::to_string(stmt.object) + "); }";
    case Kind::Atomic:
      return "} mover_atomic_end();";
    default:
      return "}";
  }
}

void write(const Block& block, int indent, std::string& out) {
  for (const Stmt& stmt : block) {
    const std::string margin(2 * indent, ' ');
    out += margin + fill_in(stmt) + "\n";
    if (!has_body(stmt.kind)) continue;
    write(stmt.body, indent + 1, out);
    out += margin + closing(stmt) + "\n";
  }
}

std::string locals(const Layout::Function& function, uint32_t created) {
  Inventory stock;
  take_stock(function.body, stock);
  std::string line = " ";
  for (int i = 0; i < kRegisters; ++i)
    if (stock.registers & (1 << i)) line += " int r" + std::to_string(i) + " = 0;";
  if (stock.own_local) line += " int l = 0;";
  if (stock.own_node) line += " struct node own = {0};";
  if (stock.inner) line += " struct node *q = 0;";
  if (stock.delay) line += " int delay = 1;";
  if (function.name == "main")
    for (uint32_t i = 0; i < created; ++i) line += " pthread_t t" + std::to_string(i) + ";";
  return line;
}

}  // namespace

std::string emit_c(const Program& program) {
  const Layout layout = lay_out(program);
  std::string out;
  for (const std::string& line : layout.header) out += line + "\n";
  for (const Layout::Function& function : layout.functions) {
    out += function.name == "main" ? "int main(void) {\n" : "void *" + function.name + "(void *unused) {\n";
    out += locals(function, layout.created) + "\n";
    write(function.body, 1, out);
    out += "}\n";
  }
  return out;
}

}  // namespace mover::differential
