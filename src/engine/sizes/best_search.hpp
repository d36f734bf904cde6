// The choice of a search kernel, and the memory for it.
#pragma once

#include <memory>
#include <new>

#include "engine/sizes/search_kernel.hpp"

namespace dokumill::sizes {

// The fastest kernel for this processor.
const SearchKernel& best_search();

struct FreeWorkspace {
  void operator()(void* memory) const { ::operator delete (memory, std::align_val_t{64}); }
};
using Workspace = std::unique_ptr<void, FreeWorkspace>;
inline Workspace make_workspace(const SearchKernel& kernel, Shape shape) {
  return Workspace(::operator new (kernel.workspace_bytes(shape), std::align_val_t{64}));
}

}  // namespace dokumill::sizes
