"""A slow search in plain Python, which the tests compare with the library."""


def houses_of(rows, columns):
    """The cells of all rows, columns and boxes of boards with boxes of rows x columns."""
    n = rows * columns
    found = {kind: [[] for _ in range(n)] for kind in ("rows", "columns", "boxes")}
    for cell in range(n * n):
        row, column = divmod(cell, n)
        found["rows"][row].append(cell)
        found["columns"][column].append(cell)
        found["boxes"][row // rows * rows + column // columns].append(cell)
    return found


def solutions_of(houses, puzzle, limit):
    """The first solutions of a puzzle in increasing order, by trying all numbers cell by cell.
    `houses`: as houses_of() returns them."""
    houses = [house for kind in houses.values() for house in kind]
    n, cells, found = len(houses) // 3, list(puzzle), []
    peers = [{p for house in houses if c in house for p in house} - {c} for c in range(n * n)]
    if any(v and any(cells[p] == v for p in peers[c]) for c, v in enumerate(cells)):
        return []

    def fill(cell):
        while cell < n * n and cells[cell]:
            cell += 1
        if cell == n * n:
            found.append(list(cells))
            return len(found) == limit
        for value in range(1, n + 1):
            if all(cells[p] != value for p in peers[cell]):
                cells[cell] = value
                if fill(cell + 1):
                    return True
        cells[cell] = 0
        return False

    fill(0)
    return found
