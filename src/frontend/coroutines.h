// Makes coroutines ordinary functions: LLVM's own passes split each coroutine into a function that creates its frame
// and functions that resume and destroy it. The frame is an object on the heap. No optimisation runs, so a local that
// lives across a suspension is a part of the frame, and every access to it is one of the source.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

void split_coroutines(llvm::Module& module);

}  // namespace mover::frontend
