#include "ir/verify.h"

#include <algorithm>
#include <bit>

#include "ir/verify_function.h"

namespace mover::ir {

namespace {

// The interpreter gives each object a range of 2^32 addresses and puts the object in its middle, so that a pointer that
// is slightly out of bounds still belongs to the object.
constexpr uint64_t kMaxObjectSize = uint64_t{1} << 31;

class ProgramVerifier {
 public:
  explicit ProgramVerifier(const Program& program) : p_(program) {}

  std::vector<std::string> run() {
    tables();
    for (const Global& g : p_.globals) global(g);
    for (const Function& f : p_.functions) verify_function(p_, f, problems_);
    entry();
    return std::move(problems_);
  }

 private:
  void tables() {
    if (p_.files.empty() || !p_.files[0].empty()) problem("File 0 must be the unknown one, without a name.");
    if (p_.locs.empty() || p_.locs[0] != Loc{}) problem("Location 0 must be the unknown one.");
    for (size_t i = 0; i < p_.locs.size(); ++i) {
      if (p_.locs[i].file >= p_.files.size()) {
        problem("Location " + std::to_string(i) + " names file " + std::to_string(p_.locs[i].file) +
                ", but there are " + std::to_string(p_.files.size()) + ".");
      }
    }
    if (p_.types.empty() || p_.types[0].kind != DebugType::Kind::Unknown) problem("Type 0 must be the unknown one.");
    for (size_t i = 0; i < p_.types.size(); ++i) type(i, p_.types[i]);
    for (const Made& m : p_.made)
      if (m.type >= p_.types.size() || m.loc >= p_.locs.size())
        problem("The object \"" + m.name + "\" has its type or location out of range.");
    for (const Label& l : p_.labels)
      if (l.loc >= p_.locs.size()) problem("The label \"" + l.name + "\" has its location out of range.");
  }

  void type(size_t index, const DebugType& t) {
    const std::string subject = "Type " + std::to_string(index) + " (\"" + t.name + "\") ";
    if (t.element >= p_.types.size())
      problem(subject + "has element type " + std::to_string(t.element) + " out of range.");
    for (const DebugType::Member& m : t.members) {
      if (m.type >= p_.types.size()) problem(subject + "has member \"" + m.name + "\" with its type out of range.");
    }
  }

  void global(const Global& g) {
    const std::string subject = "Global @" + g.name + " ";
    if (g.size > kMaxObjectSize) problem(subject + "is larger than 2^31 bytes.");
    if (!std::has_single_bit(g.align))
      problem(subject + "has alignment " + std::to_string(g.align) + ", not a power of two.");
    if (!g.bytes.empty() && g.bytes.size() != g.size) {
      problem(subject + "has " + std::to_string(g.bytes.size()) + " initial bytes, but its size is " +
              std::to_string(g.size) + ".");
    }
    if (g.loc >= p_.locs.size()) problem(subject + "has location " + std::to_string(g.loc) + " out of range.");
    if (g.type >= p_.types.size()) problem(subject + "has type " + std::to_string(g.type) + " out of range.");
    relocations(g, subject);
  }

  void relocations(const Global& g, const std::string& subject) {
    std::vector<uint64_t> offsets;
    for (const Relocation& r : g.relocations) {
      const std::string which = subject + "has a relocation at byte " + std::to_string(r.offset) + " that ";
      if (g.size < 8 || r.offset > g.size - 8)
        problem(which + "does not lie within its " + std::to_string(g.size) + " bytes.");
      if (r.target.kind != Constant::Kind::Global && r.target.kind != Constant::Kind::Function) {
        problem(which + "names neither a global nor a function.");
      } else if (std::string bad = bad_address(p_, r.target); !bad.empty()) {
        problem(which + bad + ".");
      }
      offsets.push_back(r.offset);
    }
    std::sort(offsets.begin(), offsets.end());
    for (size_t i = 1; i < offsets.size(); ++i) {
      if (offsets[i] - offsets[i - 1] >= 8) continue;
      problem(subject + "has overlapping relocations at bytes " + std::to_string(offsets[i - 1]) + " and " +
              std::to_string(offsets[i]) + ".");
    }
  }

  void entry() {
    if (p_.entry >= p_.functions.size()) return problem("The program has no entry function.");
    const Function& f = p_.functions[p_.entry];
    if (f.num_params != 0) problem("The entry function @" + f.name + " takes parameters; it is started without any.");
  }

  void problem(std::string sentence) { problems_.push_back(std::move(sentence)); }

  const Program& p_;
  std::vector<std::string> problems_;
};

}  // namespace

std::string bad_address(const Program& p, const Constant& c) {
  if (c.kind == Constant::Kind::Function) {
    if (c.id >= p.functions.size()) return "names function " + std::to_string(c.id) + ", which does not exist";
    if (c.value != 0) return "has an offset from function @" + p.functions[c.id].name;
  }
  if (c.kind == Constant::Kind::Global) {
    if (c.id >= p.globals.size()) return "names global " + std::to_string(c.id) + ", which does not exist";
    if (p.globals[c.id].is_thread_local) {
      return "names thread-local @" + p.globals[c.id].name + ", whose address only tlsaddr computes";
    }
  }
  return "";
}

std::vector<std::string> verify(const Program& program) { return ProgramVerifier(program).run(); }

}  // namespace mover::ir
