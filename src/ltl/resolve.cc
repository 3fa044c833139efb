// Operands are converted as in C: the usual arithmetic conversions, arrays to pointers, pointer arithmetic. The
// addresses of objects may differ between states that the search considers equal, so pointers can be compared only with
// == and !=.
#include "ltl/resolve.h"

#include <algorithm>

#include "support/spelling.h"

namespace mover::ltl {

namespace {

using Op = Expression::Op;
using Kind = Typed::Kind;

[[noreturn]] void fail(const Expression& at, const std::string& message) { throw SyntaxError{at.column, message}; }

constexpr Type kInt{Type::Kind::Integer, 32, true, 0};

Type promoted(const Type& type) { return type.width < 32 ? kInt : type; }

// The usual arithmetic conversions.
Type common(const Type& a, const Type& b) {
  const Type x = promoted(a), y = promoted(b);
  if (x.width != y.width) return x.width > y.width ? x : y;
  return x.is_signed ? y : x;
}

Typed typed(Kind kind, const Type& type, std::vector<Typed> operands) {
  Typed result;
  result.kind = kind;
  result.type = type;
  result.operands = std::move(operands);
  return result;
}

bool is_pointer(const Typed& e) { return e.type.kind == Type::Kind::Pointer; }
bool is_null(const Typed& e) { return e.kind == Kind::Constant && e.number == 0; }
bool is_comparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }
bool is_shift(Op op) { return op == Op::ShiftLeft || op == Op::ShiftRight; }

// Plain char is signed.
bool is_signed_char(const ir::DebugType& type) { return type.name == "char" || type.name == "signed char"; }

}  // namespace

Type Resolver::type(ir::TypeId id, const Expression& e) const {
  using DebugKind = ir::DebugType::Kind;
  const ir::DebugType& type = program_.types[id];
  const auto width = static_cast<unsigned>(type.size * 8);
  switch (type.kind) {
    case DebugKind::Pointer:
      return {Type::Kind::Pointer, 64, false, type.element};
    case DebugKind::Struct:
    case DebugKind::Union:
    case DebugKind::Array:
      return {Type::Kind::Object, 0, false, id};
    case DebugKind::Float:
      fail(e, "it is a floating-point number, which formulas cannot compare; compute the condition in the program");
    case DebugKind::Unknown:
      fail(e, "its type is not in the debug information; compare another variable");
    default:
      break;
  }
  if (width > 64) fail(e, "it has more than 64 bits; compare a smaller variable");
  const bool is_signed = type.kind == DebugKind::Signed || type.kind == DebugKind::Enum ||
                         (type.kind == DebugKind::Char && is_signed_char(type));
  return {Type::Kind::Integer, width, is_signed, 0};
}

Typed Resolver::value(const Expression& e) {
  Typed result = resolve(e);
  return result.is_lvalue() ? loaded(std::move(result), e) : result;
}

Typed Resolver::lvalue(const Expression& e) {
  Typed result = resolve(e);
  if (!result.is_lvalue()) fail(e, "this is a value and no variable; write the name of a variable");
  return result;
}

Typed Resolver::loaded(Typed lvalue, const Expression& e) {
  const Type contents = lvalue.type;
  if (contents.kind != Type::Kind::Object) return typed(Kind::Load, contents, {std::move(lvalue)});
  const ir::DebugType& object = type_of(contents);
  if (object.kind == ir::DebugType::Kind::Array)
    return typed(Kind::Address, {Type::Kind::Pointer, 64, false, object.element}, {std::move(lvalue)});
  // A class with one member, such as std::atomic<int>, stands for the member.
  std::vector<ir::DebugType::Member> members = object.members;
  std::erase_if(members, [&](const auto& m) { return program_.types[m.type].size == 0; });
  if (members.size() == 1 && members[0].offset == 0 && program_.types[members[0].type].size == object.size) {
    lvalue.type = type(members[0].type, e);
    return loaded(std::move(lvalue), e);
  }
  std::string names;
  for (const auto& m : members) names += (names.empty() ? "" : ", ") + m.name;
  fail(e, "this is a struct; name one of its members" + (names.empty() ? "" : ": " + names));
}

