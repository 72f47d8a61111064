package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a journal begins in, and what it leaves there. */
final class FolderTest {

    @TempDir
    Path folder;

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    // Where root works, permissions stop nobody; what the kernel itself keeps closed does.
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFolderThatMayNotBeWrittenToIsRefusedByName() {
        Path closed = Path.of("/proc/self");
        assertThatThrownBy(() -> Journal.open(closed, new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("data-dir /proc/self cannot be written to: ")
                .hasMessageEndingWith("; name one that this user may write to");
    }

    @Test
    void aFolderOfANewerFormatIsRefusedWithBothFormats() throws Exception {
        Files.write(
                folder.resolve("journal-0000000001.dat"),
                Frames.frame(new Writer()
                                .text(Segment.MAGIC)
                                .whole(Segment.FORMAT + 1)
                                .text("run-1")
                                .bytes())
                        .array());
        assertThatThrownBy(() -> Journal.open(folder, new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("journal-0000000001.dat")
                        + " is of format 4: this program reads fairlead-journal of format 3; use the program that wrote"
                        + " it, or name another folder with --data-dir");
    }

    @Test
    void anotherProgramsFileIsRefused() throws Exception {
        Files.writeString(folder.resolve("journal-0000000001.dat"), "a journal of another kind, and quite long");
        assertThatThrownBy(() -> Journal.open(folder, new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve("journal-0000000001.dat") + " is damaged at byte 0 of 41");
    }

    @Test
    void aRefusalLetsGoOfTheFolder() throws Exception {
        Path file = Files.writeString(folder.resolve("journal-0000000001.dat"), "x");
        assertThatThrownBy(() -> Journal.open(folder, new HandClock())).isInstanceOf(IOException.class);
        Files.delete(file);
        Journal.open(folder, new HandClock()).close();
        assertThat(names(folder)).containsExactly("cluster", "journal-0000000001.dat", "lock");
    }

    @Test
    void startsThatBringNothingNewLeaveNoFurtherFiles() throws Exception {
        for (int start = 0; start < 5; start++) {
            Journal.open(folder, new HandClock()).close();
        }
        assertThat(names(folder)).containsExactly("cluster", "journal-0000000001.dat", "lock");
    }

    @Test
    void whatWasBeingWrittenWhenAProcessEndedIsRemoved() throws Exception {
        Files.writeString(folder.resolve("snapshot-0000000007.dat.unfinished"), "half of it");
        Journal.open(folder, new HandClock()).close();
        assertThat(names(folder)).containsExactly("cluster", "journal-0000000001.dat", "lock");
    }

    @Test
    void aFolderThatIsCopiedElsewhereGoesOnThere() throws Exception {
        Plant plant = new Plant(folder.resolve("old"), 3, 5);
        plant.rounds(60);
        plant.site.kill();
        Path moved = Files.createDirectory(folder.resolve("new"));
        for (String name : names(plant.site.folder)) {
            Files.copy(plant.site.folder.resolve(name), moved.resolve(name));
        }
        Site elsewhere = new Site(moved);
        assertThat(elsewhere.memory().state().round()).isEqualTo(60);
        assertThat(elsewhere.primary()).isNotEmpty();
        elsewhere.kill();
    }
}
