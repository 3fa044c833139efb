// Tables of names and arities, all generated from the lists in ops.h.
#include "ir/ops_text.h"

namespace mover::ir {

namespace {

#define NAME2(name, text) text,
#define NAME3(name, text, arity) text,
#define ARITY3(name, text, arity) arity,

constexpr const char* kOps[] = {MOVER_IR_OPS(NAME2)};
constexpr const char* kPredicates[] = {MOVER_IR_PREDICATES(NAME2)};
constexpr const char* kOverflows[] = {MOVER_IR_OVERFLOWS(NAME2)};
constexpr const char* kRmws[] = {MOVER_IR_RMWS(NAME2)};
constexpr const char* kMath[] = {MOVER_IR_MATH(NAME3)};
constexpr const char* kSyncs[] = {MOVER_IR_SYNCS(NAME3)};
constexpr const char* kServices[] = {MOVER_IR_SERVICES(NAME3)};
constexpr const char* kOrders[] = {"not_atomic", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
constexpr const char* kTypeKinds[] = {"unknown", "signed", "unsigned", "float", "bool", "char",
                                      "pointer", "struct", "union",    "array", "enum"};

constexpr uint8_t kMathArities[] = {MOVER_IR_MATH(ARITY3)};
constexpr uint8_t kSyncArities[] = {MOVER_IR_SYNCS(ARITY3)};
constexpr uint8_t kServiceArities[] = {MOVER_IR_SERVICES(ARITY3)};

#undef NAME2
#undef NAME3
#undef ARITY3

struct Names {
  const char* const* first = nullptr;
  uint32_t count = 0;
};

template <size_t N>
constexpr Names names(const char* const (&table)[N]) {
  return {table, N};
}

// The number may be out of range: the verifier prints invalid instructions in its messages.
template <typename E>
const char* name_of(Names table, E value) {
  auto index = static_cast<uint32_t>(value);
  return index < table.count ? table.first[index] : "?";
}

template <size_t N, typename E>
uint32_t arity_of(const uint8_t (&table)[N], E value) {
  auto index = static_cast<uint32_t>(value);
  return index < N ? table[index] : 0;
}

template <typename E>
std::optional<E> find(Names table, std::string_view text) {
  for (uint32_t i = 0; i < table.count; ++i) {
    if (text == table.first[i]) return static_cast<E>(i);
  }
  return std::nullopt;
}

Names subs_of(Op op) {
  switch (op) {
    case Op::ICmp:
    case Op::FCmp:
      return names(kPredicates);
    case Op::Overflow:
      return names(kOverflows);
    case Op::Math:
      return names(kMath);
    case Op::Rmw:
      return names(kRmws);
    case Op::Sync:
      return names(kSyncs);
    case Op::Service:
      return names(kServices);
    default:
      return {};
  }
}

}  // namespace

const char* to_text(Op op) { return name_of(names(kOps), op); }
const char* to_text(Predicate p) { return name_of(names(kPredicates), p); }
const char* to_text(OverflowOf o) { return name_of(names(kOverflows), o); }
const char* to_text(MathOp m) { return name_of(names(kMath), m); }
const char* to_text(RmwOp r) { return name_of(names(kRmws), r); }
const char* to_text(Order o) { return name_of(names(kOrders), o); }
const char* to_text(SyncOp s) { return name_of(names(kSyncs), s); }
const char* to_text(ServiceOp s) { return name_of(names(kServices), s); }
const char* to_text(DebugType::Kind k) { return name_of(names(kTypeKinds), k); }

uint32_t arity(MathOp m) { return arity_of(kMathArities, m); }
uint32_t arity(SyncOp s) { return arity_of(kSyncArities, s); }
uint32_t arity(ServiceOp s) { return arity_of(kServiceArities, s); }

uint32_t count_of_subs(Op op) { return subs_of(op).count; }
const char* sub_to_text(Op op, uint8_t sub) { return name_of(subs_of(op), sub); }
std::optional<uint8_t> sub_from_text(Op op, std::string_view text) { return find<uint8_t>(subs_of(op), text); }

std::optional<Op> op_from_text(std::string_view t) { return find<Op>(names(kOps), t); }
std::optional<Predicate> predicate_from_text(std::string_view t) { return find<Predicate>(names(kPredicates), t); }
std::optional<OverflowOf> overflow_from_text(std::string_view t) { return find<OverflowOf>(names(kOverflows), t); }
std::optional<MathOp> math_from_text(std::string_view t) { return find<MathOp>(names(kMath), t); }
std::optional<RmwOp> rmw_from_text(std::string_view t) { return find<RmwOp>(names(kRmws), t); }
std::optional<Order> order_from_text(std::string_view t) { return find<Order>(names(kOrders), t); }
std::optional<SyncOp> sync_from_text(std::string_view t) { return find<SyncOp>(names(kSyncs), t); }
std::optional<ServiceOp> service_from_text(std::string_view t) { return find<ServiceOp>(names(kServices), t); }
std::optional<DebugType::Kind> type_kind_from_text(std::string_view t) {
  return find<DebugType::Kind>(names(kTypeKinds), t);
}

}  // namespace mover::ir
