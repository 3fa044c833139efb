// Communication with llvm-symbolizer through a socket, and its answers in JSON.
#include "controller/llvm_symbols.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "frontend/process.h"
#include "frontend/system_files.h"
#include "support/deadline.h"

namespace mover::controller {

namespace {

using Json = nlohmann::json;

std::string question(const char* kind, const native::ModuleAddress& address) {
  return std::string(kind) + " \"" + address.module + "\" " + std::to_string(address.offset) + "\n";
}

std::string text_in(const Json& json, const char* key) {
  auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

uint32_t number_in(const Json& json, const char* key) {
  auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<uint32_t>() : 0;
}

uint64_t hexadecimal_in(const Json& json, const char* key) {
  return std::strtoull(text_in(json, key).c_str(), nullptr, 16);
}

const Json& member(const Json& json, const char* key) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  auto found = json.find(key);
  return found == json.end() ? nothing : *found;
}

}  // namespace

LlvmSymbols::LlvmSymbols(const std::vector<std::string>& sources) {
  for (const std::string& source : sources) named_[frontend::canonical_path(source)] = source;
  std::error_code ignored;
  here_ = std::filesystem::current_path(ignored).string() + "/";
}

LlvmSymbols::~LlvmSymbols() {
  if (socket_ >= 0) close(socket_);
  if (process_ <= 0) return;
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool LlvmSymbols::start() {
  if (process_ != 0) return process_ > 0;
  process_ = -1;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;  // Ctrl-C must not reach the symbolizer
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  char* const arguments[] = {const_cast<char*>(MOVER_SYMBOLIZER), const_cast<char*>("--output-style=JSON"),
                             const_cast<char*>("--no-demangle"), const_cast<char*>("--no-debuginfod"), nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (failed == 0) process_ = child;
  return failed == 0;
}

// Whether the symbolizer answers in time. A report needs names and lines, so they may take kLastNames seconds longer
// than the deadline allows; after that the symbolizer is ended.
bool LlvmSymbols::has_time_for_answer() {
  constexpr double kLastNames = 2;
  constexpr int kMillisecondsPerPoll = 50;
  pollfd entry{socket_, POLLIN, 0};
  while (poll(&entry, 1, kMillisecondsPerPoll) == 0) {
    support::Deadline& deadline = support::deadline();
    if (!deadline.over()) {
      over_since_.reset();
      continue;
    }
    const auto now = std::chrono::steady_clock::now();
    if (!over_since_) over_since_ = now;
    if (now - *over_since_ < std::chrono::duration<double>(kLastNames)) continue;
    kill(process_, SIGKILL);
    return false;
  }
  return true;
}

bool LlvmSymbols::read_line(std::string& line) {
  size_t end;
  while ((end = read_ahead_.find('\n')) == std::string::npos) {
    if (!has_time_for_answer()) return false;
    char bytes[4096];
    const ssize_t size = recv(socket_, bytes, sizeof bytes, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    read_ahead_.append(bytes, static_cast<size_t>(size));
  }
  line = read_ahead_.substr(0, end);
  read_ahead_.erase(0, end + 1);
  return true;
}

// One answer for each question; an answer is empty if the symbolizer gives none. A few questions are sent at a time, so
// that they and their answers fit into the socket's buffers. Otherwise both processes could block.
std::vector<std::string> LlvmSymbols::answers(const std::vector<std::string>& questions) {
  std::vector<std::string> result(questions.size());
  if (!start()) return result;
  constexpr size_t kAtATime = 12;
  for (size_t begin = 0; begin < questions.size(); begin += kAtATime) {
    const size_t end = std::min(begin + kAtATime, questions.size());
    std::string batch;
    for (size_t i = begin; i < end; ++i) batch += questions[i];
    for (size_t sent = 0; sent < batch.size();) {
      const ssize_t size = send(socket_, batch.data() + sent, batch.size() - sent, MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return result;
      sent += static_cast<size_t>(size);
    }
    for (size_t i = begin; i < end; ++i)
      if (!read_line(result[i])) return result;
  }
  return result;
}

std::string LlvmSymbols::name_of_file(const std::string& path) const {
  const std::string whole = frontend::canonical_path(path);
  if (auto named = named_.find(whole); named != named_.end()) return named->second;
  return whole.starts_with(here_) ? whole.substr(here_.size()) : whole;
}

// The place of the innermost inlined function that is the user's code.
native::CodePlace LlvmSymbols::place_in(const std::string& answer) const {
  native::CodePlace place;
  const Json json = Json::parse(answer, nullptr, /*allow_exceptions=*/false);
  const bool system = frontend::is_of_the_system(text_in(json.is_object() ? json : Json::object(), "ModuleName"));
  for (const Json& frame : member(json, "Symbol")) {
    const std::string file = text_in(frame, "FileName");
    const uint32_t line = number_in(frame, "Line");
    if (place.function.empty()) place.function = text_in(frame, "FunctionName");
    if (system || file.empty() || line == 0 || frontend::is_of_the_system(file)) continue;
    return {name_of_file(file), line, number_in(frame, "Column"), text_in(frame, "FunctionName"),
            number_in(frame, "StartLine")};
  }
  return place;
}

std::vector<native::CodePlace> LlvmSymbols::code(const std::vector<native::ModuleAddress>& addresses) {
  std::vector<std::string> questions;
  for (const native::ModuleAddress& address : addresses)
    if (!address.module.empty()) questions.push_back(question("CODE", address));
  const std::vector<std::string> answered = answers(questions);
  std::vector<native::CodePlace> places;
  size_t next = 0;
  for (const native::ModuleAddress& address : addresses)
    places.push_back(address.module.empty() ? native::CodePlace{} : place_in(answered[next++]));
  return places;
}

// Some variables of the C library have two names. Returns the name that programs use.
static std::string name_in_programs(std::string name) {
  for (const char* known : {"signgam", "timezone", "daylight", "tzname", "environ"})
    if (name == std::string("__") + known) return known;
  return name;
}

native::DataPlace LlvmSymbols::data(const native::ModuleAddress& address) {
  const Json json = Json::parse(answers({question("DATA", address)}).front(), nullptr, /*allow_exceptions=*/false);
  const Json& data = member(json, "Data");
  native::DataPlace place;
  if (!data.is_object()) return place;
  place.name = name_in_programs(text_in(data, "Name"));
  place.size = hexadecimal_in(data, "Size");
  place.offset = address.offset - hexadecimal_in(data, "Start");
  // The nearest preceding symbol need not contain the address.
  if (place.name == "??" || place.offset >= std::max<uint64_t>(place.size, 1)) place = {};
  // In libstdc++'s table of waiters for std::atomic::wait, the index of an entry has no meaning for a user.
  if (place.name.find("__waiter_pool_base::_S_for") != std::string::npos)
    place = {"of std::atomic::wait (which std::barrier uses)", 0, 1};
  return place;
}

}  // namespace mover::controller
