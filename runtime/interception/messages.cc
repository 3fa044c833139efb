// <err.h> and <syslog.h>: records the reads of messages from the program's memory.
#include <err.h>
#include <error.h>
#include <syslog.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/real.h"
#include "channels/files.h"
#include "interception/formatted.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

void reads_message(const char* format, va_list arguments, const void* pc) {
  if (!world.controls() || format == nullptr) return;
  reads_arguments(format, arguments, pc);
  stream_step(stderr, pc);
}

void warn_with(const char* format, va_list arguments, const void* pc) {
  reads_message(format, arguments, pc);
  REAL(vwarn)(format, arguments);
}
void warn_without(const char* format, va_list arguments, const void* pc) {
  reads_message(format, arguments, pc);
  REAL(vwarnx)(format, arguments);
}
// Messages to the system log would be visible outside the process, so they are dropped while the program is under
// control.
void log(int priority, const char* format, va_list arguments, const void* pc) {
  reads_message(format, arguments, pc);
  if (!world.controls()) REAL(vsyslog)(priority, format, arguments);
}

}  // namespace

MOVER_EXPORT void vwarn(const char* format, va_list arguments) { warn_with(format, arguments, PC); }
MOVER_EXPORT void vwarnx(const char* format, va_list arguments) { warn_without(format, arguments, PC); }
MOVER_EXPORT void warn(const char* format, ...) { WITH_ARGUMENTS(format, warn_with(format, arguments, PC)); }
MOVER_EXPORT void warnx(const char* format, ...) { WITH_ARGUMENTS(format, warn_without(format, arguments, PC)); }
MOVER_EXPORT void verr(int status, const char* format, va_list arguments) {
  warn_with(format, arguments, PC), exit(status);
}
MOVER_EXPORT void verrx(int status, const char* format, va_list arguments) {
  warn_without(format, arguments, PC), exit(status);
}
MOVER_EXPORT void err(int status, const char* format, ...) {
  WITH_ARGUMENTS(format, warn_with(format, arguments, PC));
  exit(status);
}
MOVER_EXPORT void errx(int status, const char* format, ...) {
  WITH_ARGUMENTS(format, warn_without(format, arguments, PC));
  exit(status);
}
MOVER_EXPORT void vsyslog(int priority, const char* format, va_list arguments) { log(priority, format, arguments, PC); }
MOVER_EXPORT void syslog(int priority, const char* format, ...) {
  WITH_ARGUMENTS(format, log(priority, format, arguments, PC));
}
MOVER_EXPORT void __syslog_chk(int priority, int, const char* format, ...) {
  WITH_ARGUMENTS(format, log(priority, format, arguments, PC));
}
MOVER_EXPORT void __vsyslog_chk(int priority, int, const char* format, va_list arguments) {
  log(priority, format, arguments, PC);
}
