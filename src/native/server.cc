#include "native/server.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "native/modules.h"
#include "native/protocol.h"
#include "support/deadline.h"

namespace mover::native {

namespace {

class Server {
 public:
  Server(int fd, Machine& machine, const Services& services) : fd_(fd), machine_(machine), services_(services) {}

  void run() {
    Abilities abilities{machine_.merges_steps(), machine_.traits(), static_cast<bool>(services_.program_counters), {}};
    for (const auto& [name, search] : services_.searches) abilities.searches.push_back(name);
    send_message(fd_, Message::Hello, Writer()(kProtocolVersion, abilities).bytes());
    Message request{};
    std::string bytes;
    while (receive_message(fd_, request, bytes, kForever) == Received::Message && request != Message::Quit) {
      if (request == Message::Stop) continue;  // the search had ended before Stop arrived
      Reader in(bytes);
      Writer out;
      const Message kind = request == Message::Search ? Message::Result : Message::Answer;
      if (!about_state(request, in, out) && !about_thread(request, in, out) && !about_program(request, in, out)) return;
      if (!in.ok() || !send_message(fd_, kind, out.bytes())) return;
    }
  }

 private:
  template <typename T>
  static T take(Reader& in) {
    T value{};
    in(value);
    return value;
  }

  void view(StepResult last, Writer& out) const {
    View view{std::move(last), std::vector<ThreadView>(machine_.num_threads()), machine_.refinements()};
    const bool running = view.last.kind == StepResult::Kind::Running;
    for (ThreadId t = 0; t < view.threads.size(); ++t) {
      ThreadView& thread = view.threads[t];
      thread.status = machine_.status(t);
      thread.enabled = machine_.enabled(t);
      thread.waiting = machine_.waiting(t);
      if (running && thread.status == ThreadStatus::Parked) thread.hint = machine_.access_hint(t);
      if (running && thread.enabled) thread.choices = machine_.choices(t);
    }
    out(view);
  }

  // Each of these functions answers a group of requests, and returns false for a request of another group.
  bool about_state(Message request, Reader& in, Writer& out) {
    switch (request) {
      case Message::Reset:
        machine_.record_events(take<bool>(in));
        view(machine_.reset(), out);
        return true;
      case Message::Step: {
        const auto thread = take<ThreadId>(in);
        view(machine_.step(thread, take<uint32_t>(in)), out);
        return true;
      }
      case Message::Snapshot:
        snapshots_[++last_snapshot_] = machine_.snapshot();
        out(last_snapshot_);
        return true;
      case Message::Restore: {
        auto snapshot = snapshots_.find(take<uint64_t>(in));
        if (snapshot == snapshots_.end()) return false;
        machine_.restore(*snapshot->second);
        view({}, out);
        return true;
      }
      case Message::Release:
        snapshots_.erase(take<uint64_t>(in));
        return true;
      case Message::RecordEvents:
        machine_.record_events(take<bool>(in));
        return true;
      case Message::Happened:
        out(machine_.happened());
        return true;
      case Message::Output:
        out(machine_.output());
        return true;
      case Message::TakeRaces:
        out(machine_.merges_steps() ? machine_.merging().take_races() : std::vector<Finding>());
        return true;
      default:
        return false;
    }
  }

  bool about_thread(Message request, Reader& in, Writer& out) const {
    if (request < Message::Pending || request > Message::StackOf) return false;
    const auto t = take<ThreadId>(in);
    if (t >= machine_.num_threads()) return false;
    switch (request) {
      case Message::Pending:
        out(machine_.pending(t));
        return true;
      case Message::Touched: {
        std::vector<Access> accesses;
        machine_.touched(t, machine_.pending(t), accesses);
        out(accesses);
        return true;
      }
      case Message::InAtomicSection:
        out(machine_.in_atomic_section(t));
        return true;
      case Message::Detached:
        out(machine_.detached(t));
        return true;
      case Message::Handle:
        out(machine_.handle(t));
        return true;
      case Message::ScopesOf:
        out(machine_.has().text != nullptr ? machine_.text().scopes(t) : Scopes());
        return true;
      case Message::ThreadName:
        out(machine_.description().thread_name(t));
        return true;
      case Message::CreatedAt:
        out(machine_.description().created_at(t));
        return true;
      case Message::HeldBy: {
        const std::span<const Held> held = machine_.held(t);
        out(std::vector<Held>(held.begin(), held.end()));
        return true;
      }
      case Message::StackOf:
        out(machine_.description().stack(t));
        return true;
      default:
        return false;
    }
  }

