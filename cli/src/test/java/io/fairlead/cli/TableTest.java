package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAlignedWhateverTheColours() {
        Table table = new Table(Column.left("NAME"), Column.right("LOAD"), Column.left("NOTE"));
        table.add(new Cell("a", Style.ANSI::good), Cell.of("5.0"), Cell.of(""));
        table.add(Cell.of("longer"), new Cell("100.0", Style.ANSI::bad), Cell.of("x"));
        assertThat(table.lines())
                .containsExactly(
                        "NAME     LOAD  NOTE",
                        "\u001b[32ma\u001b[0m         5.0",
                        "longer  \u001b[31m100.0\u001b[0m  x");
    }

    @Test
    void aRowWithTooFewCellsIsABug() {
        Table table = new Table(Column.left("NAME"), Column.right("LOAD"));
        assertThatThrownBy(() -> table.add(Cell.of("x"))).hasMessage("a row of 1 cells in 2 columns");
    }
}
