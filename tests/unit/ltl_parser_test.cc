// The syntax of LTL formulas, of atoms, and of files of formulas.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ltl/parser.h"
#include "unit/ltl_text.h"

namespace mover::ltl {
namespace {

// The formula with every operator in parentheses, or the error.
std::string parsed(const std::string& formula) {
  const auto result = parse(formula);
  if (const auto* error = std::get_if<std::string>(&result)) return *error;
  const auto& specification = std::get<Specification>(result);
  std::vector<std::string> atoms;
  for (const Expression& atom : specification.atoms) atoms.push_back("`" + atom.text + "`");
  return text(specification.formula, atoms);
}

TEST(Parser, reads_the_operators_of_spin_and_spot) {
  EXPECT_EQ(parsed("G (req -> F ack)"), "(false R (!`req` || (true U `ack`)))");
  EXPECT_EQ(parsed("[](req -> <>ack)"), "(false R (!`req` || (true U `ack`)))");
  EXPECT_EQ(parsed("a U b U c"), "(`a` U (`b` U `c`))");
  EXPECT_EQ(parsed("a R b"), "(`a` R `b`)");
  EXPECT_EQ(parsed("a V b"), "(`a` R `b`)");
  EXPECT_EQ(parsed("a W b"), "(`b` R (`a` || `b`))");
  EXPECT_EQ(parsed("a M b"), "(`b` U (`a` && `b`))");
  EXPECT_EQ(parsed("X X a"), "X X `a`");
  EXPECT_EQ(parsed("a <-> b"), "((!`a` || `b`) && (!`b` || `a`))");
  EXPECT_EQ(parsed("not a and b or c"), "((!`a` && `b`) || `c`)");
  EXPECT_EQ(parsed("true U !false"), "(true U !false)");
  EXPECT_EQ(parsed("!F x == 1"), "!(true U `x==1`)");
}

TEST(Parser, binds_temporal_operators_more_tightly_than_logical_ones) {
  EXPECT_EQ(parsed("a && b U c || d"), "((`a` && (`b` U `c`)) || `d`)");
  EXPECT_EQ(parsed("G a && F b"), "((false R `a`) && (true U `b`))");
  EXPECT_EQ(parsed("a -> b -> c"), "(!`a` || (!`b` || `c`))");
}

TEST(Parser, takes_the_longest_expression_of_c_as_an_atom) {
  EXPECT_EQ(parsed("G x + 1 < y * 2 && F z == 0"), "((false R `x+1<y*2`) && (true U `z==0`))");
  EXPECT_EQ(parsed("(x + 1) * 2 == y -> (a && b)"), "(!`(x+1)*2==y` || (`a` && `b`))");
  EXPECT_EQ(parsed("(a && b) == c U d"), "(`(a&&b)==c` U `d`)");
  EXPECT_EQ(parsed("q.items[1].state == 2"), "`q.items[1].state==2`");
  EXPECT_EQ(parsed("x == 'a'"), "`x=='a'`");
  EXPECT_EQ(parsed("x == 0x1fu"), "`x==0x1fu`");
  EXPECT_EQ(parsed("x@T1 == main::y"), "`x@T1==main::y`");
  EXPECT_EQ(parsed("G !(at(T1, cs) && at(T2, cs))"), "(false R !(`at(T1,cs)` && `at(T2,cs)`))");
  EXPECT_EQ(parsed("at(dir/file-1.c:12)"), "`at(dir/file-1.c:12)`");
  EXPECT_EQ(parsed("holds(T1, locks[2]) || enabled(main) || in(f)"),
            "((`holds(T1,locks[2])` || `enabled(main)`) || `in(f)`)");
}

TEST(Parser, reads_an_arrow_between_names_without_blanks_as_a_member_access) {
  EXPECT_EQ(parsed("p->next == 0"), "`p->next==0`");
  EXPECT_EQ(parsed("p -> next == 0"), "(!`p` || `next==0`)");
  EXPECT_EQ(parsed("a[1]->b"), "`a[1]->b`");
  EXPECT_EQ(parsed("req->F ack"), "(!`req` || (true U `ack`))");
  EXPECT_EQ(parsed("(req)->ack"), "(!`req` || `ack`)");
}

TEST(Parser, gives_equal_atoms_one_number) {
  const auto result = parse("G (x==1 -> F x == 1)");
  ASSERT_TRUE(std::holds_alternative<Specification>(result));
  EXPECT_EQ(std::get<Specification>(result).atoms.size(), 1u);
}

TEST(Parser, warns_that_x_is_not_stutter_invariant) {
  EXPECT_EQ(std::get<Specification>(parse("G (a -> X b)")).warnings.size(), 1u);
  EXPECT_TRUE(std::get<Specification>(parse("G (a -> X b)")).uses_next);
  EXPECT_TRUE(std::get<Specification>(parse("G (a -> F b)")).warnings.empty());
}

TEST(Parser, explains_errors_with_their_column) {
  const std::vector<std::pair<std::string, std::string>> errors = {
      {"", "column 1: the formula ends where a variable, a number or a formula is expected"},
      {"G (a -> ", "column 3: this parenthesis is not closed; add a `)`"},
      {"G (a -> )", "column 9: there is `)` where a variable, a number or a formula is expected"},
      {"a b", "column 3: the formula is complete before `b`; write an operator before it"},
      {"a)", "column 2: the formula is complete before `)`; no parenthesis is open here"},
      {"x = 1", "column 3: the formula is complete before `=`; a comparison is written with =="},
      {"!x == 1", "column 1: it is not clear how far `!` extends; write !(a == b) or (!a) == b"},
      {"a & F b",
       "column 5: `F` is a temporal operator, which cannot stand inside an expression of C; connect formulas with && "
       "or ||"},
      {"x@worker", "column 3: there is `worker` where a thread is expected; write main, T1, T2 and so on"},
      {"f(x)", "column 1: `f` is called, but formulas have no calls; the predicates are at, in, holds and enabled"},
      {"holds(m)", "column 7: holds has two arguments; write holds(T1, lock)"},
      {"in()", "column 4: in needs a function; write in(function)"},
      {"at(a.c:x)", "column 8: there is `x` where the number of a line is expected"},
      {"x == 1.5", "column 6: this is no integer; atoms compare integers and addresses, so write one in C's notation"},
      {"x == 08", "column 6: this is no integer; atoms compare integers and addresses, so write one in C's notation"},
      {"a $ b", "column 3: the character `$` has no meaning in a formula; remove it"},
      {"a[1", "column 4: the formula ends where `]` is expected; an index ends with it"},
  };
  for (const auto& [formula, message] : errors) EXPECT_EQ(parsed(formula), message) << formula;
}

TEST(Parser, rejects_formulas_that_are_too_large_for_an_automaton) {
  std::string nested, atoms = "x0";
  for (int i = 0; i < 33; ++i) nested += "F ";
  for (int i = 1; i < 65; ++i) atoms += " || x" + std::to_string(i);
  EXPECT_EQ(parsed(nested + "a").substr(0, 62), "column 65: the formula has more than 32 temporal operators; sp");
  std::string boxes;
  for (int i = 0; i < 33; ++i) boxes += i % 2 == 0 ? "[]" : "<>";
  EXPECT_EQ(parsed(boxes + "a").substr(0, 62), parsed(nested + "a").substr(0, 62));
  EXPECT_NE(parsed(atoms).find("more than 64 different atoms"), std::string::npos);
  EXPECT_EQ(parsed(std::string(5000, '(') + "a" + std::string(5000, ')')),
            "column 1001: the formula is too long; split it into several formulas");
}

TEST(Parser, reads_a_file_of_formulas) {
  const auto result = parse_file("spec.ltl",
                                 "# mutual exclusion\n"
                                 "mutex: G !(in(T1, f) && in(T2, f))   # f is the critical section\n"
                                 "\n"
                                 "  G (at(a.c:3) -> F ok)\n"
                                 "ns::flag -> F ok\n"
                                 "F c == '#' # a comment\n");
  ASSERT_TRUE(std::holds_alternative<std::vector<Specification>>(result));
  const auto& all = std::get<std::vector<Specification>>(result);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].name, "mutex");
  EXPECT_EQ(all[0].text, "G !(in(T1, f) && in(T2, f))");
  EXPECT_EQ(all[1].name, "");
  EXPECT_EQ(all[1].text, "G (at(a.c:3) -> F ok)");
  EXPECT_EQ(all[2].text, "ns::flag -> F ok");
  EXPECT_EQ(all[3].text, "F c == '#'");
  EXPECT_EQ(std::get<std::string>(parse_file("spec.ltl", "G a\nname: G (b\n")),
            "spec.ltl:2:9: this parenthesis is not closed; add a `)`");
}

}  // namespace
}  // namespace mover::ltl
