// Which calls the front end follows by a test for an exception.
#include "frontend_fixture.h"
#include "ir/call_sites.h"

namespace mover::frontend {
namespace {

size_t tests_in(const ir::Program& program, const std::string& name) {
  return all(function(program, name), ServiceOp::CallSite).size();
}

TEST_F(FrontendTest, AProgramThatThrowsNothingHasNoTests) {
  auto program = load_cxx(
      "struct S { ~S(); }; int x; S::~S() { x++; } extern \"C\" void callee() { S s; x++; }"
      "int main() { S s; try { callee(); } catch (int) { x = 5; } }");
  for (const ir::Function& f : program.functions) EXPECT_EQ(all(f, ServiceOp::CallSite).size(), 0u) << f.name;
}

TEST_F(FrontendTest, OnlyCallsThatMayThrowAreTested) {
  auto program = load_cxx(
      "int x; extern \"C\" { void quiet() { x++; } void throws() { if (x) throw 1; quiet(); }"
      "void passes() { quiet(); throws(); } void handles() { try { passes(); } catch (...) { x = 2; } }"
      "void above() { handles(); quiet(); } } int main() { above(); }");
  EXPECT_EQ(tests_in(program, "quiet"), 0u);
  EXPECT_EQ(tests_in(program, "throws"), 1u);
  EXPECT_EQ(tests_in(program, "passes"), 1u);
  EXPECT_EQ(tests_in(program, "handles"), 1u);
  EXPECT_EQ(tests_in(program, "above"), 0u);
  EXPECT_EQ(tests_in(program, "main"), 0u);
}

TEST_F(FrontendTest, ExceptionsPassHandlersOfOtherTypesAndDestructors) {
  auto program = load_cxx(
      "int x; struct S { ~S() { x++; } }; extern \"C\" { void throws() { throw 1; }"
      "void other_type() { try { throws(); } catch (char) { x = 2; } } void destroys() { S s; throws(); }"
      "void ends() noexcept { throws(); } void above() { other_type(); destroys(); ends(); } } int main() { above(); "
      "}");
  EXPECT_EQ(tests_in(program, "above"), 2u) << "nothing leaves a function that is noexcept";
}

TEST_F(FrontendTest, CallsThroughPointersMayCallFunctionsOfTheirType) {
  auto program = load_cxx(
      "void throws(int) { throw 1; } void quiet(long) {} void (*of_int)(int) = throws; void (*of_long)(long) = quiet;"
      "int main() { of_int(1); of_long(1); }");
  EXPECT_EQ(tests_in(program, "main"), 1u);
}

TEST_F(FrontendTest, TheHandlersOfACallStandAfterIt) {
  auto program = load_cxx("extern \"C\" void throws() { throw 1; } int main() { try { throws(); } catch (int) {} }");
  const ir::Function& f = function(program, "main");
  size_t found = 0;
  for (uint32_t pc = 0; pc < f.code.size(); ++pc) {
    if (f.code[pc].op != Op::Call || ir::handlers_of_call(f, pc) == nullptr) continue;
    ++found;
    const ir::Global& table = program.globals.at(ir::handlers_of_call(f, pc)->id);
    ASSERT_EQ(table.bytes.size(), 32u) << "one handler, and the end";
    ASSERT_EQ(table.relocations.size(), 1u);
    EXPECT_EQ(program.globals.at(table.relocations[0].target.id).name, "_ZTIi");
    EXPECT_NE(table.bytes[8], 0);
    EXPECT_EQ(table.bytes[24], 0);
  }
  EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace mover::frontend
