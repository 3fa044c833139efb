#include "solver/bdd_relation.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>

#include "solver/variable_order.h"
#include "support/check.h"

namespace mover::solver {

using circuit::Initial;
using circuit::Kind;

namespace {

constexpr int kNodes = 1 << 16, kCache = 1 << 14, kMostBddNodes = 60'000'000;
constexpr int kPartSize = 2500;  // the most nodes of a merged part of the relation

[[noreturn]] void send(int pipe, const BddMessage& message) {
  const char* bytes = reinterpret_cast<const char*>(message.words.data());
  size_t left = message.words.size() * sizeof(uint64_t);
  while (left > 0) {
    ssize_t written = write(pipe, bytes, left);
    if (written <= 0) break;
    bytes += written;
    left -= static_cast<size_t>(written);
  }
  _exit(0);
}

int the_pipe = -1;  // to the parent process. It is global because BuDDy's error handler has no parameter for it.

void report_error(int error) {
  MOVER_CHECK(error == BDD_NODENUM || error == BDD_MEMORY,
              std::string("BuDDy reports only that it has no more nodes or memory: ") + bdd_errstring(error));
  BddMessage message;
  message.add(static_cast<uint64_t>(BddMessage::Kind::Unknown));
  send(the_pipe, message);
}

// Reads until the child closes the pipe. Returns false if a limit was reached before.
bool receive(int pipe, const Limits& limits, std::vector<uint64_t>& words) {
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    if (limits.expired()) return false;
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, 20) <= 0) continue;
    ssize_t count = read(pipe, buffer, sizeof buffer);
    if (count <= 0) break;
    bytes.append(buffer, static_cast<size_t>(count));
  }
  words.resize(bytes.size() / sizeof(uint64_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint64_t));
  return true;
}

}  // namespace

std::optional<std::vector<uint64_t>> words_of_child(const std::function<BddMessage()>& search, const Limits& limits) {
  if (limits.expired()) return std::nullopt;
  std::vector<uint64_t> words;
  int ends[2];
  if (pipe(ends) != 0) return words;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    the_pipe = ends[1];
    send(ends[1], search());
  }
  close(ends[1]);
  bool complete = child > 0 && receive(ends[0], limits, words);
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  if (!complete && limits.expired()) return std::nullopt;
  return words;
}

std::vector<bool> BddReader::bits() {
  std::vector<bool> result(word());
  for (size_t i = 0; i < result.size(); ++i) result[i] = word() != 0;
  return result;
}

Trace BddReader::trace() {
  Trace trace;
  trace.initial = bits();
  trace.inputs.resize(word());
  for (std::vector<bool>& inputs : trace.inputs) inputs = bits();
  return trace;
}

std::vector<Literal> BddReader::sets(Circuit& circuit) {
  std::vector<Literal> literals = {circuit::kFalse, circuit::kTrue};
  uint64_t nodes = word();
  for (uint64_t i = 0; i < nodes; ++i) {
    uint64_t latch = word(), low = word(), high = word();
    literals.push_back(circuit.ite(2 * circuit.latches()[latch].node, literals[high], literals[low]));
  }
  std::vector<Literal> result(word());
  for (Literal& set : result) set = literals[word()];
  return result;
}

BddRelation::BddRelation(const Circuit& circuit) : circuit_(circuit) {
  bdd_init(kNodes, kCache);
  bdd_error_hook(report_error);
  bdd_gbc_hook(nullptr);  // the default hook prints
  bdd_setmaxnodenum(kMostBddNodes);
  bdd_setmaxincrease(1 << 20);
  bdd_setcacheratio(8);
  bdd_setminfreenodes(30);
  make_variables();
  bdd_autoreorder(BDD_REORDER_SIFT);
  make_functions();
  make_parts();
}

// A latch has two variables, for its values before and after a step. They remain adjacent when variables are
// reordered.
void BddRelation::make_variables() {
  std::vector<uint32_t> order = variable_order(circuit_);
  now_.resize(circuit_.latches().size());
  next_.resize(circuit_.latches().size());
  input_.resize(circuit_.inputs().size());
  int count = 0;
  std::vector<std::pair<int, int>> blocks;
  for (uint32_t node : order) {
    int first = count;
    if (circuit_.kind(node) == Kind::Latch) {
      now_[circuit_.index(node)] = count++;
      next_[circuit_.index(node)] = count++;
    } else {
      input_[circuit_.index(node)] = count++;
    }
    blocks.emplace_back(first, count - 1);
  }
  bdd_setvarnum(std::max(count, 1));
  for (auto [first, last] : blocks) bdd_intaddvarblock(first, last, BDD_REORDER_FIXED);
  to_now_ = bdd_newpair();
  to_next_ = bdd_newpair();
  for (size_t i = 0; i < now_.size(); ++i) {
    bdd_setpair(to_now_, next_[i], now_[i]);
    bdd_setpair(to_next_, now_[i], next_[i]);
  }
  now_set_ = set_of(now_);
  input_set_ = set_of(input_);
}