  bool about_program(Message request, Reader& in, Writer& out) {
    switch (request) {
      case Message::Describe: {
        const auto address = take<Address>(in);
        out(machine_.description().describe(address, take<uint64_t>(in)));
        return true;
      }
      case Message::Object: {
        const auto address = take<Address>(in);
        const ObjectInfo info = machine_.description().object(address);
        out(info,
            info.kind == ObjectInfo::Kind::Global && services_.program_counters ? module_of(address) : ModuleAddress{});
        return true;
      }
      case Message::Holders:
        out(machine_.holders(take<Address>(in)));
        return true;
      case Message::Observations:
        out(Observed{machine_.observations().notes(), machine_.observations().incomplete(),
                     machine_.observations().unreached(), machine_.observations().observed_without_ordering(),
                     machine_.observations().address_without_ordering(), machine_.observations().reused_numbers(),
                     machine_.observations().addresses_as_numbers()});
        return true;
      case Message::Locations:
        out(locations(take<uint64_t>(in)));
        return true;
      case Message::Where:
        out(module_of(take<Address>(in)));
        return true;
      case Message::Learned:
        out(services_.learned ? services_.learned() : std::string());
        return true;
      case Message::Teach:
        if (const auto learned = take<std::string>(in); services_.teach) services_.teach(learned);
        out(machine_.refinements());
        return true;
      case Message::Learn:
        if (const bool on = take<bool>(in); services_.learn) services_.learn(on);
        return true;
      case Message::Search: {
        const auto name = take<std::string>(in);
        return search(name, take<SearchOptions>(in), out);
      }
      case Message::Places:
        if (const auto ranks = take<std::vector<uint32_t>>(in); services_.rank_places) services_.rank_places(ranks);
        return true;
      default:
        return about_violation(request, in, out);
    }
  }

  bool about_violation(Message request, Reader& in, Writer& out) {
    if (request < Message::Shorten || request > Message::TryBothOrders) return false;
    begin_long_request(take<double>(in));
    const auto violation = take<Violation>(in);
    snapshots_.clear();
    if (request == Message::Shorten) {
      const auto budget = take<ShortenBudget>(in);
      out(services_.shorten ? services_.shorten(violation, budget).schedule : violation.schedule);
    } else if (request == Message::Replay) {
      out(replay(machine_, violation.schedule, violation.finding), machine_.refinements());
    } else {
      out(try_both_orders(machine_, violation));
      machine_.record_events(false);
    }
    if (services_.has_process) support::deadline().clear();
    return true;
  }

  // kMostSeconds is less than Timeouts::step, after which the client no longer waits for the process.
  static constexpr double kMostSeconds = 40, kNone = 1e-6;

  void begin_long_request(double seconds) {
    if (!services_.has_process) return;
    support::Deadline& deadline = support::deadline();
    deadline.clear();
    deadline.limit_time(std::clamp(seconds, kNone, kMostSeconds));
    deadline.ask_whether_interrupted([this] { return message_waits(fd_); });
  }

  std::vector<ModuleAddress> locations(uint64_t from) const {
    std::vector<ModuleAddress> result;
    if (!services_.program_counters) return result;
    const size_t count = services_.program_counters().size();
    for (uint64_t i = from; i < count; ++i) result.push_back(location(i));
    return result;
  }
  ModuleAddress location(uint64_t loc) const {
    if (!services_.program_counters) return {};
    const std::span<const Address> counters = services_.program_counters();
    return loc >= counters.size() || counters[loc] == 0 ? ModuleAddress{} : module_of(counters[loc]);
  }

  bool search(const std::string& name, SearchOptions options, Writer& out) {
    auto chosen = services_.searches.find(name);
    if (chosen == services_.searches.end()) return false;
    snapshots_.clear();
    std::atomic<bool> stopped{false};
    options.interrupted = &stopped;
    if (services_.has_process) {
      support::deadline().clear();
      support::deadline().limit_time(options.time_limit);
      support::deadline().limit_memory(options.memory_limit_mib);
    }
    options.found = [&](const Violation* violation) {
      const std::string learned = violation != nullptr && services_.learned ? services_.learned() : std::string();
      const Violation one = violation != nullptr ? *violation : Violation();
      Writer about;
      about(violation != nullptr, one, learned, location(one.finding.loc), location(one.finding.other_loc));
      send_message(fd_, Message::Found, about.bytes());
    };
    options.progress = [&](const Statistics& stats, uint64_t depth) {
      const bool gone = !send_message(fd_, Message::Progress, Writer()(stats, depth).bytes());
      if (gone || message_waits(fd_)) stopped = true;  // the client has sent Stop or closed the connection
    };
    out(chosen->second(options));
    if (services_.has_process) support::deadline().clear();
    return true;
  }

  const int fd_;
  Machine& machine_;
  const Services& services_;
  std::map<uint64_t, std::shared_ptr<const Machine::Snapshot>> snapshots_;
  uint64_t last_snapshot_ = 0;
};

}  // namespace

void serve(int fd, Machine& machine, const Services& services) { Server(fd, machine, services).run(); }

}  // namespace mover::native
