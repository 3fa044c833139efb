#include "frontend/link.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "frontend/handlers.h"
#include "frontend/wait_status.h"

namespace mover::frontend {

namespace {

constexpr const char* kDataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
constexpr const char* kTriple = "x86_64-pc-linux-gnu";

// A function of libstdc++'s headers that has a model of its own.
struct Replaced {
  llvm::StringRef name, model;  // the model is in src/libstdcxx
};
constexpr Replaced kReplaced[] = {
    {"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc", "string_disjunct"},
    {"_ZNSt23__atomic_futex_unsignedILj2147483648EE22_M_load_and_test_untilEjjbSt12memory_"
     "orderbNSt6chrono8durationIlSt5"
     "ratioILl1ELl1EEEENS3_IlS4_ILl1ELl1000000000EEEE",
     "atomic_futex"},
    {"_ZNSt23__atomic_futex_unsignedILj2147483648EE29_M_load_and_test_until_steadyEjjbSt12memory_orderbNSt6chrono8durat"
     "ionIlSt5ratioILl1ELl1EEEENS3_IlS4_ILl1ELl1000000000EEEE",
     "atomic_futex"},
    {"_ZNSt23__atomic_futex_unsignedILj2147483648EE19_M_store_notify_allEjSt12memory_order", "atomic_futex"},
    {"_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv", "atomic_wait"},
    {"_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv", "atomic_wait"},
    {"_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv", "atomic_wait"},
    {"_ZNSt8__detail15__platform_waitIiEEvPKT_i", "atomic_wait"},
    {"_ZNSt8__detail17__platform_notifyIiEEvPKT_b", "atomic_wait"},
};

// Drops the definitions of replaced functions, so that the models are linked. `file`: the module's, without extension.
void drop_replaced(llvm::Module& module, llvm::StringRef file) {
  for (const Replaced& replaced : kReplaced) {
    llvm::Function* function = replaced.model == file ? nullptr : module.getFunction(replaced.name);
    if (function == nullptr || function->isDeclaration()) continue;
    function->setComdat(nullptr);
    function->deleteBody();
    function->setIsMaterializable(false);
  }
}

// Collects LLVM's diagnostics, which would otherwise be printed and end the process.
class DiagnosticCollector : public llvm::DiagnosticHandler {
 public:
  explicit DiagnosticCollector(std::shared_ptr<std::string> text) : text_(std::move(text)) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(*text_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    out << "\n";
    return true;
  }

 private:
  std::shared_ptr<std::string> text_;  // shared, because the context owns this handler and outlives ProgramLinker
};

class ProgramLinker {
 public:
  ProgramLinker(llvm::LLVMContext& context, std::vector<std::string>& warnings)
      : context_(context), warnings_(warnings), program_(std::make_unique<llvm::Module>("program", context)) {
    context_.setDiagnosticHandler(std::make_unique<DiagnosticCollector>(diagnostics_));
    program_->setDataLayout(kDataLayout);
    program_->setTargetTriple(kTriple);
  }

  std::variant<std::unique_ptr<llvm::Module>, Error> link(const std::vector<CompiledFile>& files) {
    for (const auto& file : files) {
      auto module = read(file);
      if (auto* error = std::get_if<Error>(&module)) return *error;
      auto& loaded = std::get<std::unique_ptr<llvm::Module>>(module);
      if (auto error = find_duplicates(*loaded, file.source)) return *error;
      if (llvm::Linker::linkModules(*program_, std::move(loaded))) return Error{file.source + ": " + *diagnostics_};
    }
    llvm::Function* main = program_->getFunction("main");
    if (main == nullptr || main->isDeclaration()) return Error{no_main(files)};
    replace_clock_of_waits(*program_);
    if (auto error = link_models()) return *error;
    return std::move(program_);
  }

 private:
  std::variant<std::unique_ptr<llvm::Module>, Error> read(const CompiledFile& file) {
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseIRFile(file.bitcode, diagnostic, context_);
    std::string text = *diagnostics_;
    llvm::raw_string_ostream out(text);
    if (!module) {
      diagnostic.print(nullptr, out, /*ShowColors=*/false);
      return Error{file.source + ": not a valid LLVM 19 module\n" + text};
    }
    if (file.bitcode != file.source)
      for (auto& function : *module) function.addFnAttr(kAsWrittenAttribute);
    // Clang generates this function. Reports name its caller: the noexcept function that an exception would leave.
    if (auto* terminates = module->getFunction("__clang_call_terminate")) terminates->addFnAttr(kLibraryAttribute);
    if (llvm::verifyModule(*module, &out)) return Error{file.source + ": not a valid LLVM 19 module\n" + text};
    const auto& layout = module->getDataLayoutStr();
    if (layout.empty()) module->setDataLayout(kDataLayout);
    if (module->getDataLayout() != program_->getDataLayout())
      return Error{file.source + ": not compiled for 64-bit x86-64 Linux, the only target that is supported"};
    module->setTargetTriple(kTriple);
    drop_replaced(*module, "");
    module->setModuleInlineAsm("");  // symbols that assembly at file level defines are not modelled
    if (file.bitcode == file.source) check_debug_info(*module, file.source);
    // Inline functions whose definition may be in another module: all definitions are equivalent, so this one is used.
    for (auto& value : module->global_values())
      if (value.hasAvailableExternallyLinkage()) value.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    return module;
  }

