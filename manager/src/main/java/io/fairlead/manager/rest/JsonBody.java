package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON document strictly, field by field: an unknown or repeated field, a wrong type and a value that is not
 * a finite number are refused, each with the pointer of the field.
 */
final class JsonBody {

    private final JsonParser in;

    private JsonBody(JsonParser in) {
        this.in = in;
    }

    /** Reads the value of the field that the body stands at. */
    interface FieldReader {
        void read(String field) throws IOException;
    }

    /** Reads the item of a list that the body stands at. */
    interface ItemReader {
        void read() throws IOException;
    }

    /** Reads a whole document. */
    interface DocumentReader<T> {
        T read(JsonBody body) throws IOException;
    }

    static <T> T read(byte[] body, DocumentReader<T> reader) {
        if (body.length == 0) {
            throw new Refusal(Problem.Code.BAD_JSON, "the body is empty: send a JSON object", "");
        }
        if (isWide(body)) {
            throw new Refusal(
                    Problem.Code.BAD_JSON, "the body begins as UTF-16 or UTF-32 does: send a JSON object in UTF-8", "");
        }
        try (JsonParser in = Json.FACTORY.createParser(body)) {
            try {
                in.nextToken();
                T document = reader.read(new JsonBody(in));
                if (in.nextToken() != null) {
                    throw new Refusal(Problem.Code.BAD_JSON, "there is more after the end of the JSON object", "");
                }
                return document;
            } catch (JsonProcessingException bad) {
                throw syntax(in, bad);
            }
        } catch (IOException bad) {
            throw new Refusal(Problem.Code.BAD_JSON, "the body is not JSON in UTF-8", "");
        }
    }

    /** The parser would take UTF-16 and UTF-32 for what they are; JSON that is exchanged is UTF-8 (RFC 8259, 8.1). */
    private static boolean isWide(byte[] body) {
        int first = body.length < 2 ? 0xff_ff : (body[0] & 0xff) << 8 | (body[1] & 0xff);
        boolean wide = first == 0xfe_ff || first == 0xff_fe;
        // What a document may begin with is one byte of UTF-8 each, and none of it is 0.
        for (int i = 0; i < Math.min(4, body.length); i++) {
            wide |= body[i] == 0;
        }
        return wide;
    }

    private static Refusal syntax(JsonParser in, JsonProcessingException bad) {
        String pointer = in.getParsingContext().pathAsPointer().toString();
        JsonLocation at = bad.getLocation();
        String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return new Refusal(
                Problem.Code.BAD_JSON,
                (pointer.isEmpty() ? "the body" : pointer) + ": not valid JSON" + place
                        + "; numbers are written like 12.5 (no NaN, no decimal comma), text in double quotes",
                pointer);
    }

    /** Reads an object whose fields are known. */
    void object(List<String> known, FieldReader reader) throws IOException {
        fields(reader, known);
    }

    /** Reads an object with fields of any name. */
    void openObject(FieldReader reader) throws IOException {
        fields(reader, null);
    }

    private void fields(FieldReader reader, @Nullable List<String> known) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw wrongType("an object");
        }
        Set<String> seen = new HashSet<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            if (known != null && !known.contains(field)) {
                throw unknown(field, known);
            }
            if (!seen.add(field)) {
                throw refuse(Problem.Code.DUPLICATE_FIELD, "is given twice: give it once");
            }
            in.nextToken();
            reader.read(field);
        }
    }

    private Refusal unknown(String field, List<String> known) {
        String typed = field.length() > 64 ? field.substring(0, 64) : field;
        String nearest = Nearest.to(typed, known)
                .map(name -> "the nearest known field is \"" + name + "\"")
                .orElseGet(() -> "the known fields are " + String.join(", ", known));
        return new Refusal(
                Problem.Code.UNKNOWN_FIELD,
                pointer() + ": field " + Quoted.of(field) + " is not known; " + nearest,
                pointer());
    }

    /**
     * Reads a list.
     *
     * @param most how many items it may have
     * @param reader reads the item that the body stands at
     */
    void list(int most, ItemReader reader) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw wrongType("a list");
        }
        int count = 0;
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (++count > most) {
                throw refuse(Problem.Code.OUT_OF_RANGE, "is one too many: use at most " + most);
            }
            reader.read();
        }
    }

    /** Whether the field is null, which stands for absent where a field may be absent. */
    boolean isNull() {
        return in.currentToken() == JsonToken.VALUE_NULL;
    }

    String text() throws IOException {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw wrongType("text in double quotes");
        }
        return in.getText();
    }

    boolean truth() throws IOException {
        JsonToken token = in.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw wrongType("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** A whole number within a range. */
    long whole(long least, long most) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrongType("a whole number from " + least + " to " + most);
        }
        boolean fits =
                in.getNumberType() == JsonParser.NumberType.INT || in.getNumberType() == JsonParser.NumberType.LONG;
        if (!fits || in.getLongValue() < least || in.getLongValue() > most) {
            throw refuse(
                    Problem.Code.OUT_OF_RANGE, "is " + shown() + ": use a whole number from " + least + " to " + most);
        }
        return in.getLongValue();
    }

    /**
     * A finite number.
     *
     * @param wanted what is wanted, for the refusal, for example "a number of percent from 0 to 100"
     */
    double number(String wanted) throws IOException {
        if (in.currentToken() == null || !in.currentToken().isNumeric()) {
            throw wrongType(wanted);
        }
        double value = in.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw refuse(Problem.Code.OUT_OF_RANGE, "is " + shown() + ": use " + wanted);
        }
        return value;
    }

    /** What a maker makes of a text; where it refuses the text, the field is refused with its words. */
    <T> T made(Problem.Code code, Function<String, T> maker) throws IOException {
        String text = text();
        try {
            return maker.apply(text);
        } catch (IllegalArgumentException rule) {
            throw new Refusal(code, pointer() + ": " + rule.getMessage(), pointer());
        }
    }

    /** A refusal of a field that is not there. */
    static Refusal missing(String pointer, String field) {
        String full = pointer + "/" + field;
        return new Refusal(Problem.Code.MISSING_FIELD, full + " is missing: add it", full);
    }

    /** The pointer of the field that the body stands at. */
    String pointer() {
        return in.getParsingContext().pathAsPointer().toString();
    }

    /** A refusal of the field that the body stands at. */
    Refusal refuse(Problem.Code code, String what) {
        String pointer = pointer();
        return new Refusal(code, (pointer.isEmpty() ? "the body" : pointer) + " " + what, pointer);
    }

    private Refusal wrongType(String wanted) throws IOException {
        return refuse(Problem.Code.WRONG_TYPE, "is " + kind() + ": use " + wanted);
    }

    private String kind() throws IOException {
        JsonToken token = in.currentToken();
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_NULL -> "null";
            case VALUE_STRING -> "the text " + Quoted.of(in.getText());
            default -> shown();
        };
    }

    private String shown() throws IOException {
        String text = in.getText();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
