// The fixture of the front end's tests: writes sources into a temporary folder, and has queries about the program.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "ir/verify.h"

namespace mover::frontend {

using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

// A folder of source files for one test.
class FrontendTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "frontend-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::string path = folder_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
    return path;
  }

  ir::Program load_files(const std::vector<std::string>& files, const std::vector<std::string>& flags = {}) {
    auto result = load({files, flags, ""});
    if (auto* error = std::get_if<Error>(&result)) {
      ADD_FAILURE() << error->message;
      return {};
    }
    auto program = std::get<ir::Program>(std::move(result));
    for (const auto& problem : ir::verify(program)) ADD_FAILURE() << problem;
    return program;
  }
  ir::Program load_c(const std::string& text, const std::vector<std::string>& flags = {}) {
    return load_files({write("test.c", text)}, flags);
  }
  ir::Program load_cxx(const std::string& text) { return load_files({write("test.cc", text)}); }
  std::string error_of(const Input& input) {
    auto result = load(input);
    auto* error = std::get_if<Error>(&result);
    return error == nullptr ? "no error" : error->message;
  }

  std::string folder_;
};

inline const ir::Function& function(const ir::Program& program, const std::string& name) {
  const ir::Function* found = program.find_function(name);
  if (found == nullptr) {
    ADD_FAILURE() << "no function " << name;
    static const ir::Function nothing;
    return nothing;
  }
  return *found;
}

inline const ir::Global& global(const ir::Program& program, const std::string& name) {
  for (const auto& g : program.globals)
    if (g.name == name) return g;
  ADD_FAILURE() << "no global " << name;
  static const ir::Global nothing;
  return nothing;
}

inline std::vector<ir::Instr> all(const ir::Function& f, Op op) {
  std::vector<ir::Instr> result;
  for (const auto& instr : f.code)
    if (instr.op == op) result.push_back(instr);
  return result;
}

inline size_t count(const ir::Function& f, Op op) { return all(f, op).size(); }

inline size_t count(const ir::Function& f, SyncOp sub) {
  auto found = all(f, Op::Sync);
  return static_cast<size_t>(
      std::count_if(found.begin(), found.end(), [&](const auto& i) { return i.sub == static_cast<uint8_t>(sub); }));
}

inline std::vector<ir::Instr> all(const ir::Function& f, ServiceOp sub) {
  auto found = all(f, Op::Service);
  std::erase_if(found, [&](const auto& i) { return i.sub != static_cast<uint8_t>(sub); });
  return found;
}

// The C string that a service gets as its only argument.
inline std::string text_of(const ir::Program& program, const ir::Function& f, const ir::Instr& instr) {
  const ir::Constant& address = f.constants.at(static_cast<size_t>(~f.args.at(instr.first_arg)));
  const auto& bytes = program.globals.at(address.id).bytes;
  return std::string(bytes.begin(), bytes.end() - 1);
}

inline std::vector<std::string> unsupported_in(const ir::Program& program, const std::string& name) {
  std::vector<std::string> result;
  const ir::Function& f = function(program, name);
  for (const auto& instr : all(f, ServiceOp::Unsupported)) result.push_back(text_of(program, f, instr));
  return result;
}

inline ir::Constant constant(const ir::Function& f, ir::Operand operand) {
  EXPECT_LT(operand, 0) << "a constant";
  return operand < 0 ? f.constants.at(static_cast<size_t>(~operand)) : ir::Constant{};
}

}  // namespace mover::frontend
