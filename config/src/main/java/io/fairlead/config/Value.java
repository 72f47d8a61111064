package io.fairlead.config;

import java.util.List;
import java.util.Map;

/**
 * One value of a configuration together with the place where it stands.
 *
 * <p>Scalars stay text: which type is wanted is known only by the one who asks, so a node named {@code 007} or {@code
 * no} is what its owner wrote and never a number or a boolean.
 */
sealed interface Value {
    /** Where the value stands, such as {@code agent.yaml:3} or {@code --group}. */
    String place();

    /** What kind of value this is, in the words of an error message. */
    String kind();

    /** Text as written; {@code quoted} tells text in quotes, which is never a number. */
    record Scalar(String place, String text, boolean quoted) implements Value {
        @Override
        public String kind() {
            return quoted ? Quoted.of(text) + " in quotes" : Quoted.of(text);
        }

        /** True for a key without a value, and for {@code ~} and {@code null}. */
        boolean empty() {
            return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }
    }

    /** A list of values. */
    record Items(String place, List<Value> values) implements Value {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Values by key, in the order of the file. */
    record Mapping(String place, Map<String, Value> values) implements Value {
        @Override
        public String kind() {
            return "a mapping";
        }
    }
}
