// The layouts that TextPrinter prints (printed_texts.hpp), as a table.
//
// A row: name ;; marks of an empty cell ;; traits ;; form of a board ;; text between two boards ;;
// text before the first ;; text after the last ;; a digit. Empty columns at the end may be missing.
// "\n", "\t", "\\" and "\xNN" stand for bytes.
//
// Traits:
//   titles   lines of text may stand around a board
//   zero     digits may be counted from 0
//   labels   rows and columns may have labels
//   edges    empty rows and columns may stand around the board
//   safe     damage of one cell shows
//   alone    one board in a text
//   beside   the answer is printed, too, and not named
//   pairs    the answer is printed, too, and named, so it is no record
//   nothing  nothing stands after it in a text
// plain: titles zero safe. code: zero safe. sheet: plain labels edges. file: alone nothing.
//
// Commands in a form. Their arguments are separated by '~':
//   @n                                            the number of the board
//   @f(CELLS~BETWEEN@)                            81 cells
//   @r(CELLS~BEFORE~BETWEEN~AFTER~BETWEEN_ROWS@)  nine rows
//   @w(...@)                                      the same, with columns of the same width
//   @b(CELLS~BETWEEN~BOX~BEFORE~AFTER~RULE~EVERY@)  rows with BOX between boxes and a RULE after
//                                                 EVERY rows and around them; 0: between bands only
//   @m(HEAD~BETWEEN~BEFORE~AFTER@)                a table of Markdown; HEAD: blank, row
//   @h(CELLS@)                                    a table of HTML: a cell for each row of CELLS
//   @s(BETWEEN~GAP@)                              rows with those of the answer beside them
//   @l                                            81 cells without the zeros at their front
//   @z                                            rows of blanks, cut as by an editor
//   @c(FORM~BETWEEN@)                             clues: %r, %c, %d; %R and %C count from 0
//   @p(FIRST~LONGEST~PAUSE@)                      runs of empty cells as letters
//   @q(...@)                                      the same after its length and ':'
//   @x(COUNT~TEXT@)  @N(WORD@)                    a repeated text; WORD0,WORD1,...,WORD80
// In BEFORE, '$' is the number of the row, and '^' its letter. CELLS: c the board, a its answer, b
// boxes of the board, t the transposed board, T the transposed answer, x candidates in empty cells,
// y the same in brackets, d candidates of all cells in nine places, m a mask: 1 for a clue, e a
// mask: 1 for an empty cell.
//
// A digit: '#' is replaced by it; or nine texts of the same size.
#pragma once

#include <string_view>

