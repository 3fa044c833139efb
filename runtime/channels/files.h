// Files, and the kernel's descriptors that were open before Mover took control of the program.
#pragma once

#include <sys/stat.h>

#include <cstdio>

#include "channels/channels.h"

namespace mover::runtime {

// REQUIRES: the description refers to a file (channels/file_system.h) or device. A device is opened once for all
// executions.
ssize_t read_file(FileDescription& description, const Parts& to, const void* pc);
ssize_t write_file(FileDescription& description, const Parts& from, const void* pc);
int open_file(const char* path, int flags, unsigned mode, const void* pc);
int open_file_at(int directory, const char* path, int flags, unsigned mode, const void* pc);

struct Found;
// Reports that the result of a call depends on the real file system (Assumption::Files), unless the program has created
// the file.
void depends_on_file(const Found& found, const char* path, const void* pc);

// Must be called before an operation on the stream. If the stream belongs to a file, the operation is a visible action,
// and the thread parks here.
void stream_step(FILE* stream, const void* pc, bool closes = false);

// REQUIRES: not is_ours(fd).
ssize_t read_from_kernel(int fd, const Parts& to, const void* pc);
ssize_t write_to_kernel(int fd, const Parts& from, const void* pc);

// Writes to any descriptor, simulated or the kernel's.
ssize_t write_any(int fd, const void* from, size_t size, const void* pc);

// The output of the program to its standard streams, which is kept only when an execution is recorded.
void redirect_output();
void keep_output(bool on);  // true: discards the kept output, and starts to keep output; false: stops keeping it
const std::string& kept_output();
int diagnostics();  // the descriptor for Mover's own error messages

}  // namespace mover::runtime
