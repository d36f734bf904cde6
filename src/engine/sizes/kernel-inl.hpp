// The kernel of one instruction set, after the other -inl files.

namespace dokumill::sizes {
namespace DOKUMILL_SIZES_NAMESPACE {

template <class Use>
auto with_search(Shape shape, Use use) {
  if (shape.size() <= 8) return use(GridSearch<std::uint16_t, 8>{});
  if (shape == Shape{4, 4}) return use(GridSearch<std::uint16_t, 16, true>{});
  if (shape.size() <= 16) return use(GridSearch<std::uint16_t, 16>{});
  return use(GridSearch<std::uint32_t, 32>{});
}

std::size_t search_bytes(Shape shape) {
  return with_search(shape, [&](auto search) { return search.workspace_bytes(shape); });
}

SearchResult run_search(void* workspace, Shape shape, const SearchTask& task) {
  return with_search(shape, [&](auto search) { return search.search(workspace, shape, task); });
}

}  // namespace DOKUMILL_SIZES_NAMESPACE

const SearchKernel DOKUMILL_SIZES_KERNEL{DOKUMILL_SIZES_NAMESPACE::search_bytes,
                                         DOKUMILL_SIZES_NAMESPACE::run_search, DOKUMILL_SIZES_LANES,
                                         DOKUMILL_SIZES_NAMESPACE::run_lanes,
                                         DOKUMILL_SIZES_NAMESPACE::check_lanes};

}  // namespace dokumill::sizes
