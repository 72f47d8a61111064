package io.fairlead.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of this repository, as a reader of the source tree sees them: no build output, nothing that git hides. */
final class Repository {
    static final Path ROOT = findRoot();

    private Repository() {}

    private static Path findRoot() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("fairlead")) || !Files.exists(directory.resolve("LICENSE"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "not below the repository: " + Path.of("").toAbsolutePath());
            }
            directory = parent;
        }
        return directory;
    }

    /** Returns every text file, by its path from the root with {@code /} between the parts, in order. */
    static Map<String, String> textFiles() {
        Map<String, String> texts = new TreeMap<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return isLeftOut(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    // In a second work tree .git is a file.
                    if (attributes.isRegularFile() && !file.endsWith(".git")) {
                        byte[] bytes = Files.readAllBytes(file);
                        if (isText(bytes)) {
                            texts.put(name(file), new String(bytes, StandardCharsets.UTF_8));
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    /** Returns the text files whose path matches {@code regex}; a gate that finds nothing to read is an error. */
    static Map<String, String> textFiles(String regex) {
        Map<String, String> texts = new TreeMap<>(textFiles());
        texts.keySet().removeIf(path -> !path.matches(regex));
        if (texts.isEmpty()) {
            throw new IllegalStateException("no file matches " + regex);
        }
        return texts;
    }

    static String text(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rows of one of the gates' own lists: without comments and empty lines, cut at {@code |}. */
    static List<List<String>> rows(String resource) {
        List<List<String>> rows = new ArrayList<>();
        for (String line : text("cli/src/test/resources/io/fairlead/house/" + resource)
                .lines()
                .toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                List<String> row = new ArrayList<>();
                Collections.addAll(row, line.trim().split("\\s*\\|\\s*", -1));
                rows.add(row);
            }
        }
        return rows;
    }

    private static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isLeftOut(Path directory) {
        String path = name(directory);
        String last = directory.getFileName().toString();
        return last.equals(".git")
                || last.equals("target")
                || last.startsWith("target-")
                || last.equals("node_modules")
                || last.equals(".idea")
                || last.equals(".vscode")
                || path.equals("data");
    }

    private static boolean isText(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, 8000); i++) {
            if (bytes[i] == 0) {
                return false;
            }
        }
        return true;
    }
}
