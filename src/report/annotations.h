// Converts the result of mover guards to annotations for Clang's -Wthread-safety (include/mover_guards.h), as a patch
// of the sources. The patched sources must compile without warnings. So annotations that Clang does not accept are
// removed, and functions in which Clang's analysis is less precise than Mover's (no other thread exists, a lock has two
// names) are excluded from it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "movers/guards.h"
#include "report/c_source.h"
#include "report/diff.h"

namespace mover {

struct SourceFile {
  std::string name;  // the file name in the program's locations
  std::string path;  // the file name in the patch
  std::string text;
};

class Annotations {
 public:
  Annotations(const ir::Program& program, std::vector<SourceFile> files);

  void plan(const std::vector<Guard>& guards, const std::vector<FunctionGuard>& functions);

  // A warning of Clang about the patched files.
  struct Warning {
    std::string file;  // SourceFile::name
    uint32_t line = 0, column = 0;
    bool about_access = false;  // a lock is missing; otherwise an annotation is not accepted
    std::string message;
  };
  // Removes or adds annotations so that these warnings disappear. Returns false if no change would help.
  bool resolve(const std::vector<Warning>& warnings);

  std::map<std::string, std::string> patched() const;  // all files, by SourceFile::name
  std::string diff() const;
  // Sentences for the user: variables and functions that have no annotation, and functions that are not checked.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  struct Annotation {
    std::string macro, lock;  // MOVER_GUARDED_BY, mu; MOVER_UNCHECKED has no lock
    size_t at = 0;            // the position in the source
    std::string what;         // the annotated variable, member or function: "x", "account.balance", "push()"
    std::string text() const { return " " + macro + (lock.empty() ? "" : "(" + lock + ")"); }
  };
  struct File {
    SourceFile file;
    std::unique_ptr<CSource> source;
    std::vector<Annotation> annotations;
  };
  // A member of a struct.
  struct Member {
    std::string record, name;
    auto operator<=>(const Member&) const = default;
  };

  void plan_globals(const std::vector<Guard>& guards);
  void plan_members(const std::vector<Guard>& guards);
  void plan_function(const FunctionGuard& guard);
  void guard_global(ir::GlobalId global, const std::vector<const Guard*>& rows);
  std::vector<std::pair<Member, size_t>> members_on(const VariablePlace& place) const;
  std::string lock_of_member(const Guard& guard, size_t step) const;
  std::string expression(const FunctionGuard& guard, const CFunction& function) const;
  void annotate(File& file, Annotation annotation);
  void leave_out(const std::string& what, const std::string& why);
  std::vector<Insertion> insertions(const File& file) const;
  File* find(const std::string& name);
  // An annotation and its position in the patched file.
  struct Placed {
    size_t begin;
    Annotation annotation;
  };
  std::vector<Placed> placed(const File& file) const;
  bool remove_rejected(File& file, const std::vector<Placed>& placed, const CSource& patched, const Warning& warning);
  bool leave_unchecked(File& file, const CSource& patched, const Warning& warning);

  const ir::Program& program_;
  std::vector<File> files_;
  std::vector<std::string> remarks_;
};

}  // namespace mover
