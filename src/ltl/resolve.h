// Resolves the names and types of expressions according to the rules of C, with the debug information of the program.
#pragma once

#include <string>
#include <vector>

#include "ltl/expression.h"
#include "ltl/typed.h"

namespace mover::ltl {

class Resolver {
 public:
  // Adds the parts of the state that the resolved expressions read to `inspected`.
  Resolver(const ir::Program& program, Inspected& inspected) : program_(program), inspected_(inspected) {}

  // The value of the expression; for an lvalue, its contents. Throws SyntaxError.
  Typed value(const Expression& e);

 private:
  Typed lvalue(const Expression& e);
  Typed resolve(const Expression& e);
  Typed loaded(Typed lvalue, const Expression& e);
  Typed number(const Expression& e) const;
  Typed pointee(const Expression& pointer, const Expression& e);
  Typed element(const Expression& e);
  Typed member(Typed object, const Expression& e);
  std::optional<ir::DebugType::Member> find_member(ir::TypeId type, const std::string& name) const;
  Typed unary(const Expression& e);
  Typed binary(const Expression& e);
  Typed pointer_arithmetic(Typed a, Typed b, const Expression& e);
  Typed holds(const Expression& e);

  Typed variable(const Expression& e);
  Typed variable_of_thread(const Expression& e);
  ir::GlobalId global(const Expression& e) const;
  const ir::DebugType::Member* enumerator(const Expression& e) const;
  [[noreturn]] void unknown_variable(const Expression& e) const;

  Typed at(const Expression& e);
  Typed in(const Expression& e);
  Typed in_places(const Expression& e, uint64_t bit) const;
  uint64_t new_bit(const Expression& e);

  const ir::DebugType& type_of(const Type& type) const { return program_.types[type.id]; }
  Type type(ir::TypeId id, const Expression& e) const;

  const ir::Program& program_;
  Inspected& inspected_;
  unsigned bits_ = 0;  // the number of sets of places
};

}  // namespace mover::ltl
