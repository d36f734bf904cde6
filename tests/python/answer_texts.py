"""Texts as language models write them, with the boards that read_answers() reads from them."""

BOARD = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = "981752643752643819463198275514867932629431758837529164348976521296315487175284396"
PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SECOND = "135792468246813579987654321123456789456789123789123456214365897365897214897214365"
ROWS = [BOARD[i : i + 9] for i in range(0, 81, 9)]
SPACED = [" ".join(row) for row in ROWS]
COLUMNS = [BOARD[i::9] for i in range(9)]


def lines(rows, form="{}", first=1):
    return "\n".join(form.format(row, number=i, reverse=10 - i) for i, row in enumerate(rows, first))


def frame(row):
    return "| " + " | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " |"


def framed(board, line="+-------+-------+-------+"):
    rows = [board[i : i + 9] for i in range(0, 81, 9)]
    out = [line]
    for i in (0, 3, 6):
        out += [*map(frame, rows[i : i + 3]), line]
    return "\n".join(out)


def cut(count):
    """BOARD with only its first `count` cells."""
    return BOARD[:count] + (81 - count) * "0"


def without_row(number):
    return BOARD[: 9 * number - 9] + 9 * "0" + BOARD[9 * number :]


DRAWN = "\n".join(
    ["╔═══════╤═══════╤═══════╗"]
    + ["║ " + " │ ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " ║" for row in ROWS[:3]]
    + ["╟───────┼───────┼───────╢"]
    + ["║ " + " │ ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " ║" for row in ROWS[3:6]]
    + ["╟───────┼───────┼───────╢"]
    + ["║ " + " │ ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " ║" for row in ROWS[6:]]
    + ["╚═══════╧═══════╧═══════╝"]
)
MARKDOWN = "\n".join("| " + " | ".join(row) + " |" for row in ROWS)
JSON = "[" + ", ".join("[" + ", ".join(row) + "]" for row in ROWS) + "]"

BOXES = ["".join(BOARD[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3] for i in range(9)) for b in range(9)]
AMPERSANDS = [" & ".join(row) for row in ROWS]
FLOATS = [", ".join(f"{digit}.0" for digit in row) for row in ROWS]
EMPTY_HEADER = 9 * "|   " + "|\n" + 9 * "|---" + "|\n"


def ruled(rule):
    return "\n".join([*SPACED[:3], rule, *SPACED[3:6], rule, *SPACED[6:]])


def banded(headings):
    return "\n".join(f"{heading}\n{lines(SPACED[3 * i : 3 * i + 3])}" for i, heading in enumerate(headings))


# (name, text, the board, the name of its Form, the text that begins at the offset)
TEXTS = [
    # 81 characters
    ("a line", BOARD, BOARD, "LINE", BOARD),
    ("a line with a line end", BOARD + "\n", BOARD, "LINE", BOARD),
    ("after a label", "Solution: " + BOARD, BOARD, "LINE", BOARD),
    ("in bold", f"The answer is **{BOARD}**.", BOARD, "LINE", BOARD),
    ("in quotes", f'{{"solution": "{BOARD}"}}', BOARD, "LINE", BOARD),
    ("in a code span", f"So we get `{BOARD}`, which is valid.", BOARD, "LINE", BOARD),
    ("at the end of a sentence", f"The answer is {BOARD}.", BOARD, "LINE", BOARD),
    ("in a numbered list", f"1. {BOARD}", BOARD, "LINE", BOARD),
    ("in an answer tag", f"<think>\n{OTHER}?</think><answer>{BOARD}</answer>", BOARD, "LINE", BOARD),
    ("dots for empty cells", PUZZLE.replace("0", "."), PUZZLE, "LINE", "53..7"),
    ("underscores for empty cells", "Puzzle: " + PUZZLE.replace("0", "_"), PUZZLE, "LINE", "53__7"),
    ("full-width digits", "答案：" + BOARD.translate({48 + i: 0xFF10 + i for i in range(10)}), BOARD,
     "LINE", "\uff15"),
    ("after Chinese text", f"答案是{BOARD}。", BOARD, "LINE", BOARD),
    ("after an arrow", f"=> Answer →{BOARD}✅", BOARD, "LINE", BOARD),
    ("81 cells with blanks", "Answer: " + " ".join(BOARD), BOARD, "ROWS", "5 3 4"),
    ("nine groups", "Answer: " + " ".join(ROWS), BOARD, "ROWS", "534678912 "),
    ("groups with slashes", "/".join(ROWS), BOARD, "ROWS", "534678912/"),
    ("80 characters", "Answer: " + BOARD[:80], cut(80), "PARTIAL", "534"),
    ("82 characters", "Answer: " + BOARD + "1", 81 * "0", "NONE", None),
    # rows
    ("nine rows", lines(ROWS), BOARD, "ROWS", "534678912\n"),
    ("nine rows with blanks", "Here is the solved Sudoku:\n\n" + lines(SPACED) + "\n\nEnjoy!", BOARD,
     "ROWS", "5 3 4"),
    ("rows with DOS line ends", lines(SPACED).replace("\n", "\r\n"), BOARD, "ROWS", "5 3 4"),
    ("rows with commas", lines([",".join(row) for row in ROWS]), BOARD, "ROWS", "5,3"),
    ("rows with tabs", lines(["\t".join(row) for row in ROWS]), BOARD, "ROWS", "5\t3"),
    ("a code block", "Sure!\n```\n" + lines(SPACED) + "\n```\nLet me know.", BOARD, "ROWS", "5 3 4"),
    ("a code block with a language", "```text\n" + lines(ROWS) + "\n```", BOARD, "ROWS", "534678"),
    ("bands with blank lines", lines(SPACED[:3]) + "\n\n" + lines(SPACED[3:6]) + "\n\n" +
     lines(SPACED[6:]), BOARD, "ROWS", "5 3 4"),
    ("a frame", "Solution:\n" + framed(BOARD), BOARD, "ROWS", "5 3 4 |"),
    ("a frame without corners", framed(BOARD, "------+-------+------"), BOARD, "ROWS", "5 3 4"),
    ("a frame of nine dashes", lines(ROWS[:3]) + "\n---+---+---\n" + lines(ROWS[3:6]) +
     "\n---+---+---\n" + lines(ROWS[6:]), BOARD, "ROWS", "534678912"),
    ("box drawing", DRAWN, BOARD, "ROWS", "5 3 4"),
    ("a puzzle in a frame", framed(PUZZLE.replace("0", ".")), PUZZLE, "ROWS", "5 3 ."),
    ("a Markdown table", "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n" + 9 * "|---" + "|\n" + MARKDOWN,
     BOARD, "ROWS", "5 | 3"),
    ("a Markdown table without a header", MARKDOWN, BOARD, "ROWS", "5 | 3"),
    ("a Markdown table with names", "|   | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 |\n" +
     10 * "|:-:" + "|\n" + lines(MARKDOWN.split("\n"), "| **R{number}** {}"), BOARD, "ROWS", "5 | 3"),
    ("a Markdown table with numbers", "| | " + " | ".join("123456789") + " |\n" + 10 * "|---" + "|\n" +
     lines(MARKDOWN.split("\n"), "| {number} {}"), BOARD, "ROWS", "5 | 3"),
    ("a Markdown table with empty cells", "\n".join("| " + " | ".join(PUZZLE[i : i + 9].replace("0", " ")) +
     " |" for i in range(0, 81, 9)), PUZZLE, "ROWS", "5 | 3"),
    ("empty cells, names and numbers", "|   | " + " | ".join("123456789") + " |\n" + 10 * "|---" + "|\n" +
     "\n".join(f"| {'ABCDEFGHI'[i // 9]} | " + " | ".join(PUZZLE[i : i + 9].replace("0", " ")) + " |"
               for i in range(0, 81, 9)), PUZZLE, "ROWS", "5 | 3"),
    ("bold digits", lines([row.replace("5 ", "**5** ") for row in SPACED]), BOARD, "ROWS", "5** 3"),
    ("a header and letters", "    1 2 3   4 5 6   7 8 9\n" +
     "\n".join(f"{'ABCDEFGHI'[i]} {frame(row)}" for i, row in enumerate(ROWS)), BOARD, "ROWS", "5 3 4 |"),
    ("row labels", lines(SPACED, "Row {number}: {}"), BOARD, "ROWS", "5 3 4"),
    ("bold row labels", lines(SPACED, "- **Row {number}:** {}"), BOARD, "ROWS", "5 3 4"),
    ("row labels and remarks", lines(SPACED, "Row {number}: {} (sum 45)"), BOARD, "ROWS", "5 3 4"),
    ("short labels", lines(SPACED, "R{number}: {}"), BOARD, "ROWS", "5 3 4"),
    ("labels with an equals sign", lines(SPACED, "r{number} = [{}]"), BOARD, "ROWS", "5 3 4"),
    ("a numbered list", lines(ROWS, "{number}. {}"), BOARD, "ROWS", "534678912"),
    ("a numbered list with blanks", lines(SPACED, "{number}) {}"), BOARD, "ROWS", "5 3 4"),
    ("rows numbered from 0", lines(SPACED, "{number}: {}", first=0), BOARD, "ROWS", "5 3 4"),
    ("a bulleted list", lines(SPACED, "* {}"), BOARD, "ROWS", "5 3 4"),
    ("quoted lines", lines(SPACED, "> {}"), BOARD, "ROWS", "5 3 4"),
    ("labels on lines of their own", lines(SPACED, "Row {number}:\n{}\n"), BOARD, "ROWS", "5 3 4"),
    ("rows and reasons", lines(SPACED, "Row {number}: {}\nThis works because the digits fit."),
     BOARD, "ROWS", "5 3 4"),
    ("rows in one line", "; ".join(f"Row {i}: {row}" for i, row in enumerate(SPACED, 1)), BOARD,
     "ROWS", "5 3 4"),
    ("Chinese labels", lines(SPACED, "第{number}行：{}"), BOARD, "ROWS", "5 3 4"),
    ("rows with symbols", lines(SPACED, "▶{}✅"), BOARD, "ROWS", "5 3 4"),
    ("words of other alphabets", lines(SPACED, "Строка {number}: {} (готово)") + "\nVoilà, c'est terminé.",
     BOARD, "ROWS", "5 3 4"),
    ("Chinese commas", lines(["，".join(row) for row in ROWS]), BOARD, "ROWS", "5，3"),
    ("keycaps", lines(["".join(digit + "\ufe0f\u20e3" for digit in row) for row in ROWS]), BOARD,
     "ROWS", "5\ufe0f"),
    # lists
    ("a list of lists", JSON, BOARD, "ROWS", "5, 3, 4"),
    ("a list of lists in lines", "solution = [\n    " + JSON[1:-1].replace("], ", "],\n    ") + "\n]",
     BOARD, "ROWS", "5, 3, 4"),
    ("a list with comments", "grid = [\n" + "\n".join(
        f"  [{', '.join(row)}],  # row {i}" for i, row in enumerate(ROWS, 1)) + "\n]", BOARD, "ROWS",
     "5, 3, 4"),
    ("a flat list", "[" + ", ".join(BOARD) + "]", BOARD, "ROWS", "5, 3, 4"),
    ("a wrapped flat list", "Answer:\n[" + ",\n ".join(", ".join(BOARD[i : i + 20])
     for i in range(0, 81, 20)) + "]", BOARD, "ROWS", "5, 3, 4"),
    ("a wrapped list in a sentence", "The answer is " + ",\n".join(", ".join(BOARD[i : i + 20])
     for i in range(0, 81, 20)) + ".", BOARD, "ROWS", "5, 3, 4"),
    ("a list with a number a line", "[\n" + ",\n".join("  [\n" + ",\n".join(
        f"    {digit}" for digit in row) + "\n  ]" for row in ROWS) + "\n]", BOARD, "ROWS", "5,\n"),
    ("a list of texts", str(ROWS), BOARD, "ROWS", "534678912'"),
    ("numpy", lines(SPACED, "[{}]"), BOARD, "ROWS", "5 3 4"),
    ("numpy with floats", lines([". ".join(row) + "." for row in ROWS], "[{}]"), BOARD, "ROWS", "5. 3"),
    ("escaped line ends", '{"answer": "' + "\\n".join(SPACED) + '"}', BOARD, "ROWS", "5 3 4"),
    ("HTML line breaks", "<br>".join(ROWS), BOARD, "ROWS", "534678912<"),
    ("a data frame", "   0  1  2  3  4  5  6  7  8\n" + lines([" ".join(r.split()) for r in SPACED],
     "{number}  {}", first=0), BOARD, "ROWS", "5 3 4"),
    ("elements of XML", lines(ROWS, "  <row>{}</row>"), BOARD, "ROWS", "534678912<"),
    ("a JSON object", "{" + ", ".join(f'"row_{i}": [{", ".join(row)}]' for i, row in enumerate(ROWS, 1)) +
     "}", BOARD, "ROWS", "5, 3, 4"),
    ("LaTeX", "\\begin{array}{ccc|ccc|ccc}\n" + "\n\\hline\n".join(
        "\n".join(" & ".join(row) + " \\\\" for row in ROWS[i : i + 3]) for i in (0, 3, 6)) +
     "\n\\end{array}", BOARD, "ROWS", "5 & 3"),
    ("blank lines between rows", "Final grid:\n\n" + "\n\n".join(SPACED), BOARD, "ROWS", "5 3 4"),
    # LaTeX
    ("boxed", f"The final answer is $\\boxed{{{BOARD}}}$", BOARD, "LINE", BOARD),
    ("boxed text", f"\\boxed{{\\text{{{BOARD}}}}}", BOARD, "LINE", BOARD),
    ("boxed lists", f"$\\boxed{{{JSON}}}$", BOARD, "ROWS", "5, 3"),
    ("boxed rows", "\\boxed{" + lines(SPACED) + "}", BOARD, "ROWS", "5 3 4"),
    ("a boxed array in a line", "$$\\boxed{\\begin{array}{ccc|ccc|ccc} " + " \\\\ ".join(AMPERSANDS) +
     " \\end{array}}$$", BOARD, "ROWS", "5 & 3"),
    ("a boxed array", "$$\\boxed{\\begin{array}{|c|c|c|} \\hline " + " \\\\ \\hline\n".join(AMPERSANDS) +
     " \\\\ \\hline \\end{array}}$$", BOARD, "ROWS", "5 & 3"),
    ("lines of LaTeX", lines(AMPERSANDS, "{} \\\\ \\cline{{1-9}}"), BOARD, "ROWS", "5 & 3"),
    ("bold digits of LaTeX", lines(AMPERSANDS, "{} \\\\").replace("5 ", "\\mathbf{5} ").replace(
        "3 ", "\\color{red}{3} ").replace("4 ", "\\textcolor{blue}{4} "), BOARD, "ROWS", "5} &"),
    ("spaces of LaTeX", lines([" \\quad ".join(row) for row in ROWS], "{}\\\\"), BOARD, "ROWS", "5 \\q"),
    ("escaped line ends before words", '"' + "".join(f"\\nRow {i}: {row}" for i, row in enumerate(SPACED, 1)),
     BOARD, "ROWS", "5 3 4"),
    # words about columns and boxes before a board
    ("boxes are valid", "All boxes are OK!\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("columns and boxes are valid", "Columns: ok. Boxes: ok.\n\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("a list of checks", "- Columns: valid\n- Boxes: valid\n\n```\n" + lines(ROWS) + "\n```", BOARD, "ROWS",
     "534678912\n"),
    ("a list of checks and a table", "- Boxes: valid\n\n" + EMPTY_HEADER + MARKDOWN, BOARD, "ROWS", "5 | 3"),
    ("the last column", "After filling the last column:\n\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("a heading of a column", "### Column 9\n\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("boxes in a tag", "<answer>\nBoxes verified.\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("a line after columns", f"Every column and box is valid: {BOARD}", BOARD, "LINE", BOARD),
    ("the number of columns", f'{{"cols": 9, "cells": "{BOARD}"}}', BOARD, "LINE", BOARD),
    ("the number of columns and lists", f'{{"cols": 9, "cells": {JSON}}}', BOARD, "ROWS", "5, 3"),
    ("a corner of columns", "| Column | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n" + 10 * "|---" + "|\n" +
     lines(MARKDOWN.split("\n"), "| Row {number} {}"), BOARD, "ROWS", "5 | 3"),
    # rules and headers
    ("a Markdown table with an empty header", EMPTY_HEADER + MARKDOWN, BOARD, "ROWS", "5 | 3"),
    ("an empty header of a cut table", EMPTY_HEADER + MARKDOWN[: 38 * 4], cut(36), "PARTIAL", "5 | 3"),
    ("a frame of cells with an empty row", "+---+---+---+---+---+---+---+---+---+\n" + "\n".join(
        "| " + " | ".join(row.replace("0", " ")) + " |\n" + 9 * "+---" + "+" for row in [9 * "0", *ROWS[1:]]),
     9 * "0" + BOARD[9:], "ROWS", "   |"),
    ("a rule of dashes and blanks", ruled("- - - - - - - - -"), BOARD, "ROWS", "5 3 4"),
    ("a rule with crosses", ruled("- - - + - - - + - - -"), BOARD, "ROWS", "5 3 4"),
    ("a rule of points", ruled("........."), BOARD, "ROWS", "5 3 4"),
    # numbers with a fraction
    ("lists of floats", "[[" + "], [".join(FLOATS) + "]]", BOARD, "ROWS", "5.0"),
    ("a flat list of floats", "[" + ", ".join(FLOATS) + "]", BOARD, "ROWS", "5.0"),
    ("empty floats", "[" + ", ".join(f"{digit}.0" for digit in PUZZLE) + "]", PUZZLE, "ROWS", "5.0"),
    ("a data frame of floats", "     0    1    2    3    4    5    6    7    8\n" + lines(
        [row.replace(",", "") for row in FLOATS], "{number}  {}", first=0), BOARD, "ROWS", "5.0"),
    # other rows before or after the board
    ("a first row", f"First row: {SPACED[0]}\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("a first row and bands", SPACED[0] + "\n\n" + ruled(""), BOARD, "ROWS", "5 3 4"),
    ("rows of a draft", lines(SPACED[:4], "Row {number}: {}") + "\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("a line of digits after rows", lines(SPACED) + "\n1 2 3 4 5 6 7 8 9", BOARD, "ROWS", "5 3 4"),
    ("lists with names in lines", "{" + ",".join(f'\n  "row{i}": [\n    ' + ",\n    ".join(row) + "\n  ]"
     for i, row in enumerate(ROWS, 1)) + "\n}", BOARD, "ROWS", "5,\n"),
    ("bands of rows", banded(["**Rows 1–3:**", "**Rows 4–6:**", "**Rows 7–9:**"]), BOARD, "ROWS", "5 3 4"),
    ("bands with numbers", banded(["Band 1:", "Band 2:", "Band 3:"]), BOARD, "ROWS", "5 3 4"),
    ("bands with names", banded(["Top band:", "Middle band:", "Bottom band:"]), BOARD, "ROWS", "5 3 4"),
    ("a check after bands", banded(["Top:", "Middle:", "Bottom:"]) + "\nEach row has 1, 2, 3, 4, 5, 6, 7, 8, 9.\n",
     BOARD, "ROWS", "5 3 4"),
    ("a part of a check after bands", banded(["Top:", "Middle:", "Bottom:"]) + "\nCheck: 1, 2, ..., 9", BOARD,
     "ROWS", "5 3 4"),
    ("a board that is cut off after two bands", banded(["Top:", "Middle:"]) + "\nFinal:\n" + lines(SPACED[:5]),
     cut(54), "PARTIAL", "5 3 4"),
    ("rows from the last one on", lines(SPACED[::-1], "Row {reverse}: {}"), BOARD, "ROWS", "3 4 5"),
    ("rows from the last one on after a header", "123456789\n" + lines(SPACED[::-1], "Row {reverse}: {}"), BOARD, "ROWS",
     "3 4 5"),
    ("a row before a list from the last one on",
     "Row 6: " + SPACED[5] + "\n" + lines(SPACED[::-1], "Row {reverse}: {}") + "\n" + SPACED[2], BOARD, "ROWS", "3 4 5"),
    ("three rows from the last one on, then a board", lines(SPACED[:5:-1], "Row {reverse}: {}") + "\n" + lines(SPACED),
     BOARD, "ROWS", "5 3 4"),
    ("one row before a part of a list from the last one on",
     "Row 2: " + SPACED[1] + "\n" + lines(SPACED[7::-1], "Row {reverse}: {}", first=2),
     BOARD[9:18] + BOARD[63:72] + 63 * "0", "PARTIAL", "6 7 2"),
    ("rows from the last one on, cut off", lines(SPACED[:3:-1], "Row {reverse}: {}"), 36 * "0" + BOARD[36:],
     "PARTIAL", "3 4 5"),
    ("bands from the top", banded(["Rows 1-3:", "Rows 1-3:", "Rows 1-3:"]), BOARD[54:] + 54 * "0", "PARTIAL",
     "9 6 1"),
    ("three rows before bands", f"Rows 1-3:\n{OTHER[:9]}\n{OTHER[9:18]}\n{OTHER[18:27]}\nFinal:\n" +
     lines(ROWS[:3]) + "\n\n" + lines(ROWS[3:6]) + "\n\n" + lines(ROWS[6:]), BOARD, "ROWS", "534678912\n"),
    ("escaped characters", '"' + "".join(f"\\n\\ud589 {i}: {row} \\u2713" for i, row in enumerate(SPACED, 1)),
     BOARD, "ROWS", "5 3 4"),
    # markup
    ("bold digits of HTML", lines(SPACED).replace("5 ", "<b>5</b> "), BOARD, "ROWS", "5</b> 3"),
    ("blanks of HTML", lines(["&nbsp;".join(row) for row in ROWS]), BOARD, "ROWS", "5&nbsp;3"),
    ("a table of HTML", "<table>" + lines(["</td><td>".join(row) for row in ROWS], "<tr><td>{}</td></tr>"),
     BOARD, "ROWS", "5</td>"),
    # several boards
    ("a puzzle and its solution in a line", f"7,{PUZZLE},{BOARD},easy", BOARD, "LINE", BOARD),
    ("columns of the grid", lines(SPACED) + "\n\nColumns of the grid:\n" + lines(COLUMNS, "{number}: {}"),
     BOARD, "ROWS", "5 3 4"),
    ("a final check", lines(SPACED) + "\n\nFinal check (columns):\n" + lines(COLUMNS), BOARD, "ROWS", "5 3 4"),
    ("columns in another language", lines(SPACED) + "\n\n" + lines(COLUMNS, "Spalte {number}: {}"), BOARD,
     "ROWS", "5 3 4"),
    ("a check of squares", lines(SPACED) + "\n\n" + lines(BOXES, "Square {number}: {}"), BOARD, "ROWS", "5 3 4"),
    ("a check with mistakes", lines(SPACED) + "\n\n3x3 check:\n" + lines(
        [row.replace("12", "21") for row in BOXES]), BOARD, "ROWS", "5 3 4"),
    ("a check of a part", lines(SPACED[:8]) + "\n\nColumns:\n" + lines(COLUMNS), BOARD[:72] + 9 * "0",
     "PARTIAL", "5 3 4"),
    ("columns before the rows", '{"columns": [' + ", ".join(f"[{', '.join(row)}]" for row in COLUMNS) +
     f'], "rows": {JSON}}}', BOARD, "ROWS", "5, 3, 4"),
    ("the puzzle and its solution", "Puzzle:\n" + framed(PUZZLE.replace("0", ".")) + "\n\nSolution:\n" +
     framed(BOARD), BOARD, "ROWS", "5 3 4 | 6 7 8"),
    ("two boards without words", framed(PUZZLE.replace("0", "_")) + "\n\n" + framed(BOARD), BOARD,
     "ROWS", "5 3 4 | 6 7 8"),
    ("the last of two", OTHER + "\nWait, that is wrong.\n" + BOARD, BOARD, "LINE", BOARD),
    ("rows after a line", f"{OTHER}\n\nIn rows:\n{lines(SPACED)}", BOARD, "ROWS", "5 3 4"),
    ("an unfinished last board", f"{lines(SPACED)}\n\nLet me check:\n{lines(ROWS[::-1][:5])}", BOARD,
     "ROWS", "5 3 4"),
    ("unfinished without words", lines(SPACED) + "\n\n" + lines(SPACED[:4]), BOARD, "ROWS", "5 3 4"),
    ("an unfinished first board", lines(SPACED[3:8]) + "\n\n" + lines(SPACED), BOARD, "ROWS", "5 3 4"),
    ("the puzzle after the answer", lines(SPACED) + "\nThe puzzle was\n" + PUZZLE, BOARD, "ROWS", "5 3 4"),
    ("a check of rows", lines(SPACED) + "\n\nCheck:\n" + lines(SPACED, "Row {number}: {} OK"), BOARD,
     "ROWS", "5 3 4"),
    ("a check of columns", lines(SPACED) + "\n\n" + lines(COLUMNS, "Column {number}: {}"), BOARD, "ROWS",
     "5 3 4"),
    ("a heading of columns", lines(SPACED) + "\n\n**Columns:**\n" + lines(COLUMNS, "{number}. {}"), BOARD,
     "ROWS", "5 3 4"),
    ("Chinese columns", lines(SPACED) + "\n检查：\n" + lines(COLUMNS, "第{number}列：{}"), BOARD, "ROWS",
     "5 3 4"),
    ("no tag is closed", f"<think>{OTHER}</think>\n<answer>\n{lines(SPACED)}", BOARD, "ROWS", "5 3 4"),
    ("the tag counts", f"<answer>{lines(SPACED[:4])}</answer> or {OTHER}", cut(36), "PARTIAL", "5 3 4"),
    ("no board in the tag", f"{BOARD} <ANSWER>see above</ANSWER>", BOARD, "LINE", BOARD),
    ("a heading of boxes", lines(SPACED) + "\n\nNow I check the boxes:\n" + "\n".join(
        f"- {name}: {' '.join(BOARD[27 * (i // 3) + 3 * (i % 3) + 9 * r + c] for r in range(3) for c in range(3))}"
        for i, name in enumerate(f"{a}-{b}" for a in ("top", "mid", "low") for b in ("left", "mid", "right"))),
     BOARD, "ROWS", "5 3 4"),
    ("short names of columns", lines(SPACED) + "\nCheck:\n" + lines(COLUMNS, "c{number} = {}"), BOARD,
     "ROWS", "5 3 4"),
    ("a check with sorted digits", lines(SPACED) + "\nCheck:\n" + lines(9 * ["1 2 3 4 5 6 7 8 9"],
     "Row {number}: {} OK"), BOARD, "ROWS", "5 3 4"),
    # parts
    ("a cut text", "Solution:\n" + lines(SPACED)[:100], cut(50), "PARTIAL", "5 3 4"),
    ("a cut frame", framed(BOARD)[:130], cut(27), "PARTIAL", "5 3 4"),
    ("a cut list", JSON[:200], cut(62), "PARTIAL", "5, 3"),
    ("a row with eight digits", lines(SPACED[:3] + ["8 5 9 7 6 1 4 2"] + SPACED[4:]), without_row(4),
     "PARTIAL", "5 3 4"),
    ("a row with ten digits", lines(SPACED[:6] + ["9 6 1 5 3 7 2 8 4 4"] + SPACED[7:]), without_row(7),
     "PARTIAL", "5 3 4"),
    ("labels and nine digits of ten", lines(SPACED[:8] + ["3 4 5 2 8 6 1 7"], "Row {number}: {}"),
     cut(80), "PARTIAL", "5 3 4"),
    # no boards
    ("nothing", "", 81 * "0", "NONE", None),
    ("words", "I cannot solve this puzzle in 2026, sorry.", 81 * "0", "NONE", None),
    ("the digits", "Each row has the digits 1, 2, 3, 4, 5, 6, 7, 8, 9.", 81 * "0", "NONE", None),
    ("steps", "\n".join(f"{i}. Place {i} in r{i}c{10 - i}." for i in range(1, 10)), 81 * "0", "NONE", None),
    ("candidates", "\n".join(f"r1c{i}: 1, 2, {i}" for i in range(1, 10)), 81 * "0", "NONE", None),
    ("years and sums", "In 1979 and 2005, 9 * 45 = 405. 3.14159265\n2026-11-28", 81 * "0", "NONE", None),
    ("a frame without cells", framed(81 * " "), 81 * "0", "NONE", None),
    ("81 dashes", 81 * "-", 81 * "0", "NONE", None),
    ("columns alone", lines(COLUMNS, "Column {number}: {}"), 81 * "0", "NONE", None),
]