  // Warns if a module that the user compiled has no debug information, or was optimised.
  void check_debug_info(const llvm::Module& module, const std::string& source) {
    if (module.debug_compile_units().empty())
      warnings_.push_back(source + " has no debug information: its source lines are unknown");
    for (const auto* unit : module.debug_compile_units()) {
      if (!unit->isOptimized()) continue;
      warnings_.push_back(source + " was compiled with optimisation: accesses to memory that the compiler merged, " +
                          "dropped or moved are explored as it left them");
      return;
    }
  }

  // An error if the module defines a symbol of another module again. LLVM's linker would print a less clear message.
  std::optional<Error> find_duplicates(const llvm::Module& module, const std::string& source) {
    for (const auto& value : module.global_values()) {
      if (value.isDeclaration() || value.hasLocalLinkage() || value.isWeakForLinker()) continue;
      if (value.hasAppendingLinkage() || value.hasAvailableExternallyLinkage()) continue;
      auto [entry, is_new] = defined_in_.try_emplace(value.getName().str(), source);
      if (is_new) continue;
      const char* kind = llvm::isa<llvm::Function>(value) ? "function" : "variable";
      return Error{source + ": " + kind + " '" + entry->first + "' is also defined in " + entry->second};
    }
    return std::nullopt;
  }

  static std::string no_main(const std::vector<CompiledFile>& files) {
    std::string message = "no function main in";
    for (size_t i = 0; i < files.size(); ++i) message += (i == 0 ? " " : ", ") + files[i].source;
    return message;
  }

  // Declares a model that the translator will call, so that it is linked.
  void declare_model(const char* name, llvm::ArrayRef<llvm::Type*> parameters) {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), parameters, false);
    program_->getOrInsertFunction(name, type);
  }

  // The library models in a file. They are loaded when they are linked.
  std::variant<std::unique_ptr<llvm::Module>, Error> read_models(const std::string& file) {
    llvm::SMDiagnostic diagnostic;
    auto models = llvm::getLazyIRFileModule(file, diagnostic, context_, /*ShouldLazyLoadMetadata=*/true);
    if (!models) return Error{file + ": " + diagnostic.getMessage().str()};
    models->setTargetTriple(kTriple);
    drop_replaced(*models, llvm::sys::path::stem(file));
    for (auto& function : *models) function.addFnAttr(kLibraryAttribute);
    for (auto& variable : models->globals()) variable.addAttribute(kLibraryAttribute);
    return models;
  }

  std::optional<Error> link_needed(std::unique_ptr<llvm::Module> models) {
    if (llvm::Linker::linkModules(*program_, std::move(models), llvm::Linker::LinkOnlyNeeded))
      return Error{"linking the library models failed: " + *diagnostics_};
    return std::nullopt;
  }

  // Whether the program uses and does not define something that the models define.
  bool needs(const llvm::Module& models) const {
    return std::ranges::any_of(models.global_values(), [&](const llvm::GlobalValue& model) {
      if (model.isDeclaration() || model.hasLocalLinkage() || model.hasAppendingLinkage()) return false;
      const llvm::GlobalValue* used = program_->getNamedValue(model.getName());
      return used != nullptr && used->isDeclaration();
    });
  }

  // Drops the constructors of headers' static objects (<iostream>). Those that a model needs have a priority.
  static void drop_constructors(llvm::Module& models) {
    constexpr uint64_t kNoPriority = 65535;
    auto* list = models.getNamedGlobal("llvm.global_ctors");
    if (list == nullptr) return;
    const auto* entries = llvm::cast<llvm::ConstantArray>(list->getInitializer());
    const auto* first = llvm::cast<llvm::ConstantStruct>(entries->getOperand(0));
    if (llvm::cast<llvm::ConstantInt>(first->getOperand(0))->equalsInt(kNoPriority)) list->eraseFromParent();
  }

  // In a program with destructors or handlers, pthread_exit unwinds the stack (src/cxxabi/thread_exit.cc).
  void unwind_at_thread_exit() {
    llvm::Function* exit = program_->getFunction("pthread_exit");
    if (exit == nullptr || !exit->isDeclaration()) return;
    exit->setName("__mover_exit_by_unwinding");
    declare_model(kEndUnwoundThread, {});
  }