Typed Resolver::resolve(const Expression& e) {
  switch (e.op) {
    case Op::Number:
      return number(e);
    case Op::Variable:
      return variable(e);
    case Op::Member:
      if (e.operands[0].op == Op::Variable && e.name.find("::") != std::string::npos) {  // a.c::x
        Expression of_file = e.operands[0];
        of_file.name += "." + e.name;
        return variable(of_file);
      }
      return member(lvalue(e.operands[0]), e);
    case Op::Arrow:
      return member(pointee(e.operands[0], e), e);
    case Op::Index:
      return element(e);
    case Op::Dereference:
      return pointee(e.operands[0], e);
    case Op::AddressOf: {
      Typed operand = lvalue(e.operands[0]);
      if (operand.bit_size != 0) fail(e, "a bit-field has no address");
      const ir::TypeId pointee = operand.type.kind == Type::Kind::Object ? operand.type.id : 0;
      return typed(Kind::Address, {Type::Kind::Pointer, 64, false, pointee}, {std::move(operand)});
    }
    case Op::Minus:
    case Op::Complement:
    case Op::Not:
      return unary(e);
    case Op::At:
      return at(e);
    case Op::In:
      return in(e);
    case Op::Holds:
      return holds(e);
    case Op::Enabled: {
      inspected_.memory = true;
      Typed result = typed(Kind::Enabled, kInt, {});
      result.thread = e.thread;
      return result;
    }
    default:
      return binary(e);
  }
}

// The type of an integer constant: int, unsigned (with the suffix u, or if a hexadecimal or octal constant does not fit
// int), or a type of 64 bits.
Typed Resolver::number(const Expression& e) const {
  Typed result = typed(Kind::Constant, kInt, {});
  result.number = e.number;
  const bool has_suffix = e.name.find_first_of("uU") != std::string::npos;
  const bool may_be_unsigned = has_suffix || e.name.starts_with("0");
  const bool fits_int = e.number <= INT32_MAX;
  if (has_suffix || !fits_int) result.type = {Type::Kind::Integer, 32, false, 0};
  if (e.number > UINT32_MAX || (!fits_int && !may_be_unsigned) || e.name.find_first_of("lL") != std::string::npos)
    result.type = {Type::Kind::Integer, 64, !has_suffix && e.number <= INT64_MAX, 0};
  return result;
}

Typed Resolver::pointee(const Expression& pointer, const Expression& e) {
  Typed address = value(pointer);
  if (!is_pointer(address))
    fail(e, e.op == Op::Arrow
                ? "the operand of -> is no pointer; write `.` for a member, or blanks around -> for an implication"
                : "the operand of * is no pointer");
  inspected_.memory = true;
  const Type type = this->type(address.type.id, e);
  return typed(Kind::Pointee, type, {std::move(address)});
}

Typed Resolver::member(Typed object, const Expression& e) {
  const ir::DebugType* type = object.type.kind == Type::Kind::Object ? &type_of(object.type) : nullptr;
  if (type == nullptr || type->kind == ir::DebugType::Kind::Array)
    fail(e, "`" + e.name + "` cannot be a member here, because the operand is no struct" +
                (object.type.kind == Type::Kind::Pointer ? "; write -> for a pointer" : ""));
  if (const std::optional<ir::DebugType::Member> found = find_member(object.type.id, e.name)) {
    if (found->bit_offset + found->bit_size > 64) fail(e, "the bit-field lies in 9 bytes; compare another member");
    Typed result = typed(Kind::Offset, this->type(found->type, e), {std::move(object)});
    result.number = found->offset;
    result.bit_offset = found->bit_offset;
    result.bit_size = found->bit_size;
    return result;
  }
  std::vector<std::string_view> names;
  for (const auto& m : type->members) names.push_back(m.name);
  fail(e, "`" + type->name + "` has no member `" + e.name + "`" + support::did_you_mean(e.name, names));
}

// The members of a base class or an anonymous struct are also members of the struct that contains it.
std::optional<ir::DebugType::Member> Resolver::find_member(ir::TypeId type, const std::string& name) const {
  for (const ir::DebugType::Member& m : program_.types[type].members)
    if (m.name == name) return m;
  for (const ir::DebugType::Member& m : program_.types[type].members) {
    const ir::DebugType& inner = program_.types[m.type];
    if (inner.kind != ir::DebugType::Kind::Struct && inner.kind != ir::DebugType::Kind::Union) continue;
    if (!m.name.empty() && m.name != inner.name) continue;
    std::optional<ir::DebugType::Member> found = find_member(m.type, name);
    if (!found) continue;
    found->offset += m.offset;
    return found;
  }
  return std::nullopt;
}

