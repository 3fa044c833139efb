// Tests the search for declarations in C and C++ sources, the annotations, and the patch.
#include "report/annotations.h"

#include <gtest/gtest.h>

#include "unit/small_programs.h"

namespace mover::test {
namespace {

// The text with a | at the position.
std::string shown(const CSource& source, std::optional<size_t> at) {
  return at ? source.text().substr(0, *at) + "|" + source.text().substr(*at) : "none";
}

std::string variable(const std::string& text, const std::string& name, uint32_t line = 1) {
  CSource source(text);
  return shown(source, source.variable(name, line));
}

TEST(CSource, FindsSimpleDeclarators) {
  EXPECT_EQ(variable("int x;", "x"), "int x|;");
  EXPECT_EQ(variable("int y, x[2][3] = {0}, z;", "x"), "int y, x[2][3]| = {0}, z;");
  EXPECT_EQ(variable("static struct s { int x; } *x = 0;", "x"), "none");  // ambiguous
  EXPECT_EQ(variable("\n\nint x{3};", "x", 3), "\n\nint x|{3};");
  EXPECT_EQ(variable("int (*x)(void);", "x"), "none");
  EXPECT_EQ(variable("int x;", "x", 2), "none");
  EXPECT_EQ(variable("int x MOVER_GUARDED_BY(m) = 2;", "x"), "int x MOVER_GUARDED_BY(m)| = 2;");
  EXPECT_EQ(variable("int y = s.x; int x;", "x"), "int y = s.x; int x|;");
}

TEST(CSource, CommentsTextsAndOtherBranchesAreNoDeclarations) {
  EXPECT_EQ(variable("/* int x; */ int x; // int x;", "x"), "/* int x; */ int x|; // int x;");
  EXPECT_EQ(variable("char *s = \"int x;\", x;", "x"), "char *s = \"int x;\", x|;");
  EXPECT_EQ(variable("auto s = R\"a(int x;)\" ; )a\"; int x;", "x"), "auto s = R\"a(int x;)\" ; )a\"; int x|;");
  EXPECT_EQ(variable("#if 0\nint x;\n#else\nint x;\n#endif\n", "x", 2), "none");
  EXPECT_EQ(variable("#if 0\nint x;\n#else\nint x;\n#endif\n", "x", 4), "#if 0\nint x;\n#else\nint x|;\n#endif\n");
  EXPECT_EQ(variable("#define A \\\n  int x;\nint x;", "x", 2), "none");
  EXPECT_EQ(variable("int n = 1'000; char c = '\\''; int x;", "x"), "int n = 1'000; char c = '\\''; int x|;");
}

std::string member(const std::string& text, const std::string& record, const std::string& name) {
  CSource source(text);
  std::vector<size_t> found = source.members(record, name);
  return found.size() == 1 ? shown(source, found[0]) : std::to_string(found.size());
}

TEST(CSource, FindsMembersByTagTypedefAndTemplate) {
  EXPECT_EQ(member("struct q { int n; };", "q", "n"), "struct q { int n|; };");
  EXPECT_EQ(member("typedef struct { int n, m; } q;", "q", "m"), "typedef struct { int n, m|; } q;");
  EXPECT_EQ(member("typedef struct tag { int n[3]; } *p, q;", "q", "n"), "typedef struct tag { int n[3]|; } *p, q;");
  EXPECT_EQ(member("typedef struct tag { int n; } *p, q;", "p", "n"), "0");
  EXPECT_EQ(
      member("template <class T> class Box : Base<T> { public: int get() { return n; } T n = 0; };", "Box<int>", "n"),
      "template <class T> class Box : Base<T> { public: int get() { return n; } T n| = 0; };");
  EXPECT_EQ(member("namespace a { struct __attribute__((packed)) q { int b : 3; }; }", "q", "b"),
            "namespace a { struct __attribute__((packed)) q { int b : 3|; }; }");
  EXPECT_EQ(member("struct q { struct { int n; } in; }; struct r { int n; };", "q", "n"), "0");
  EXPECT_EQ(member("void f(void) { struct q { int n; }; }", "q", "n"), "0");
}

TEST(CSource, FindsFunctionsWithTheirBodies) {
  CSource source(
      "int f(int a) { return a; }\n"
      "extern \"C\" { static struct s *g(void); }\n"
      "namespace n { void C::h(int) const noexcept { if (x) { } } }\n"
      "class D { D() : a(1) { } int k() { return 0; } };\n"
      "int x = f(3);\nint y[] = { 1, 2 };\nenum e { A, B };\n"
      "void g2(void) MOVER_REQUIRES(m) { }\n");
  std::string all;
  for (const CFunction& f : source.functions())
    all += (f.record.empty() ? "" : f.record + ".") + f.name + (f.end == 0 ? "; " : f.annotate == 0 ? "! " : " ");
  EXPECT_EQ(all, "f g; C.h D.D! D.k g2 ");
  EXPECT_EQ(source.functions()[source.function_at(source.text().find("return a")).value()].name, "f");
  EXPECT_EQ(source.functions()[source.function_at(source.text().find("if (x)")).value()].name, "h");
  EXPECT_FALSE(source.function_at(source.text().find("int x")));
  EXPECT_EQ(source.text().substr(source.functions()[2].annotate, 3), " { ");
}

TEST(CSource, FindsWhereAnIncludeBelongs) {
  auto after = [](const std::string& text) {
    CSource source(text);
    return shown(source, source.include_before(text.find("int x")));
  };
  EXPECT_EQ(after("#include <a.h>\n# include \"b.h\"\n\nint x;\n#include <c.h>\n"),
            "#include <a.h>\n# include \"b.h\"\n|\nint x;\n#include <c.h>\n");
  EXPECT_EQ(after("#ifndef G\n#define G\n#include <a.h>\nint x;\n#endif\n"),
            "#ifndef G\n#define G\n#include <a.h>\n|int x;\n#endif\n");
  EXPECT_EQ(after("#include <a.h>\n#ifdef B\n#include <b.h>\n#endif\nint x;\n"),
            "#include <a.h>\n|#ifdef B\n#include <b.h>\n#endif\nint x;\n");
  EXPECT_EQ(after("int x;\n"), "|int x;\n");
}

TEST(CSource, TornTextsAreSurvived) {
  for (const char* text :
       {"", "{", "}", "((", "struct {", "int f(", "\"", "'", "/*", "#if", "#", "R\"(", "a::", "\\", "[}"}) {
    CSource source(text);
    EXPECT_EQ(source.members("q", "n").size(), 0u);
  }
}

TEST(Diff, ShowsChangedAndNewLinesWithThreeLinesAround) {
  const std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n";
  EXPECT_EQ(unified_diff("a.c", before, {{2, "new\n"}, {before.find("ten") + 3, " more"}}),
            "--- a/a.c\n+++ b/a.c\n@@ -1,5 +1,6 @@\n 1\n+new\n 2\n 3\n 4\n 5\n"
            "@@ -7,4 +8,4 @@\n 7\n 8\n 9\n-ten\n+ten more\n");
  EXPECT_EQ(unified_diff("a.c", before, {}), "");
  EXPECT_EQ(
      unified_diff("a.c", "x", {{1, "y"}}),
      "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+xy\n\\ No newline at end of file\n");
}

// --- Annotations

const std::string kSource =
    "#include <pthread.h>\n"
    "pthread_mutex_t mu;\n"
    "int x, y;\n"
    "void f(void) { x++; }\n";

ir::Program code() {
  ir::Program p = program(
      "file 1 \"a.c\"\ntype 1 signed \"int\" size 4\nglobal @mu size 40 !1:2\nglobal @x size 4 type 1 !1:3\nglobal @y "
      "size 4 type 1 !1:3\nfunc @f(0) !1:4 {\n  ret\n}\nfunc @main(0) {\n  ret 0\n}\n");
  return p;
}

Guard guarded(ir::GlobalId global, const std::string& name) {
  Guard guard;
  guard.by = Guard::By::Lock;
  guard.variable = name;
  guard.place.object.kind = ObjectInfo::Kind::Global;
  guard.place.object.global = global;
  GuardLock lock;
  lock.name = "mu";
  lock.place.object.kind = ObjectInfo::Kind::Global;
  lock.place.object.global = 0;
  guard.locks.push_back(lock);
  return guard;
}

TEST(Annotations, FollowDeclarationsAndIncludeTheirHeader) {
  ir::Program p = code();
  Annotations annotations(p, {{"a.c", "dir/a.c", kSource}});
  annotations.plan({guarded(1, "x")}, {{0, guarded(1, "x").locks[0], true}});
  EXPECT_EQ(annotations.diff(),
            "--- a/dir/a.c\n+++ b/dir/a.c\n@@ -1,4 +1,5 @@\n #include <pthread.h>\n+#include <mover_guards.h>\n"
            " pthread_mutex_t mu;\n-int x, y;\n+int x MOVER_GUARDED_BY(mu), y;\n-void f(void) { x++; }\n"
            "+void f(void) MOVER_REQUIRES(mu) { x++; }\n");
  EXPECT_TRUE(annotations.remarks().empty());
}

TEST(Annotations, AreNotWrittenTwice) {
  ir::Program p = code();
  Annotations first(p, {{"a.c", "a.c", kSource}});
  const std::vector<Guard> guards = {guarded(1, "x"), guarded(2, "y")};
  const std::vector<FunctionGuard> functions = {{0, guarded(1, "x").locks[0], true}};
  first.plan(guards, functions);
  std::string text = first.patched().at("a.c");
  for (ir::Loc& loc : p.locs) loc.line += loc.line > 1;  // after the new #include
  Annotations second(p, {{"a.c", "a.c", text}});
  second.plan(guards, functions);
  EXPECT_EQ(second.diff(), "");
}

TEST(Annotations, AnnotationsThatClangRejectsAreRemovedAndReported) {
  ir::Program p = code();
  Annotations annotations(p, {{"a.c", "a.c", kSource}});
  annotations.plan({guarded(1, "x")}, {});
  EXPECT_TRUE(annotations.resolve({{"a.c", 4, 7, false, "use of undeclared identifier 'mu'"}}));
  EXPECT_EQ(annotations.diff(), "");
  ASSERT_EQ(annotations.remarks().size(), 1u);
  EXPECT_EQ(annotations.remarks()[0], "x is not annotated: Clang says use of undeclared identifier 'mu'");
  EXPECT_FALSE(annotations.resolve({{"a.c", 4, 7, false, "use of undeclared identifier 'mu'"}}));
}

TEST(Annotations, FunctionsThatClangCannotFollowAreLeftUnchecked) {
  ir::Program p = code();
  Annotations annotations(p, {{"a.c", "a.c", kSource}});
  annotations.plan({guarded(1, "x")}, {});
  EXPECT_TRUE(
      annotations.resolve({{"a.c", 5, 16, true, "writing variable 'x' requires holding mutex 'mu' exclusively"}}));
  EXPECT_NE(annotations.diff().find("+void f(void) MOVER_UNCHECKED { x++; }\n"), std::string::npos);
  EXPECT_FALSE(annotations.resolve({{"a.c", 5, 16, true, "again"}}));
}

TEST(Annotations, FilesElsewhereAndStrangeDeclarationsAreNamed) {
  ir::Program p = code();
  Annotations elsewhere(p, {});
  elsewhere.plan({guarded(1, "x")}, {});
  ASSERT_EQ(elsewhere.remarks().size(), 1u);
  EXPECT_NE(elsewhere.remarks()[0].find("a.c is not below the current folder"), std::string::npos);
  Annotations strange(p, {{"a.c", "a.c", "#include <a>\n\nDECLARE(x);\n"}});
  strange.plan({guarded(1, "x")}, {});
  ASSERT_EQ(strange.remarks().size(), 1u);
  EXPECT_NE(strange.remarks()[0].find("its declaration at a.c:3 is not a simple one"), std::string::npos);
}

}  // namespace
}  // namespace mover::test
