#include "support/resident.h"

#include <unistd.h>

#include <cstdio>

namespace mover {

uint64_t resident_kib(const std::string& process) {
  std::FILE* file = std::fopen(("/proc/" + process + "/statm").c_str(), "r");
  if (file == nullptr) return 0;
  unsigned long total = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE)) / 1024 : 0;
}

}  // namespace mover
