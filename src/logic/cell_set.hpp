#pragma once

#include "dokumill/logic.hpp"
#include "explainer/cell_set.hpp"

namespace dokumill::logic {
using namespace explainer;  // NOLINT
}
