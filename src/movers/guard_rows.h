// Turns the accesses of a GuardLog into rows of the report: one row for each variable or field, and one row for all
// elements of an array that have the same protection.
#pragma once

#include <string>
#include <vector>

#include "movers/guards.h"

namespace mover {

class GuardRows {
 public:
  GuardRows(const GuardLog& log, Locksets& locksets, const Machine& machine);

  std::vector<Guard> guards() const;
  std::vector<FunctionGuard> functions() const;

 private:
  struct Lock {
    uint32_t object = 0;
    uint64_t offset = 0;
    bool own = false;     // every access held the lock at `offset` of the accessed object
    bool named = false;   // every access held the lock at `offset` of the only object with that name
    bool shared = false;  // some accesses held only its read side
  };
  // Bytes that one row can describe.
  struct Piece {
    uint32_t object = 0;
    uint64_t offset = 0, size = 0;
    ir::Path path;
    bool typed = false;  // the object's type is known, and `path` leads to the piece
    std::set<GuardLog::Site> sites;
    Guard::By by = Guard::By::Nothing;
    std::vector<Lock> locks;  // held at every access
    std::string thread;       // the only thread that accesses the piece; empty: several threads do
  };

  void divide(uint32_t object, const GuardLog::Object& log);
  void divide_untyped(uint32_t object, const std::map<std::pair<uint64_t, uint64_t>, std::set<GuardLog::Site>>& sites);
  std::vector<ir::Part> parts(const ObjectInfo& info, uint64_t offset, uint64_t size) const;
  void classify(Piece& piece) const;
  void group();
  bool protected_alike(const Piece& a, const Piece& b) const;
  std::vector<Lock> locks_of(uint32_t object, const std::vector<LockName>& names) const;
  const ObjectInfo& info(uint32_t object) const { return log_.objects_.at(object).info; }

  std::vector<Guard> rows_of(std::vector<const Piece*> alike) const;
  Guard row(const std::vector<const Piece*>& pieces, bool every) const;
  GuardSite site_in_words(const Piece& piece, const GuardLog::Site& site, bool every) const;
  void sort_by_place(std::vector<GuardSite>& sites) const;
  void find_accesses_without_lock(Guard& guard) const;
  GuardLock lock_in_words(const Lock& lock, uint32_t object, const ir::Path& beside) const;
  std::string variable_in_words(const ObjectInfo& info, const Piece& first, const Piece& last,
                                const ir::Path& path) const;
  bool accesses(const GuardLog::Function& function, const Piece& piece) const;
  bool has_place(LocksetId set, const Lock& lock) const;
  std::string object_in_words(const ObjectInfo& info) const;

  const GuardLog& log_;
  Locksets& locksets_;
  const Machine& machine_;
  const ir::Program& program_;
  std::vector<Piece> pieces_;
  std::vector<std::vector<size_t>> groups_;  // pieces that one row may stand for
};

}  // namespace mover
