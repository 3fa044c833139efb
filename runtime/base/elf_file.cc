#include "base/elf_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mover::runtime {

ElfFile::ElfFile(const char* path) {
  const int fd = static_cast<int>(::syscall(SYS_open, path, O_RDONLY));
  if (fd < 0) return;
  size_ = static_cast<uint64_t>(::syscall(SYS_lseek, fd, 0, SEEK_END));
  void* where = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
  ::syscall(SYS_close, fd);
  if (where == MAP_FAILED) return;
  bytes_ = static_cast<const char*>(where);
  if (header().e_shoff != 0)
    sections_ = {reinterpret_cast<const ElfW(Shdr)*>(bytes_ + header().e_shoff), header().e_shnum};
}

ElfFile::~ElfFile() {
  if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
}

}  // namespace mover::runtime
