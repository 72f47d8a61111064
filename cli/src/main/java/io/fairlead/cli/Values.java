package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.cli.rest.ManagerUrl;
import io.fairlead.config.DurationText;
import io.fairlead.config.Quoted;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Profile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are read: strictly, the same in every country, with a refusal that says what is right. */
final class Values {

    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    private Values() {}

    static void register(CommandLine line) {
        line.registerConverter(Path.class, refusing(Values::path));
        line.registerConverter(Profile.class, refusing(Profile::of));
        line.registerConverter(ManagerUrl.class, refusing(ManagerUrl::new));
        line.registerConverter(GroupId.class, refusing(GroupId::new));
        line.registerConverter(NodeId.class, refusing(NodeId::new));
        line.registerConverter(Observe.class, refusing(Values::observe));
        line.registerConverter(ServiceId.class, refusing(ServiceId::new));
        line.registerConverter(InstanceId.class, refusing(InstanceId::new));
        line.registerConverter(RoomId.class, refusing(RoomId::new));
        line.registerConverter(Duration.class, refusing(Values::duration));
        line.registerConverter(Double.class, refusing(Values::number));
        line.registerConverter(Long.class, refusing(Values::whole));
    }

    private static <T> ITypeConverter<T> refusing(Function<String, T> reader) {
        return text -> {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }

    private static Path path(String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(Quoted.of(text) + " is not a path: " + e.getReason(), e);
        }
        throw new IllegalArgumentException("\"\" is not a path: give the name of a file");
    }

    private static Observe observe(String text) {
        return switch (text) {
            case "off" -> Observe.OFF;
            case "preference" -> Observe.PREFERENCE;
            case "all" -> Observe.ALL;
            default ->
                throw new IllegalArgumentException(Quoted.of(text) + " is not a mode: use off, preference or all");
        };
    }

    private static Duration duration(String text) {
        return DurationText.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        Quoted.of(text) + " is not a duration: use one such as 150ms, 5s, 2m or 1h"));
    }

    private static double number(String text) {
        double value = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(Quoted.of(text) + " is not a number: use one such as 12.5");
        }
        return value;
    }

    private static long whole(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException(Quoted.of(text) + " is not a whole number: use one such as 30");
        }
        return Long.parseLong(text);
    }
}