namespace dokumill::testing {

inline constexpr std::string_view kPrintedLayouts = R"table(
// Nine rows.
rows ;; chars ;; plain ;; @r(c~~~\n@) ;; \n
rows, joined ;; chars ;; plain ;; @r(c~~~\n@)
spaced rows ;; chars ;; plain labels ;; @r(c~~ ~\n@) ;; \n
aligned columns ;; chars ;; plain labels ;; @w(c~~  ~\n@) ;; \n
blank rows ;; blank ;; titles ;; @z ;; \n
bars ;; chars ;; plain ;; @b(c~ ~ | ~~~------+-------+------~0@) ;; \n
tight bars ;; chars ;; plain ;; @b(c~~|~~~---+---+---~0@) ;; \n
framed boxes ;; table ;; plain ;; @b(c~ ~ | ~| ~ |~+-------+-------+-------+~3@) ;; \n
one frame ;; table ;; plain ;; @b(c~~~|~|~+---------+~9@) ;; \n
framed cells ;; table ;; plain ;; @b(c~ | ~ | ~| ~ |~+---+---+---+---+---+---+---+---+---+~1@) ;; \n
box drawing ;; table ;; plain ;; @b(c~ \xE2\x94\x82 ~ \xE2\x94\x82 ~\xE2\x94\x82 ~ \xE2\x94\x82~\xE2\x94\x9C\xE2\x94\x80\xE2\x94\x80\xE2\x94\xBC\xE2\x94\x80\xE2\x94\x80\xE2\x94\xA4~1@) ;; \n
letters beside ;; chars ;; plain ;; @r(c~^ | ~ ~ |~\n@)\n ;; \n
Row n ;; chars ;; plain ;; @r(c~Row $: ~ ~~\n@)\n ;; \n
rows, rating after the last ;; dots ;; titles safe ;; @r(c~~~~\n@)   ED=8.3/1.2/1.2   someone\n ;; \n
// Sheets and tables.
comma sheet ;; fields ;; sheet ;; @r(c~~,~\n@) ;; \n
tab sheet ;; fields ;; sheet ;; @r(c~~\t~\n@) ;; \n
semicolon sheet ;; fields ;; sheet ;; @r(c~~;~\n@) ;; \n
joined sheet ;; fields ;; plain edges ;; @r(c~~,~\n@)
quoted sheet ;; quoted ;; sheet ;; @r(c~~,~\n@) ;; \n ;;  ;;  ;; "#"
gap sheet ;; fields ;; plain ;; @b(c~,~,,~~~,,,,,,,,,,~0@) ;; \n
two boards in a sheet ;; fields ;; plain beside ;; @s(,~,,@) ;; \n
two boards beside each other ;; chars ;; plain beside ;; @s( ~     @) ;; \n
savetxt ;; floats ;; safe ;; @r(c~~ ~\n@) ;;  ;;  ;;  ;; #.000000000000000000e+00
R matrix ;; zeros ;; safe ;;      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n@r(c~ [$,]    ~    ~\n@) ;; \n
R write.table ;; numbers ;; code alone ;; @r(c~"$" ~ ~\n@) ;;  ;; "V1" "V2" "V3" "V4" "V5" "V6" "V7" "V8" "V9"\n
AMPL ;; dots ;; safe alone ;; @r(c~$ ~ ~~\n@) ;;  ;; param given :\n  1 2 3 4 5 6 7 8 9 :=\n ;; ;\n
dzn ;; numbers ;; code ;; p@n = [@r(c~| ~, ~~,\n      @) |];\n
// Documents.
Markdown, blank head ;; table ;; plain ;; @m(blank~ | ~| ~ |@) ;; \n
Markdown, row as head ;; table ;; plain ;; @m(row~ | ~| ~ |@) ;; \n
Markdown, labels ;; table ;; plain labels ;; @m(blank~ | ~| ~ |@) ;; \n
tight Markdown ;; table ;; plain ;; @m(blank~|~|~|@) ;; \n
LaTeX tabular ;; table ;; code ;; \\begin{tabular}{|ccc|ccc|ccc|}\n@b(c~ & ~ & ~~ \\\\~\\hline~3@)\\end{tabular}\n
LaTeX sudoku ;; blank ;; safe ;; \\begin{sudoku}\n@r(c~|~|~|.~\n@)\n\\end{sudoku}\n ;;  ;; \\documentclass{article}\n\\begin{document}\n ;; \\end{document}\n
HTML table ;; markup ;; code labels ;; <table>@r(c~<tr><td>~</td><td>~</td></tr>~\n@)</table>\n
HTML boxes ;; dots ;; zero alone ;; <table border="0">@h(b@)</table>\n
HTML divs ;; markup ;; code ;; <div class="board">@r(c~<div class="row"><div class="cell">~</div><div class="cell">~</div></div>~\n@)</div>\n
HTML code ;; dots ;; safe ;; <p>Today: <code>@f(c@)</code></p>\n
XML rows ;; dots ;; safe ;; <sudoku id="@n">\n@r(c~<row>~~</row>~\n@)\n</sudoku>\n
YAML rows ;; dots ;; safe ;;   - name: n@n\n    grid:\n@r(c~      - "~~"~\n@)\n ;;  ;; puzzles:\n
pictures of keys ;; squares ;; titles safe ;; @r(c~~~\n@) ;; \n ;;  ;;  ;; #\xEF\xB8\x8F\xE2\x83\xA3
circled digits ;; squares ;; titles safe ;; @r(c~~~\n@) ;; \n ;;  ;;  ;; \xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA2\xE2\x91\xA3\xE2\x91\xA4\xE2\x91\xA5\xE2\x91\xA6\xE2\x91\xA7\xE2\x91\xA8
wide digits ;; chars ;; titles safe ;; @r(c~~~\n@) ;; \n ;;  ;;  ;; \xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x93\xEF\xBC\x94\xEF\xBC\x95\xEF\xBC\x96\xEF\xBC\x97\xEF\xBC\x98\xEF\xBC\x99
colours ;; chars ;; titles safe ;; @r(c~~ ~\n@) ;; \n ;;  ;;  ;; \x1B[1;34m#\x1B[0m
candidates ;; dots ;; titles ;; @w(x~~ ~~\n@)\n ;; \n
candidates in brackets ;; dots ;; titles ;; @f(y@)\n
// Code and JSON.
JSON lists ;; json ;; code ;; [@r(c~[~, ~]~,\n @)]\n
JSON list of lists ;; json ;; code nothing ;; [@r(c~[~, ~]~,@)] ;; ,\n ;; [ ;; ]\n
JSON list of 81 ;; json ;; code nothing ;; [@f(c~,@)] ;; ,\n ;; [ ;; ]
JSON list of 81, alone ;; json ;; code file ;; [@f(c~, @)]
JSON strings of cells ;; quoted ;; code nothing ;; [@r(c~[~, ~]~,@)] ;; ,\n ;; [ ;; ]\n ;; "#"
JSON strings of rows ;; dots ;; safe nothing ;; [@r(c~"~~"~, @)] ;; ,\n ;; [ ;; ]\n
JSON strings ;; dots ;; safe nothing ;; "@f(c@)" ;; ,\n ;; [ ;; ]\n
JSON objects ;; json ;; code nothing ;; {"id": @n, "grid": [@r(c~[~, ~]~, @)]} ;; ,\n ;; [ ;; ]\n
JSON objects, list of 81 ;; json ;; code nothing ;; {"id": @n, "puzzle": [@f(c~,@)]} ;; ,\n ;; [ ;; ]\n
JSON puzzle and solution ;; json ;; code pairs nothing ;; {"board": [@r(c~[~, ~]~, @)], "solution": [@r(a~[~, ~]~, @)]} ;; ,\n ;; [ ;; ]\n
JSON solution and puzzle ;; json ;; code pairs nothing ;; {"solution": [@r(a~[~, ~]~, @)], "board": [@r(c~[~, ~]~, @)]} ;; ,\n ;; [ ;; ]\n
JSON mask and solution ;; zeros ;; pairs file ;; {"given": [@r(m~[~, ~]~, @)], "solution": [@r(a~[~, ~]~, @)]}\n
JSON solution and mask ;; zeros ;; pairs file ;; {"solution": [@f(a~, @)], "fixed": [@f(m~, @)]}\n
HTML solution and mask ;; zeros ;; pairs file ;; <INPUT ID=cheat TYPE=hidden VALUE="@f(a@)"><INPUT ID=givens TYPE=hidden VALUE="@f(m@)">\n
HTML solution and empty cells ;; zeros ;; pairs file ;; <INPUT ID=cheat TYPE=hidden VALUE="@f(a@)"><INPUT ID=editmask TYPE=hidden VALUE="@f(e@)">\n
JSON boxes ;; json ;; file ;; {"boxes": [@r(b~[~, ~]~, @)]}\n
JSON coordinates ;; dots ;; file ;; {@c("r%Rc%C": %d~, @)}\n
JSON cells ;; dots ;; file ;; {"size": 9, "cells": [@c({"row": %R, "col": %C, "value": %d}~, @)]}\n
JSON cells from 1 ;; dots ;; file ;; [@c({"x": %c, "y": %r, "digit": %d}~,\n@)]\n
notebook ;; numbers ;; code file ;; {"cells": [{"cell_type": "code", "source": [\n"import numpy as np\\n",\n"board = [\\n",\n@r(c~"    [~, ~],\\n",~\n@)\n"]"]}]}\n
messages ;; dots ;; pairs nothing ;; {"input": [{"role": "user", "content": "Solve this puzzle:\\n@f(c@)"}], "ideal": "@f(a@)"}\n
JSON Lines ;; dots ;; safe pairs nothing ;; {"id": @n, "puzzle": "@f(c@)", "solution": "@f(a@)"}\n
NumPy's print ;; numbers ;; code ;; [@w(c~[~ ~]~\n @)]\n
Python ;; python ;; code ;; board@n = [@r(c~[~, ~]~,\n @)]\n
Python strings ;; dots ;; safe ;;  "@f(c@)",\n ;;  ;; PUZZLES = [\n ;; ]\n
C ;; numbers ;; code ;; int board@n[9][9] = {@r(c~{~, ~}~,\n @)};\n
Java ;; quoted ;; code ;; String[][] b@n = {@r(c~{~, ~}~,\n @)};\n ;;  ;;  ;;  ;; "#"
Haskell ;; nothings ;; code ;; puzzle :: Board\npuzzle =\n  [@r(c~[~,~]~\n  ,@)]\n ;;  ;;  ;;  ;; Just #
Rust ;; nones ;; code ;; let b = [\n@r(c~    [~, ~],~\n@)\n];\n ;;  ;;  ;;  ;; Some(#)
F# ;; table ;; code ;; let s@n =\n    [|\n@r(c~        "~~"~\n@)\n    |]\n
string of rows ;; dots ;; code ;; board = """\n@r(c~~~~\n@)\n"""\n
INSERT with names ;; dots ;; pairs safe ;; (@n, '@f(c@)', '@f(a@)') ;; ,\n ;; INSERT INTO `sudoku` (`id`, `puzzle`, `solution`) VALUES\n ;; ;\n
CREATE and INSERT ;; dots ;; safe ;; INSERT INTO puzzles VALUES (@n,'@f(c@)','easy');\n ;;  ;; CREATE TABLE puzzles (id INT, board CHAR(81), level TEXT);\n
// One line for each board.
lines ;; chars ;; plain ;; @f(c@)\n
lines with numbers ;; chars ;; plain ;; @n @f(c@)\n
lines with names ;; chars ;; plain ;; p@n: @f(c@)\n
lines with ratings ;; chars ;; plain ;; @f(c@) ED=8.3/1.2/1.2  someone\n
rows in a line ;; dots ;; plain ;; @r(c~~~~ @)\n
81 fields ;; fields ;; plain ;; @f(c~,@)\n
81 fields and an empty one ;; fields ;; titles zero ;; @f(c~;@);\n
name and 81 fields ;; fields ;; code nothing ;; puz@n,@f(c~,@)\n
id, 81 columns and level ;; fields ;; code nothing ;; @n,@f(c~,@),easy\n ;;  ;; id,@N(c@),level\n
81 columns and 81 columns ;; fields ;; beside nothing ;; @f(c~,@),@f(a~,@)\n ;;  ;; @N(x@),@N(y@)\n
csv ;; dots ;; safe pairs nothing ;; @f(c@),@f(a@)\n ;;  ;; puzzle,solution\n
csv, solution first ;; dots ;; safe pairs nothing ;; @n;@f(a@);@f(c@)\n ;;  ;; id;solution;quizzes\n
csv, unknown names ;; dots ;; safe nothing ;; @n,@f(c@),3.5\n ;;  ;; nr,board,er\n
R write.table of strings ;; dots ;; safe pairs nothing ;; "@n" "@f(c@)" "@f(a@)"\n ;;  ;; "puzzle" "solution"\n
R write.table with tabs ;; dots ;; safe pairs nothing ;; "@n"\t"@f(c@)"\t"@f(a@)"\n ;;  ;; "puzzle"\t"solution"\n
csvlook ;; dots ;; safe ;; | @f(c@) |\n ;;  ;; | puzzle@x(75~ @) |\n| @x(81~-@) |\n
csvlook, two columns ;; dots ;; pairs nothing ;; | @f(c@) | @f(a@) |\n ;;  ;; | puzzle@x(75~ @) | solution@x(73~ @) |\n| @x(81~-@) | @x(81~-@) |\n
sqlite3 column ;; dots ;; pairs nothing ;; @f(c@)  @f(a@)\n ;;  ;; puzzle@x(75~ @)  solution@x(73~ @)\n@x(81~-@)  @x(81~-@)\n
sqlite3 box ;; dots ;; safe nothing ;; \xE2\x94\x82 @f(c@) \xE2\x94\x82\n ;;  ;; \xE2\x94\x8C@x(83~\xE2\x94\x80@)\xE2\x94\x90\n\xE2\x94\x82 puzzle@x(75~ @) \xE2\x94\x82\n\xE2\x94\x9C@x(83~\xE2\x94\x80@)\xE2\x94\xA4\n ;; \xE2\x94\x94\xE2\x94\x80\xE2\x94\x98\n
sqlite3 list ;; dots ;; pairs nothing ;; @f(c@)|@f(a@)\n ;;  ;; puzzle|solution\n
sqlite3 line ;; dots ;; titles beside ;;   puzzle = @f(c@)\nsolution = @f(a@)\n ;; \n
sqlite3 html ;; dots ;; beside nothing ;; <TR><TD>@f(c@)</TD>\n<TD>@f(a@)</TD>\n</TR>\n ;;  ;; <TR><TH>puzzle</TH>\n<TH>solution</TH>\n</TR>\n
table of strings ;; dots ;; safe ;; <tr><td>@n</td><td>@f(c@)</td><td>easy</td></tr>\n ;;  ;; <table><tr><th>id</th><th>puzzle</th><th>level</th></tr>\n ;; </table>\n
INSERT of a dump ;; dots ;; beside ;; INSERT INTO s VALUES('@f(c@)','@f(a@)');\n ;;  ;; PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE s("puzzle" TEXT, "solution" TEXT);\n ;; COMMIT;\n
lines of 729 ;; dots ;; titles ;; @f(d@)\n
numbers ;; zeros ;; titles ;; @l\n
sheet of lists ;; numbers ;; code nothing ;; @n,"[@r(c~[~,~]~,@)]",easy\n ;;  ;; id,grid,level\n
sheet of rows ;; dots ;; safe nothing ;; @n,"@r(c~~~~\n@)",easy\n ;;  ;; id,puzzle,level\n
sheet with sep ;; fields ;; code nothing ;; @r(c~~;~\n@) ;; ;;;;;;;;\n ;; sep=;\n
Markdown list ;; dots ;; titles ;; @n. `@f(c@)`\n
Markdown list in bold ;; dots ;; titles ;; - **@f(c@)** (hard)\n
boxed ;; dots ;; titles ;; \\boxed{@f(c@)}\n
answer tags ;; dots ;; titles ;; <answer>@f(c@)</answer>\n
answer and reference ;; dots ;; titles beside ;; Model answer @n: @f(c@)\nReference: "@f(a@)"\n
// Links and ids.
links of SudokuWiki ;; zeros ;; titles ;; https://www.sudokuwiki.org/sudoku.htm?bd=@f(c@)\n
links of puzz.link ;; dots ;; titles ;; https://example.org/p?sudoku/9/9/@p(g~20~@)\n
ids of Solo ;; dots ;; titles ;; 3x3:@p(a~26~_@)\n
links of Solo ;; dots ;; titles ;; https://example.org/solo.html#3x3:@p(a~26~_@)\n
// Lists of clues.
triples ;; dots ;; alone ;; B = [\n@c(    %r,%c,%d;~\n@)\n];\n
triples from 0 ;; dots ;; alone ;; [@c([%R, %C, %d]~, @)]\n
triples without brackets ;; dots ;; alone ;; @c(%r,%c,%d~\n@)\n
triples with blanks from 0 ;; dots ;; alone ;; @c(%R %C %d~\n@)\n
tuples ;; dots ;; alone ;; data = {\n@c(<%r,%c,%d>~,\n@)\n};\n
facts ;; dots ;; alone ;; @c(given(%r, %c, %d).~\n@)\n
answer sets ;; dots ;; - ;; Answer: @n\n@c(x(%r,%c,%d)~ @)\n ;;  ;; clasp version 3.3.5\nReading from stdin\nSolving...\n ;; SATISFIABLE\n
answer sets as facts ;; dots ;; alone ;; % clingo version 5.4.1\n% Answer: 1\nANSWER\n@c(x(%r,%c,%d).~ @)\n%\n
answer sets in JSON ;; dots ;; file ;; {"Solver": "clingo", "Call": [{"Witnesses": [{"Value": [@c("x(%r,%c,%d)"~, @)]}]}]}\n
r1c1=5 ;; dots ;; alone ;; @c(r%rc%c=%d~, @)\n
XML cells ;; dots ;; file ;; @c(  <Cell>\n    <x>%C</x>\n    <y>%R</y>\n    <value>%d</value>\n  </Cell>\n~@) ;;  ;; <?xml version="1.0"?>\n<Sudoku version="1">\n ;; </Sudoku>\n
XML cells with attributes ;; dots ;; file ;; <grid>@c(<cell x="%c" y="%r" value="%d"/>~@)</grid>\n
// Files of programs.
OpenSudoku ;; zeros ;; safe nothing ;; <game data="@f(c@)" />\n ;;  ;; <?xml version="1.0"?>\n<opensudoku>\n<name>x</name>\n ;; </opensudoku>\n
GNOME Sudoku ;; dots ;; file ;; {"difficulty_category": "Easy", "time_elapsed": 7.1, "cells": [@c({"position": [%R, %C], "value": %d, "fixed": true, "earmarks": []}~, @)]}\n
R dput ;; zeros ;; alone ;; structure(c(@f(t~L, @)L), dim = c(9L, 9L))\n
KSudoku ;; under ;; pairs file ;;    <values>@f(t@)</values>\n   <solution>@f(T@)</solution>\n ;;  ;; <!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0">\n  <puzzle>\n   <graph order="9" specific-type="Plain" type="sudoku"/>\n ;;   </puzzle>\n </game>\n</ksudoku>\n ;; bcdefghij
SadMan's sdk ;; dots ;; safe file ;; #ARuud\n#DA puzzle\n[Puzzle]\n@r(c~~~~\n@)\n
Solo's save ;; dots ;; file ;; DESC    :@q(a~26~_@)\n ;;  ;; SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:3x3\nCPARAMS :5:3x3db\n ;; NSTATES :1:1\nSTATEPOS:1:1\n
pzprv3 ;; points ;; pairs file ;; @r(c~~ ~ ~\n@)\n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n. . . . . . . . . \n ;;  ;; pzprv3\nsudoku\n9\n
)table";

}  // namespace dokumill::testing
