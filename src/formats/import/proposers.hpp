// The table of proposers (readings.hpp): the layouts that the importer knows.
//
// If two readings give the same boards, the one that was proposed first is taken. So the layouts
// that say most about a text come first.
#pragma once

#include "formats/import/readings.hpp"

namespace dokumill::records {

// Tables that the csv reader does not read as they are (tables.cpp).
void propose_tables(std::string_view text, const ImportOptions& options,
                    std::vector<Proposal>& proposals);
// XML and HTML (markup/markup.cpp).
void propose_markup(std::string_view text, const ImportOptions& options,
                    std::vector<Proposal>& proposals);
// JSON and literals of programs (brackets/brackets.cpp).
void propose_brackets(std::string_view text, const ImportOptions& options,
                      std::vector<Proposal>& proposals);
// Lists of clues: a row, a column and a digit (clues/clues.cpp).
void propose_clues(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals);
// Links and game identifiers (links/links.cpp).
void propose_links(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals);
// Environments of the LaTeX package sudoku (latex.cpp).
void propose_latex(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals);
// Boards in lines: rows of nine cells, or 81 cells in a line (layouts/).
void propose_lines(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals);

inline constexpr Propose kProposers[] = {propose_latex,  propose_links,    propose_tables,
                                         propose_markup, propose_brackets, propose_clues,
                                         propose_lines};

}  // namespace dokumill::records
