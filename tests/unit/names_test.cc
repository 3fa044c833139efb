// Tests the names in reports: of functions and types, of the parts of objects, and of pointers that are null.
#include "ir/names.h"

#include <gtest/gtest.h>

#include "ir/parts.h"
#include "ir/type_text.h"
#include "report/null_pointer.h"

namespace mover {
namespace {

std::string name_of_symbol(const char* symbol) {
  ir::Function function;
  function.name = symbol;
  return ir::source_name(function);
}

TEST(Names, AFunctionIsNamedWithoutItsParametersAndItsResult) {
  EXPECT_EQ(name_of_symbol("main"), "main");
  EXPECT_EQ(name_of_symbol("_ZN4Gate4waitEv"), "Gate::wait");
  EXPECT_EQ(name_of_symbol("_Z3fooIiEvT_"), "foo<int>");
  EXPECT_EQ(name_of_symbol("_ZN12_GLOBAL__N_16workerEPv"), "(anonymous namespace)::worker");
  EXPECT_EQ(name_of_symbol("_ZN1SclEi"), "S::operator()");
  EXPECT_EQ(name_of_symbol("_ZNK1ScvbEv"), "S::operator bool");
  EXPECT_EQ(name_of_symbol("_ZN1SlsEi"), "S::operator<<");
}

TEST(Names, LongListsOfTemplateArgumentsAreFolded) {
  EXPECT_EQ(ir::with_arguments_folded("Queue<int>::push"), "Queue<int>::push");
  EXPECT_EQ(ir::with_arguments_folded("std::map<std::string, std::vector<int> >::at"), "std::map<…>::at");
  EXPECT_EQ(ir::with_arguments_folded("operator<<"), "operator<<");
}

TEST(Names, ABlockIsNamedByTheTypeThatTheUserAllocates) {
  using Kind = ir::DebugType::Kind;
  EXPECT_EQ(ir::object_name({Kind::Struct, "list", 8, {}, 0}), "list");
  EXPECT_EQ(ir::object_name({Kind::Struct, "_Sp_counted_ptr_inplace<Config, std::allocator<void>, 2>", 8, {}, 0}),
            "Config");
  EXPECT_EQ(ir::object_name({Kind::Struct, "_Rb_tree_node<std::pair<const int, int> >", 8, {}, 0}), "tree node");
  EXPECT_EQ(ir::object_name({Kind::Signed, "int", 4, {}, 0}), "");
}

// struct request { int id; std::vector<int> items; int done[2]; }, as a text of the instrumentation.
constexpr const char* kRequest =
    "{40\trequest\t0\tid\t.4\tint\t"
    "8\titems\t{24\tvector<int, std::allocator<int> >\t0\t_Vector_base<int, std::allocator<int> >\t"
    "{24\t_Vector_base<int, std::allocator<int> >\t0\t_M_impl\t{24\t_Vector_impl\t"
    "0\tallocator<int>\t{1\tallocator<int>\t}0\t_M_start\t.8\t\t8\t_M_finish\t.8\t\t}}}"
    "32\tdone\t[8\t.4\tint\t}";

TEST(Names, TheTextOfATypeIsReadAndNamesTheParts) {
  ir::Program program;
  const ir::TypeId request = ir::add_type(program, kRequest);
  ASSERT_NE(request, 0u);
  EXPECT_EQ(ir::path_within(program, request, 0, 4), ".id");
  EXPECT_EQ(ir::path_within(program, request, 36, 4), ".done[1]");
  EXPECT_EQ(ir::path_within(program, request, 0, 40), "");
  EXPECT_EQ(ir::part_of_block(program, request, 40, 36, 4, "#2"), "request#2.done[1]");
  EXPECT_EQ(ir::part_of_block(program, request, 80, 40, 4, ""), "request[1].id");
  EXPECT_EQ(ir::part_of_block(program, request, 44, 40, 4, ""), "");
}

TEST(Names, MembersThatAreInternalToALibraryAreLeftOut) {
  ir::Program program;
  const ir::TypeId request = ir::add_type(program, kRequest);
  EXPECT_EQ(ir::path_within(program, request, 8, 8), ".items");
  EXPECT_EQ(ir::path_within(program, request, 16, 8), ".items");
}

TEST(Names, AnIllFormedTextIsNoType) {
  ir::Program program;
  for (const char* text : {"", ".", ".4", "{8\tx\t", "[8\t", "?4\tint\t", ".x\tint\t"})
    EXPECT_EQ(ir::add_type(program, text), 0u) << text;
}

TEST(Names, TheLineTellsThePointerOfAnAccess) {
  auto at = [](const std::string& line, const char* access) { return pointer_accessed_at(line, line.find(access)); };
  EXPECT_EQ(at("conn->buf[0] = 'x';", "= "), "conn->buf");
  EXPECT_EQ(at("r->done = 1;", "= "), "r");
  EXPECT_EQ(at("x = list.head->next->key;", "key"), "list.head->next");
  EXPECT_EQ(at("*p = 1;", "= "), "p");
  EXPECT_EQ(at("return *p;", "*p"), "p");
  EXPECT_EQ(at("n = pool[i]->jobs;", "jobs"), "pool[i]");
  EXPECT_EQ(at("f(a, get(q)->size);", "size"), "get(q)");
  EXPECT_EQ(at("count++;", "++"), "");
  EXPECT_EQ(at("x = buf[0];", "buf"), "");
}

}  // namespace
}  // namespace mover
