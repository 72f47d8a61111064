package io.fairlead.manager.rest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files, connections among them, the process may have open. */
final class OpenFiles {

    private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +([0-9]+) ");

    private OpenFiles() {}

    /** The limit, or nothing where this system does not tell. */
    static OptionalLong limit() {
        return limit(Path.of("/proc/self/limits"));
    }

    static OptionalLong limit(Path limits) {
        try {
            Matcher found = LIMIT.matcher(Files.readString(limits));
            return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
        } catch (IOException | NumberFormatException unknown) {
            return OptionalLong.empty();
        }
    }
}