Typed Resolver::element(const Expression& e) {
  Typed array = resolve(e.operands[0]), index = value(e.operands[1]);
  if (is_pointer(index)) fail(e.operands[1], "an index is a number");
  ir::TypeId element = 0;
  if (array.is_lvalue() && array.type.kind == Type::Kind::Object &&
      type_of(array.type).kind == ir::DebugType::Kind::Array) {
    element = type_of(array.type).element;
    const uint64_t size = program_.types[element].size;
    const uint64_t count = size == 0 ? 0 : type_of(array.type).size / size;
    if (count != 0 && index.kind == Kind::Constant && index.number >= count)
      fail(e.operands[1], "the array has " + std::to_string(count) + " elements; write an index below it");
  } else {
    array = pointee(e.operands[0], e);
    element = value(e.operands[0]).type.id;
  }
  const uint64_t size = program_.types[element].size;
  if (size == 0) fail(e, "the size of the elements is not in the debug information");
  Typed result = typed(Kind::Element, type(element, e), {std::move(array), std::move(index)});
  result.number = size;
  return result;
}

Typed Resolver::unary(const Expression& e) {
  Typed operand = value(e.operands[0]);
  if (is_pointer(operand) && e.op != Op::Not) fail(e, "addresses have no such operation; compare them with == or !=");
  const Type type = e.op == Op::Not ? kInt : promoted(operand.type);
  Typed result = typed(Kind::Unary, type, {std::move(operand)});
  result.op = e.op;
  return result;
}

Typed Resolver::pointer_arithmetic(Typed a, Typed b, const Expression& e) {
  const bool adds = e.op == Op::Add, subtracts = e.op == Op::Subtract;
  if (adds && !is_pointer(a)) std::swap(a, b);
  const uint64_t size = program_.types[a.type.id].size;
  if ((!adds && !subtracts) || !is_pointer(a) || is_pointer(b) || size == 0)
    fail(e, "addresses have no such operation, because they differ between equal states; compare them with == or !=");
  const Type type = a.type;
  Typed result = typed(Kind::Binary, type, {std::move(a), std::move(b)});
  result.op = e.op;
  result.number = size;
  return result;
}

Typed Resolver::binary(const Expression& e) {
  Typed a = value(e.operands[0]), b = value(e.operands[1]);
  const bool logical = e.op == Op::And || e.op == Op::Or;
  Type converted = kInt;
  if (!logical && (is_pointer(a) || is_pointer(b))) {
    const bool comparable = (is_pointer(a) || is_null(a)) && (is_pointer(b) || is_null(b));
    if ((e.op != Op::Equal && e.op != Op::NotEqual) || !comparable)
      return pointer_arithmetic(std::move(a), std::move(b), e);
    converted = {Type::Kind::Pointer, 64, false, 0};
  } else if (!logical) {
    converted = is_shift(e.op) ? promoted(a.type) : common(a.type, b.type);
  }
  const Type type = logical || is_comparison(e.op) ? kInt : converted;
  Typed result = typed(Kind::Binary, type, {std::move(a), std::move(b)});
  result.op = e.op;
  result.converted = converted;
  return result;
}

// The operand is the lock itself or its address.
Typed Resolver::holds(const Expression& e) {
  Typed lock = resolve(e.operands[0]);
  if (lock.is_lvalue() && lock.type.kind == Type::Kind::Pointer) lock = loaded(std::move(lock), e);
  if (!lock.is_lvalue()) {
    if (!is_pointer(lock)) fail(e.operands[0], "this is no lock; write the name of a lock or its address");
    const Type type{Type::Kind::Object, 0, false, lock.type.id};
    lock = typed(Kind::Pointee, type, {std::move(lock)});
  }
  inspected_.memory = true;
  Typed result = typed(Kind::Holds, kInt, {std::move(lock)});
  result.thread = e.thread;
  return result;
}

}  // namespace mover::ltl
