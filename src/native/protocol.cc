#include "native/protocol.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace mover::native {

namespace {

constexpr char kMarkBegin = '\x01', kMarkEnd = '\x02';
constexpr uint64_t kMostBytes = uint64_t{1} << 30;

std::string mark_text(Mark::Kind kind, uint64_t value) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[value % 16]);
  while ((value /= 16) != 0);
  return kMarkBegin + std::string(1, static_cast<char>(kind)) + digits + kMarkEnd;
}

bool parse_mark(std::string_view inside, Mark& mark) {
  if (inside.size() < 2 || inside.size() > 17) return false;
  mark.kind = static_cast<Mark::Kind>(inside.front());
  if (mark.kind != Mark::Kind::Data && mark.kind != Mark::Kind::Code && mark.kind != Mark::Kind::Loc) return false;
  mark.value = 0;
  for (char digit : inside.substr(1)) {
    const size_t value = std::string_view("0123456789abcdef").find(digit);
    if (value == std::string_view::npos) return false;
    mark.value = mark.value * 16 + value;
  }
  return true;
}

bool send_all(int fd, const char* bytes, size_t size) {
  while (size > 0) {
    const long sent = syscall(SYS_sendto, fd, bytes, size, MSG_NOSIGNAL, nullptr, 0);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

bool receive_all(int fd, char* bytes, size_t size) {
  while (size > 0) {
    const long received = syscall(SYS_recvfrom, fd, bytes, size, 0, nullptr, nullptr);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    size -= static_cast<size_t>(received);
  }
  return true;
}

int64_t milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Waits until the descriptor has input or is at its end. Returns false after the timeout. Signals do not end the wait.
bool has_input(int fd, int64_t milliseconds) {
  pollfd entry{fd, POLLIN, 0};
  const int64_t end = milliseconds_now() + milliseconds;
  for (;;) {
    const long ready = syscall(SYS_poll, &entry, 1, static_cast<int>(milliseconds));
    if (ready >= 0 || errno != EINTR) return ready > 0;
    milliseconds = std::max<int64_t>(end - milliseconds_now(), 0);
  }
}

}  // namespace

std::string data_mark(Address address) { return mark_text(Mark::Kind::Data, address); }
std::string code_mark(Address address) { return mark_text(Mark::Kind::Code, address); }
std::string loc_mark(ir::LocId loc) { return mark_text(Mark::Kind::Loc, loc); }

bool find_mark(std::string_view text, Mark& mark, size_t& begin, size_t& end) {
  for (begin = text.find(kMarkBegin); begin != std::string_view::npos; begin = text.find(kMarkBegin, begin + 1)) {
    end = text.find(kMarkEnd, begin);
    if (end == std::string_view::npos) return false;
    if (parse_mark(text.substr(begin + 1, end++ - begin - 1), mark)) return true;
  }
  return false;
}

bool send_message(int fd, Message kind, const std::string& bytes) {
  Writer whole;
  whole(uint64_t{bytes.size()}, kind);
  const std::string all = whole.bytes() + bytes;
  return send_all(fd, all.data(), all.size());
}

Received receive_message(int fd, Message& kind, std::string& bytes, int milliseconds) {
  if (milliseconds != kForever && !has_input(fd, milliseconds)) return Received::TimeOut;
  char head[sizeof(uint64_t) + sizeof(Message)];
  if (!receive_all(fd, head, sizeof head)) return Received::End;
  uint64_t size = 0;
  Reader({head, sizeof head})(size, kind);
  if (size > kMostBytes) return Received::End;
  bytes.resize(size);
  return receive_all(fd, bytes.data(), size) ? Received::Message : Received::End;
}

bool message_waits(int fd) { return has_input(fd, 0); }

}  // namespace mover::native
