// Takes the place of the Parquet reader in builds without one.
#include "formats/parquet/parquet_text.hpp"

namespace dokumill::parquet {

Result<std::unique_ptr<codec::Decoder>> ParquetText::open(std::string_view) {
  return Status(
      ErrorCode::kUnsupported,
      "this build does not read Parquet; convert the file to csv with the native program");
}

}  // namespace dokumill::parquet