bdd BddRelation::set_of(const std::vector<int>& variables) {
  bdd set = bddtrue;
  for (int v : variables) set &= bdd_ithvar(v);
  return set;
}

void BddRelation::make_functions() {
  std::vector<bdd> of_node(circuit_.node_count());
  std::vector<uint32_t> uses(circuit_.node_count());  // a node's diagram is dropped after its last use
  auto use = [&](Literal l) { ++uses[circuit::node_of(l)]; };
  for (uint32_t node = 1; node < circuit_.node_count(); ++node)
    if (circuit_.kind(node) == Kind::And) use(circuit_.left(node)), use(circuit_.right(node));
  for (const circuit::Latch& latch : circuit_.latches()) use(latch.next);
  for (const circuit::Bad& bad : circuit_.bads()) use(bad.literal);
  for (Literal constraint : circuit_.constraints()) use(constraint);
  for (uint32_t node = circuit_.node_count(); node-- > 1;)  // unused gates do not use their operands
    if (circuit_.kind(node) == Kind::And && uses[node] == 0)
      --uses[circuit::node_of(circuit_.left(node))], --uses[circuit::node_of(circuit_.right(node))];
  auto take = [&](Literal l) {
    bdd result = circuit::is_negated(l) ? !of_node[circuit::node_of(l)] : of_node[circuit::node_of(l)];
    if (--uses[circuit::node_of(l)] == 0) of_node[circuit::node_of(l)] = bddfalse;
    return result;
  };
  of_node[0] = bddfalse;
  for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
    if (uses[node] == 0) continue;
    if (circuit_.kind(node) == Kind::Input) of_node[node] = bdd_ithvar(input_[circuit_.index(node)]);
    if (circuit_.kind(node) == Kind::Latch) of_node[node] = bdd_ithvar(now_[circuit_.index(node)]);
    if (circuit_.kind(node) == Kind::And) {
      bdd left = take(circuit_.left(node));
      of_node[node] = left & take(circuit_.right(node));
    }
  }
  for (const circuit::Latch& latch : circuit_.latches()) functions_.push_back(take(latch.next));
  for (Literal constraint : circuit_.constraints()) constraints_.push_back(take(constraint));
  for (const circuit::Bad& bad : circuit_.bads()) bad_functions_.push_back(take(bad.literal));
  possible_ = bddtrue;
  for (const bdd& constraint : constraints_) possible_ &= constraint;
  initial_ = bddtrue;
  for (size_t i = 0; i < circuit_.latches().size(); ++i) {
    Initial value = circuit_.latches()[i].initial;
    if (value != Initial::Free) initial_ &= value == Initial::One ? bdd_ithvar(now_[i]) : bdd_nithvar(now_[i]);
  }
}

std::set<int> BddRelation::support_of(const bdd& relation) {
  std::set<int> result;
  for (bdd s = bdd_support(relation); s.id() > 1; s = bdd_high(s)) result.insert(bdd_var(s));
  return result;
}

void BddRelation::make_parts() {
  std::vector<Part> parts;
  if (possible_ != bddtrue) parts.push_back({possible_, support_of(possible_), {}, {}});
  for (size_t i = 0; i < functions_.size(); ++i) {
    bdd relation = bdd_biimp(bdd_ithvar(next_[i]), functions_[i]);
    parts.push_back({relation, support_of(relation), {}, {}});
  }
  parts_ = merge(in_order(std::move(parts)));
  std::set<int> quantified_forward(now_.begin(), now_.end()), quantified_backward(next_.begin(), next_.end());
  for (int v : input_) quantified_forward.insert(v), quantified_backward.insert(v);
  unused_forward_ = assign(quantified_forward, &Part::after_image);
  unused_backward_ = assign(quantified_backward, &Part::after_preimage);
}

// A greedy order. The next part has the largest difference between the number of variables that can be quantified
// after it and the number of variables that are new in it.
std::vector<BddRelation::Part> BddRelation::in_order(std::vector<Part> parts) const {
  std::set<int> leaving(now_.begin(), now_.end());
  leaving.insert(input_.begin(), input_.end());
  std::map<int, int> parts_with;  // by variable: the number of remaining parts that depend on it
  for (const Part& part : parts)
    for (int v : part.support) ++parts_with[v];
  std::vector<Part> ordered;
  std::set<int> present;
  while (!parts.empty()) {
    size_t best = 0;
    double best_score = -1e9;
    for (size_t i = 0; i < parts.size(); ++i) {
      double quantified = 0, fresh = 0;
      for (int v : parts[i].support) {
        quantified += leaving.count(v) && parts_with[v] == 1;
        fresh += !present.count(v);
      }
      double score = quantified - fresh;
      if (score > best_score) best = i, best_score = score;
    }
    for (int v : parts[best].support) --parts_with[v], present.insert(v);
    ordered.push_back(std::move(parts[best]));
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(best));
  }
  return ordered;
}

