"""The names that numbers of the library stand for."""

from ._library import LIBRARY, names

#: The names of all techniques; Rated.hardest is an index into this tuple.
TECHNIQUES = names(LIBRARY.dokumill_technique_name)
#: The names of all features, for features().
FEATURES = names(LIBRARY.dokumill_feature_name)
#: The value of all cells in Steps.order if a puzzle does not have exactly one solution.
NO_ORDER = 255
#: The value of Traces.cell for a step that fills no cell.
NO_CELL = 255
#: The engines that this machine can run, the best engine first.
ENGINES = names(LIBRARY.dokumill_engine_name)

KINDS = names(LIBRARY.dokumill_kind_name)
LEVELS = names(LIBRARY.dokumill_level_name)
