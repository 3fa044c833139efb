#include "frontend/thrown_types.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include <set>
#include <vector>

#include "frontend/library.h"
#include "frontend/link.h"

namespace mover::frontend {

void name_thrown_types(llvm::Module& module) {
  constexpr llvm::StringLiteral kPrefix = "_ZTI";
  llvm::GlobalVariable* table = module.getNamedGlobal("__mover_type_names");
  if (table == nullptr) return;
  std::set<llvm::Constant*> types;
  for (const char* name : {"__cxa_throw", "__cxa_init_primary_exception"})
    if (llvm::Function* function = module.getFunction(name))
      for (llvm::User* user : function->users())
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
          if (auto* type = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(1))) types.insert(type);

  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  std::vector<llvm::Constant*> entries;
  for (llvm::Constant* type : types) {
    llvm::StringRef symbol = type->getName();
    if (!symbol.consume_front(kPrefix)) continue;
    llvm::Constant* text = llvm::ConstantDataArray::getString(context, demangled(symbol.split('.').first.str()));
    auto* name = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, text, "__mover_type_name");
    name->addAttribute(kLibraryAttribute);
    entries.push_back(llvm::ConstantStruct::getAnon({type, name}));
  }
  llvm::Constant* end = llvm::ConstantPointerNull::get(pointer);
  entries.push_back(llvm::ConstantStruct::getAnon({end, end}));
  llvm::Constant* value =
      llvm::ConstantArray::get(llvm::ArrayType::get(entries.back()->getType(), entries.size()), entries);
  auto* filled = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, value, "__mover_type_names");
  filled->addAttribute(kLibraryAttribute);
  table->replaceAllUsesWith(filled);
}

}  // namespace mover::frontend
