package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace row by row: CSV with the header {@code time,node,cpu,memory,disk,network}, seconds, node id, percent
 * 0..100; an empty cell means not measured.
 *
 * <p>Strict: whatever is not understood is refused with {@link TraceException}, because a wrong column or a stray text
 * read as a number would look like load. The reader stands on a row after {@link #next()} said so.
 */
public final class TraceReader implements AutoCloseable {

    /** Beyond any row; stops a file without line breaks from filling the memory. */
    private static final int LONGEST_LINE = 65_536;

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final String name;
    private final Reader in;
    private final TraceHeader header;
    private final SortedMap<String, NodeId> nodes = new TreeMap<>();
    private final double[] values;
    private double time = Double.NEGATIVE_INFINITY;
    private NodeId node;
    private @Nullable NodeId primary;
    private long line;

    /**
     * Opens a trace and reads its header.
     *
     * @param name what errors call it
     * @param in its text; closed with this reader
     * @param metrics the metrics that have a weight
     */
    public TraceReader(String name, Reader in, Set<String> metrics) throws TraceException {
        this.name = name;
        this.in = in;
        List<String> first = cells();
        if (first.isEmpty()) {
            throw new TraceException(
                    name + " is empty; the first line has to be like time,node,cpu,memory,disk,network");
        }
        String cell = first.get(0);
        if (!cell.isEmpty() && cell.charAt(0) == BYTE_ORDER_MARK) {
            first.set(0, cell.substring(1));
        }
        this.header = TraceHeader.of(first, metrics, where());
        this.values = new double[header.metrics.size()];
        this.node = new NodeId("none");
    }

    /** Opens a trace file in UTF-8 and reads its header. */
    public static TraceReader open(Path file, Set<String> metrics) throws TraceException {
        try {
            if (Files.isDirectory(file)) {
                throw new TraceException(file + " is a directory; name a trace file");
            }
            Reader in = new BufferedReader(
                    new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
            return new TraceReader(file.toString(), in, metrics);
        } catch (NoSuchFileException e) {
            throw new TraceException(file + ": there is no such file");
        } catch (AccessDeniedException e) {
            throw new TraceException(file + " cannot be read: permission denied");
        } catch (TraceException e) {
            throw e;
        } catch (IOException e) {
            throw new TraceException(file + " cannot be read: " + e.getMessage());
        }
    }

    /** Goes to the next row; false after the last. */
    public boolean next() throws TraceException {
        List<String> cells = cells();
        if (cells.isEmpty() || (isBlank(cells) && isEnd())) {
            return false;
        }
        if (cells.size() != header.columns.size()) {
            throw new TraceException(where() + ": " + cells.size() + " columns, but the header has "
                    + header.columns.size() + "; leave a cell empty where nothing was measured");
        }
        double next = number(cells, header.time, Double.MAX_VALUE, "seconds");
        if (next < time) {
            throw new TraceException(where(header.time) + ": " + Shown.number(next, 3) + " is before "
                    + Shown.number(time, 3) + " in an earlier row; sort the rows by time");
        }
        time = next;
        node = node(cells, header.node);
        primary = hasPrimary() && !cells.get(header.primary).isEmpty() ? node(cells, header.primary) : null;
        for (int i = 0; i < values.length; i++) {
            int column = header.metricColumns[i];
            values[i] = cells.get(column).isEmpty() ? Double.NaN : number(cells, column, 100, "percent from 0 to 100");
        }
        return true;
    }

    /** The names of the metrics, in the order of {@link #value}. */
    public List<String> metrics() {
        return List.copyOf(header.metrics);
    }

    /** Where the row is: file and line, for errors. */
    String place() {
        return where();
    }

    /** The time of the row in seconds. */
    public double time() {
        return time;
    }

    /** The node of the row. */
    public NodeId node() {
        return node;
    }

    /** Whether the trace says who was primary. */
    boolean hasPrimary() {
        return header.primary >= 0;
    }

    /** The primary of the recording after this row's round, or null if there was none or it is not said. */
    @Nullable NodeId primary() {
        return primary;
    }

    /** A metric of the row in percent, or NaN if it was not measured. */
    public double value(int metric) {
        return values[metric];
    }

    @Override
    public void close() throws TraceException {
        try {
            in.close();
        } catch (IOException e) {
            throw new TraceException(name + " cannot be closed: " + e.getMessage());
        }
    }

    private NodeId node(List<String> cells, int column) throws TraceException {
        String id = cells.get(column);
        NodeId known = nodes.get(id);
        if (known != null) {
            return known;
        }
        try {
            NodeId added = new NodeId(id);
            nodes.put(id, added);
            return added;
        } catch (IllegalArgumentException e) {
            throw new TraceException(where(column) + ": " + e.getMessage());
        }
    }

    private double number(List<String> cells, int column, double most, String wanted) throws TraceException {
        String cell = cells.get(column);
        double value = isNumber(cell) ? parsed(cell) : Double.NaN;
        if (!(value >= 0 && value <= most)) {
            throw new TraceException(where(column) + ": " + Shown.quoted(cell) + " is no number of " + wanted);
        }
        return value;
    }

    private static double parsed(String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** The library also takes hexadecimal numbers, type suffixes, spaces and words. */
    private static boolean isNumber(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return !cell.isEmpty();
    }

    private static boolean isBlank(List<String> cells) {
        return cells.size() == 1 && cells.get(0).isBlank();
    }

    /** Whether nothing but empty lines follows, as editors leave them at the end of a file. */
    private boolean isEnd() throws TraceException {
        long blank = line;
        List<String> following = cells();
        while (isBlank(following)) {
            following = cells();
        }
        if (following.isEmpty()) {
            return true;
        }
        line = blank;
        return false;
    }

    /** The cells of the next line; none at the end of the file. */
    private List<String> cells() throws TraceException {
        line++;
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        int length = 0;
        int c = read();
        if (c < 0) {
            return cells;
        }
        for (; c >= 0 && c != '\n'; c = read()) {
            if (++length > LONGEST_LINE) {
                throw new TraceException(where() + " is longer than " + LONGEST_LINE + " characters; is it a trace?");
            }
            if (c == ',') {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append((char) c);
            }
        }
        int end = cell.length() - 1;
        if (end >= 0 && cell.charAt(end) == '\r') {
            cell.setLength(end);
        }
        cells.add(cell.toString());
        return cells;
    }

    private int read() throws TraceException {
        try {
            return in.read();
        } catch (CharacterCodingException e) {
            throw new TraceException(where() + " or shortly after it is no UTF-8 text");
        } catch (IOException e) {
            throw new TraceException(name + " cannot be read: " + e.getMessage());
        }
    }

    private String where() {
        return name + ", line " + line;
    }

    private String where(int column) {
        return where() + ", column " + header.columns.get(column);
    }
}
