package io.fairlead.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of text in aligned columns, two spaces apart; numbers stand to the right. */
final class Table {

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    /** One column: its heading, and whether its cells stand to the right. */
    record Column(String heading, boolean right) {
        static Column left(String heading) {
            return new Column(heading, false);
        }

        static Column right(String heading) {
            return new Column(heading, true);
        }
    }

    /** One cell: its text, and how the padded text is coloured. */
    record Cell(String text, UnaryOperator<String> colour) {
        static Cell of(String text) {
            return new Cell(text, UnaryOperator.identity());
        }
    }

    Table(Column... columns) {
        this.columns = List.of(columns);
    }

    /** Adds a row with as many cells as there are columns. */
    void add(Cell... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in " + columns.size() + " columns");
        }
        rows.add(Arrays.asList(cells));
    }

    /** Heading and rows, each a line without spaces at its end. */
    List<String> lines() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(columns.get(i).heading());
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i).text()));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(columns.stream().map(c -> Cell.of(c.heading())).toList(), widths));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private String line(List<Cell> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = cells.size() - 1;
        while (last > 0 && cells.get(last).text().isEmpty()) {
            last--;
        }
        for (int i = 0; i <= last; i++) {
            Cell cell = cells.get(i);
            String gap = " ".repeat(widths[i] - length(cell.text()));
            boolean right = columns.get(i).right();
            line.append(i == 0 ? "" : "  ");
            line.append(right ? gap : "").append(cell.colour().apply(cell.text()));
            line.append(right || i == last ? "" : gap);
        }
        return line.toString();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
