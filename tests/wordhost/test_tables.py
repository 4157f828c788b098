"""Tables are told cell by cell, searched and filled."""

import pytest

from addin.wordhost.making import docx, lines, runs


def _table(*rows):
    cells = ["".join(f"<w:tc>{cell}</w:tc>" for cell in row) for row in rows]
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


INNER = _table([runs("inner")])
CONTENT = docx(
    runs("Alice before")
    + _table([runs("Name"), runs("Al", "ice")], [runs("Town"), INNER + runs("Bern") + runs("Basel")])
    + runs("between")
    + _table([INNER + runs("second")])
)
FIRST = "const {tables} = context.document.body, table = tables.getFirst();"


@pytest.fixture
def beside(pane):
    return pane(CONTENT)


def test_the_outermost_tables_are_reported_with_what_their_cells_say(beside):
    told = beside.run(
        FIRST + "tables.load('items/values,items/rowCount,items/nestingLevel'); await context.sync();"
        "return tables.items.map(({values, rowCount, nestingLevel}) => [values, rowCount, nestingLevel]);"
    )
    assert told == [[[["Name", "Alice"], ["Town", "inner\nBern\nBasel"]], 2, 1], [[["inner\nsecond"]], 1, 1]]


def test_a_cell_knows_its_place_and_the_tables_in_it(beside):
    told = beside.run(
        FIRST + "const cell = table.getCell(1, 1), inner = cell.body.tables; cell.load('rowIndex,cellIndex,value');"
        "inner.load('items/nestingLevel'); await context.sync();"
        "return [cell.rowIndex, cell.cellIndex, inner.items.map(each => each.nestingLevel)];"
    )
    assert told == [1, 1, [2]]


def test_a_table_and_a_row_are_searched_alone(beside):
    told = beside.run(
        FIRST + "const row = table.rows.getFirst();"
        "const found = [context.document.body, table, row].map(where => where.search('Alice'));"
        "found.push(row.search('Bern')); for (const each of found) each.load('items'); await context.sync();"
        "return found.map(each => each.items.length);"
    )
    assert told == [2, 1, 1, 0]


def test_a_cell_is_filled_and_its_neighbours_are_not(beside):
    beside.run(FIRST + "table.getCell(0, 1).value = '[NAME]'; await context.sync();")
    assert "".join(lines(beside.host.session.save())).count("[NAME]") == 1
    assert "Alice before" in lines(beside.host.session.save())


def test_a_hit_tells_the_table_it_is_in_and_a_hit_outside_has_none(beside):
    told = beside.run(
        "const hits = context.document.body.search('Alice'); hits.load('items'); await context.sync();"
        "const [outside, inside] = hits.items, none = outside.parentTableOrNullObject;"
        "none.load('rowCount'); inside.parentTable.load('rowCount'); inside.parentTableCell.load('cellIndex');"
        "await context.sync();"
        "return [none.isNullObject, inside.parentTable.rowCount, inside.parentTableCell.cellIndex];"
    )
    assert told == [True, 2, 1]


@pytest.mark.parametrize("cell", ["2, 0", "0, 2"])
def test_a_cell_that_is_not_there_is_item_not_found(beside, cell):
    script = FIRST + f"const cell = table.getCell({cell}); cell.load('value'); await context.sync();"
    assert beside.run(script)["code"] == "ItemNotFound"
