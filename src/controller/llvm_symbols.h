// Symbols from llvm-symbolizer, which reads the debug information. It runs as one process as long as this object
// exists. Each question and each answer is one line.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/symbols.h"

namespace mover::controller {

class LlvmSymbols final : public native::Symbols {
 public:
  // `sources`: the files that the user has named; reports use these names.
  explicit LlvmSymbols(const std::vector<std::string>& sources);
  ~LlvmSymbols() override;
  LlvmSymbols(const LlvmSymbols&) = delete;
  LlvmSymbols& operator=(const LlvmSymbols&) = delete;

  std::vector<native::CodePlace> code(const std::vector<native::ModuleAddress>& addresses) override;
  native::DataPlace data(const native::ModuleAddress& address) override;

 private:
  bool start();
  std::vector<std::string> answers(const std::vector<std::string>& questions);
  bool read_line(std::string& line);
  bool has_time_for_answer();
  std::string name_of_file(const std::string& path) const;
  native::CodePlace place_in(const std::string& answer) const;

  pid_t process_ = 0;  // 0: not started; -1: cannot be started
  int socket_ = -1;
  std::string read_ahead_;                                           // output that was received but not read yet
  std::optional<std::chrono::steady_clock::time_point> over_since_;  // when a question first met the reached deadline
  std::map<std::string, std::string> named_;  // by canonical path: the name that the user has given
  std::string here_;                          // the current folder, with a slash at its end
};

}  // namespace mover::controller
