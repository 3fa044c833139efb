// Converts the operations of the IR to their names and back. ir.h declares further functions for Op, SyncOp and
// ServiceOp.
#pragma once

#include <optional>
#include <string_view>

#include "ir/ir.h"

namespace mover::ir {

const char* to_text(Predicate);
const char* to_text(OverflowOf);
const char* to_text(MathOp);
const char* to_text(RmwOp);
const char* to_text(Order);
const char* to_text(DebugType::Kind);
uint32_t arity(MathOp);

// The number of values that Instr::sub may have for this operation; 0: it has no sub.
uint32_t count_of_subs(Op);

// The name of Instr::sub, or "?" if the number has no meaning.
const char* sub_to_text(Op op, uint8_t sub);
std::optional<uint8_t> sub_from_text(Op op, std::string_view text);

std::optional<Op> op_from_text(std::string_view);
std::optional<Predicate> predicate_from_text(std::string_view);
std::optional<OverflowOf> overflow_from_text(std::string_view);
std::optional<MathOp> math_from_text(std::string_view);
std::optional<RmwOp> rmw_from_text(std::string_view);
std::optional<Order> order_from_text(std::string_view);
std::optional<SyncOp> sync_from_text(std::string_view);
std::optional<ServiceOp> service_from_text(std::string_view);
std::optional<DebugType::Kind> type_kind_from_text(std::string_view);

}  // namespace mover::ir