  // Links those parts of the models that the program needs. A part may need other parts.
  std::optional<Error> link_models() {
    declare_model("exit", {llvm::Type::getInt32Ty(context_)});
    if (program_->getNamedGlobal("llvm.global_dtors") != nullptr)
      declare_model(kRegisterDestructor, {llvm::PointerType::getUnqual(context_)});
    if (program_->getFunction("__gxx_personality_v0") != nullptr) unwind_at_thread_exit();
    if (handles_bad_alloc(*program_)) declare_model("__mover_throw_bad_alloc", {});
    llvm::SmallVector<llvm::StringRef> files;
    llvm::StringRef(MOVER_CXX_BITCODE).split(files, ':', -1, /*KeepEmpty=*/false);
    if (std::error_code missing; std::filesystem::exists(MOVER_LIBC_BITCODE, missing))
      files.push_back(MOVER_LIBC_BITCODE);
    // Modules that were read and are not needed so far. A module from which functions were linked is read again.
    std::map<llvm::StringRef, std::unique_ptr<llvm::Module>> unused;
    for (bool is_complete = false; !is_complete;) {
      is_complete = true;
      for (llvm::StringRef file : files) {
        std::unique_ptr<llvm::Module>& models = unused[file];
        if (models == nullptr) {
          auto read = read_models(file.str());
          if (auto* error = std::get_if<Error>(&read)) return *error;
          models = std::move(std::get<std::unique_ptr<llvm::Module>>(read));
        }
        if (!needs(*models)) continue;
        is_complete = false;
        prepare_models(*models, file);
        if (auto error = link_needed(std::move(models))) return error;
      }
    }
    llvm::Function *fails = program_->getFunction("__mover_new_fails"),
                   *throws = program_->getFunction("__mover_throw_bad_alloc");
    if (fails != nullptr && throws != nullptr) fails->replaceAllUsesWith(throws);
    for (auto& variable : program_->globals()) mark_constant(variable);
    return std::nullopt;
  }

  // A variable of the models that only functions write which the program does not need is a constant.
  static void mark_constant(llvm::GlobalVariable& variable) {
    auto is_load = [](const llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); };
    const bool is_read_only = variable.hasInitializer() && llvm::all_of(variable.users(), is_load);
    if (is_read_only && is_library(variable) && !variable.isThreadLocal()) variable.setConstant(true);
  }

  void prepare_models(llvm::Module& models, llvm::StringRef file) {
    if (file == MOVER_LIBC_BITCODE) make_redefined_models_internal(models);
    // A model is linked if it is needed, not because other functions of its group are.
    for (auto& model : models.global_objects()) model.setComdat(nullptr);
    for (const char* list : {"llvm.used", "llvm.compiler.used"})
      if (auto* variable = models.getNamedGlobal(list)) variable->eraseFromParent();
    drop_constructors(models);
    // Parts of a file may be linked one after the other. There is one instance of its static variables nevertheless.
    for (auto& variable : models.globals()) {
      if (!variable.hasLocalLinkage() || variable.isConstant()) continue;
      variable.setName(variable.getName() + "." + llvm::sys::path::stem(file));
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }

  // If the program defines a library function itself, the program uses its own definition and the models use theirs, as
  // with a C library. An allocator that the program defines is an exception: the models use it, too.
  void make_redefined_models_internal(llvm::Module& models) {
    static const std::set<llvm::StringRef> kShared = {
        "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "memalign", "malloc_usable_size"};
    for (auto& value : models.global_values()) {
      if (value.isDeclaration() || value.hasLocalLinkage() || kShared.contains(value.getName())) continue;
      bool is_operator = value.getName().starts_with("_Zn") || value.getName().starts_with("_Zd");  // new, delete
      const auto* own = llvm::dyn_cast_or_null<llvm::GlobalObject>(program_->getNamedValue(value.getName()));
      if (own == nullptr || own->isDeclaration() || is_library(*own)) continue;
      if (!is_operator) value.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }

  llvm::LLVMContext& context_;
  std::vector<std::string>& warnings_;
  std::shared_ptr<std::string> diagnostics_ = std::make_shared<std::string>();
  std::unique_ptr<llvm::Module> program_;
  std::map<std::string, std::string> defined_in_;  // symbol -> source file
};

}  // namespace

bool is_library(const llvm::GlobalObject& object) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&object))
    return function->hasFnAttribute(kLibraryAttribute);
  return llvm::cast<llvm::GlobalVariable>(object).hasAttribute(kLibraryAttribute);
}

std::variant<std::unique_ptr<llvm::Module>, Error> link_program(const std::vector<CompiledFile>& files,
                                                                llvm::LLVMContext& context,
                                                                std::vector<std::string>& warnings) {
  return ProgramLinker(context, warnings).link(files);
}

}  // namespace mover::frontend
