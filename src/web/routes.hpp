// Routes: finds what a path names and which methods it accepts.
//
// A path must be equal to a path of the tables. Only in calls for one job, a part of the path may
// vary: the ID of the job. No path is decoded, joined or looked up in a file system. Thread safety:
// pure functions.
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
  kSolution,
  kMill,
  // Calls for one job of the mill.
  kMillState,
  kMillInput,
  kMillOutput,
  kMillCancel,
};

struct Route {
  Place place = Place::kNowhere;
  const Asset* asset = nullptr;  // for kAsset
  std::string_view job;          // the job's ID in calls for one job; points into the target
};

Route find_route(std::string_view target);

// For example "GET, HEAD, OPTIONS". REQUIRES: `place` is not kNowhere.
std::string_view methods_of(Place place);
bool takes_method(Place place, std::string_view method);

}  // namespace dokumill::web
