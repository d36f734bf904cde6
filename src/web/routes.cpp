#include "web/routes.hpp"

#include <algorithm>

namespace dokumill::web {
namespace {

constexpr std::string_view kApi = "/api/v1/";

struct Row {
  std::string_view path;  // after kApi
  Place place;
};
constexpr Row kPlaces[] = {
    {"about", Place::kAbout},       {"new", Place::kNew},       {"check", Place::kCheck},
    {"hint", Place::kHint},         {"import", Place::kImport}, {"mill", Place::kMill},
    {"solution", Place::kSolution},
};
// Paths after "mill/ID".
constexpr Row kJobPlaces[] = {
    {"", Place::kMillState},
    {"/input", Place::kMillInput},
    {"/output", Place::kMillOutput},
    {"/cancel", Place::kMillCancel},
};

Route find_api(std::string_view path) {
  for (const Row& row : kPlaces) {
    if (path == row.path) return {row.place, nullptr, {}};
  }
  constexpr std::string_view kMill = "mill/";
  if (!path.starts_with(kMill)) return {};
  path.remove_prefix(kMill.size());
  const std::string_view job = path.substr(0, path.find('/'));
  path.remove_prefix(job.size());
  for (const Row& row : kJobPlaces) {
    if (path == row.path && !job.empty()) return {row.place, nullptr, job};
  }
  return {};
}

}  // namespace

Route find_route(std::string_view target) {
  if (target.starts_with(kApi)) return find_api(target.substr(kApi.size()));
  // The page's scripts read the query after the question mark; the server ignores it.
  const std::string_view path = target.substr(0, target.find('?'));
  for (const Asset& asset : assets()) {
    if (path == asset.path) return {Place::kAsset, &asset, {}};
  }
  return {};
}

std::string_view methods_of(Place place) {
  switch (place) {
    case Place::kAsset:
    case Place::kAbout:
    case Place::kMillState:
    case Place::kMillOutput:
      return "GET, HEAD, OPTIONS";
    case Place::kMillInput:
      return "PUT, OPTIONS";
    default:
      return "POST, OPTIONS";
  }
}

bool takes_method(Place place, std::string_view method) {
  std::string_view rest = methods_of(place);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    if (rest.substr(0, comma) == method) return true;
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  return false;
}

}  // namespace dokumill::web
