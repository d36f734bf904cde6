// The kernel of one instruction set, after the other -inl files.

namespace dokumill::sizes {

const SearchKernel DOKUMILL_SIZES_KERNEL{DOKUMILL_SIZES_NAMESPACE::search_bytes,
                                         DOKUMILL_SIZES_NAMESPACE::run_search, DOKUMILL_SIZES_LANES,
                                         DOKUMILL_SIZES_NAMESPACE::run_lanes};

}  // namespace dokumill::sizes
