// Routes: what a path names, and which methods it takes.
//
// An exact-match table: nothing of a path is decoded, joined or looked up in a file system. Thread
// safety: pure functions.
#pragma once

#include <string>
#include <string_view>

#include "web/assets.hpp"

namespace dokumill::web {

enum class Place {
  kNowhere,
  kAsset,
  kAbout,
  // Calls of the API: POST, JSON in, JSON out.
  kNew,
  kCheck,
  kHint,
  kImport,
  kMill,
  // Of one job of the mill.
  kMillState,
  kMillInput,
  kMillOutput,
  kMillCancel,
};

struct Route {
  Place place = Place::kNowhere;
  const Asset* asset = nullptr;  // of kAsset
  std::string_view job;          // of the places of a job; refers to the target
};

Route find_route(std::string_view target);

// "GET, HEAD, OPTIONS". REQUIRES: not kNowhere.
std::string_view methods_of(Place place);
bool takes_method(Place place, std::string_view method);

}  // namespace dokumill::web
