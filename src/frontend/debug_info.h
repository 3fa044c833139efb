// Source locations, types and names of variables, from the bitcode's debug information.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ir/ir.h"

namespace mover::frontend {

class DebugInfo {
 public:
  DebugInfo(ir::Program& program, const std::vector<std::string>& inputs);

  // Locations; 0 if unknown.
  ir::LocId location(const llvm::Instruction& instruction);
  ir::LocId location(const llvm::Function& function);
  // Whether the function is defined in a file that was installed with the system.
  bool is_of_the_system(const llvm::Function& function);
  ir::LocId declaration(const llvm::AllocaInst& local);  // of the local's declaration in the source
  // Sets the location and the type of the global.
  void describe(const llvm::GlobalVariable& variable, ir::Global& global);
  // Records that the local, or the allocated memory, is created at this place, with its type.
  void note_made(ir::LocId place, const llvm::AllocaInst& local);
  void note_made(ir::LocId place, const llvm::CallBase& allocation);
  // Adds the enumerations that the module lists, because formulas may use enumerators of a type that no variable has.
  void note_enumerations(const llvm::Module& module);
  // Records the labels directly before the instruction, which is at this place.
  void note_labels(ir::LocId place, const llvm::Instruction& instruction);
  // The recorded objects, except those of places at which different objects are created.
  std::vector<ir::Made> made() const;

  static std::string short_name(const llvm::GlobalVariable& variable);  // "x"
  std::string long_name(const llvm::GlobalVariable& variable);          // "file_or_function::x"

 private:
  ir::LocId location(const llvm::DIFile* file, uint32_t line, uint32_t column);
  uint32_t file_id(const llvm::DIFile& file);
  std::string file_name(const llvm::DIFile& file) const;

  void note_made(ir::LocId place, ir::TypeId type, llvm::StringRef name, std::string function);
  // `name`: the name of the nearest typedef, which a struct without a name gets.
  ir::TypeId type(const llvm::DIType* type, llvm::StringRef name = "");
  ir::TypeId composite(const llvm::DICompositeType& type, llvm::StringRef name);
  ir::TypeId enumeration(const llvm::DICompositeType& type, const std::string& name);
  ir::TypeId array(const llvm::DICompositeType& type);
  ir::TypeId add(const llvm::DIType* type, ir::DebugType translated);
  ir::DebugType::Member member(const llvm::DIDerivedType& type);

  ir::Program& program_;
  std::string work_directory_;
  std::map<std::string, std::string> inputs_;  // canonical path -> the user's spelling
  std::unordered_map<const llvm::DIFile*, uint32_t> files_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, ir::LocId> locations_;
  std::unordered_map<const llvm::DIType*, ir::TypeId> types_;
  std::map<ir::LocId, std::vector<ir::Made>> made_;
};

}  // namespace mover::frontend
