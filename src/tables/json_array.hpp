// JsonArray: makes one JSON array of objects that stand in lines of their own.
//
//   {"puzzle":"53..7..."}        [
//   {"puzzle":"1...6..."}        {"puzzle":"53..7..."},
//                                {"puzzle":"1...6..."}
//                                ]
#pragma once

#include <string>
#include <string_view>

namespace dokumill::tables {

class JsonArray {
 public:
  // Appends the objects to `out`, after those of earlier calls. `lines` must hold whole lines, each
  // with one object and '\n'.
  void append(std::string_view lines, std::string& out);
  // Appends the end of the array. Without objects, this is the whole array.
  void finish(std::string& out) const;

 private:
  bool has_objects_ = false;
};

}  // namespace dokumill::tables