std::vector<BddRelation::Part> BddRelation::merge(std::vector<Part> parts) {
  std::vector<Part> merged;
  for (Part& part : parts) {
    if (!merged.empty() && bdd_nodecount(merged.back().relation) + bdd_nodecount(part.relation) <= kPartSize) {
      bdd both = merged.back().relation & part.relation;
      if (bdd_nodecount(both) <= kPartSize) {
        merged.back().relation = both;
        merged.back().support.insert(part.support.begin(), part.support.end());
        continue;
      }
    }
    merged.push_back(std::move(part));
  }
  return merged;
}

// Assigns each variable to the last part that depends on it. Returns the variables on which no part depends.
bdd BddRelation::assign(std::set<int> variables, bdd Part::* after) {
  for (size_t i = parts_.size(); i-- > 0;) {
    parts_[i].*after = bddtrue;
    for (int v : parts_[i].support)
      if (variables.erase(v)) parts_[i].*after &= bdd_ithvar(v);
  }
  bdd rest = bddtrue;
  for (int v : variables) rest &= bdd_ithvar(v);
  return rest;
}

bdd BddRelation::image(const bdd& states) {
  bdd result = bdd_exist(states, unused_forward_);
  for (const Part& part : parts_) result = bdd_appex(result, part.relation, bddop_and, part.after_image);
  return bdd_replace(result, to_now_);
}

bdd BddRelation::preimage(const bdd& states, const bdd& condition) {
  bdd result = bdd_appex(bdd_replace(states, to_next_), condition, bddop_and, unused_backward_);
  for (const Part& part : parts_) result = bdd_appex(result, part.relation, bddop_and, part.after_preimage);
  return result;
}

std::vector<bool> BddRelation::values_in(const bdd& set, const std::vector<int>& variables) {
  std::vector<bool> result;
  bdd left = set;
  for (int v : variables) {
    bdd with = left & bdd_ithvar(v);
    result.push_back(with != bddfalse);
    left = with != bddfalse ? with : left & bdd_nithvar(v);
  }
  return result;
}

bdd BddRelation::exactly(const std::vector<bool>& values, const std::vector<int>& variables) {
  bdd result = bddtrue;
  for (size_t i = 0; i < values.size(); ++i) result &= values[i] ? bdd_ithvar(variables[i]) : bdd_nithvar(variables[i]);
  return result;
}

bdd BddRelation::steps_to(const std::vector<bool>& state) const {
  bdd result = possible_;
  for (size_t i = 0; i < state.size(); ++i) result &= state[i] ? functions_[i] : !functions_[i];
  return result;
}

std::vector<bool> BddRelation::step(std::vector<bool>& state, const bdd& targets, const bdd& condition) const {
  bdd steps = exactly(state, now_) & condition;
  for (const Part& part : parts_) steps &= part.relation;
  steps &= bdd_replace(targets, to_next_);
  const std::vector<bool> inputs = values_in(steps, input_);
  state = values_in(steps & exactly(inputs, input_), next_);
  return inputs;
}

BddMessage BddRelation::trace(uint64_t first, const std::vector<bool>& initial,
                              const std::vector<std::vector<bool>>& inputs) {
  BddMessage message;
  message.add(static_cast<uint64_t>(BddMessage::Kind::Violated));
  message.add(first);
  message.add(initial);
  message.add(inputs.size());
  for (const std::vector<bool>& step : inputs) message.add(step);
  return message;
}

void BddRelation::add_sets(BddMessage& message, const std::vector<bdd>& sets) const {
  std::map<int, uint64_t> latch_of, number = {{0, 0}, {1, 1}};
  for (size_t i = 0; i < now_.size(); ++i) latch_of[now_[i]] = i;
  std::vector<uint64_t> nodes;
  std::vector<bdd> stack = sets;
  while (!stack.empty()) {
    bdd top = stack.back();
    if (number.count(top.id())) {
      stack.pop_back();
      continue;
    }
    bdd low = bdd_low(top), high = bdd_high(top);
    bool ready = true;
    for (const bdd& below : {low, high})
      if (!number.count(below.id())) stack.push_back(below), ready = false;
    if (!ready) continue;
    nodes.insert(nodes.end(), {latch_of.at(bdd_var(top)), number.at(low.id()), number.at(high.id())});
    number[top.id()] = nodes.size() / 3 + 1;
    stack.pop_back();
  }
  message.add(nodes.size() / 3);
  message.words.insert(message.words.end(), nodes.begin(), nodes.end());
  message.add(sets.size());
  for (const bdd& set : sets) message.add(number.at(set.id()));
}

}  // namespace mover::solver
