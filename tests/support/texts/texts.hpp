// texts("a", "b", ...): a list of texts.
//
// The formatter puts as many arguments of a call into a line as fit, but only one item of a braced
// list if the items differ in length. A list of forty short texts is easier to read in five lines.
#pragma once

#include <array>
#include <string>

namespace dokumill::testing {

template <class... Text>
std::array<std::string, sizeof...(Text)> texts(const Text&... text) {
  return {std::string(text)...};
}

}  // namespace dokumill::testing
