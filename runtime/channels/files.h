// Files, and descriptors of the kernel's that were there before control began.
#pragma once

#include <sys/stat.h>

#include <cstdio>

#include "channels/channels.h"

namespace mover::runtime {

// REQUIRES: a description of a file (channels/file_system.h) or device. Devices are opened once for all executions.
ssize_t read_file(FileDescription& description, const Parts& to, const void* pc);
ssize_t write_file(FileDescription& description, const Parts& from, const void* pc);
int open_file(const char* path, int flags, unsigned mode, const void* pc);
int open_file_at(int directory, const char* path, int flags, unsigned mode, const void* pc);
mode_t current_umask();

struct Found;
// The result depends on the file system as it is now: the program has not created the file, or there is none.
void depends_on_file(const Found& found, const char* path, const void* pc);

// Something is about to be done with the stream: a step of its own if the stream is a file's.
void stream_step(FILE* stream, const void* pc, bool closes = false);

// REQUIRES: not is_ours(fd).
ssize_t read_from_kernel(int fd, const Parts& to, const void* pc);
ssize_t write_to_kernel(int fd, const Parts& from, const void* pc);

// To any descriptor of the program.
ssize_t write_any(int fd, const void* from, size_t size, const void* pc);

// The output of the program to its standard streams, which is kept only when an execution is recorded.
void redirect_output();
void keep_output(bool on);  // from now on, and nothing is kept yet
const std::string& kept_output();
int diagnostics();  // where Mover itself may complain

}  // namespace mover::runtime
