package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a wrong command line, and a manager that does not answer as it should, come to: one line and an exit code. */
class CommandLineTest {

    private final FakeManager manager = new FakeManager();

    @AfterEach
    void stop() {
        manager.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            statsu                          | fairlead: unknown command "statsu"; the nearest known command is status (see fairlead --help)
            --hlep                          | fairlead: unknown option "--hlep"; the nearest known option is --help (see fairlead --help)
            status --mnager x               | fairlead status: unknown option "--mnager"; the nearest known option is --manager (see fairlead status --help)
            status --jsn=1                  | fairlead status: unknown option "--jsn"; the nearest known option is --json (see fairlead status --help)
            status a b                      | fairlead status: one argument too many: "b" (see fairlead status --help)
            status --manager                | fairlead status: Missing required parameter for option '--manager' (URL) (see fairlead status --help)
            status --manager foo            | fairlead status: Invalid value for option '--manager': "foo" is not the address of a manager: use http://HOST:PORT, such as http://127.0.0.1:7400 (see fairlead status --help)
            status --manager http://h/v1    | fairlead status: Invalid value for option '--manager': "http://h/v1" is not the address of a manager: use http://HOST:PORT, such as http://127.0.0.1:7400 (see fairlead status --help)
            status --manager http://h:70000 | fairlead status: Invalid value for option '--manager': "http://h:70000" is not the address of a manager: use http://HOST:PORT, such as http://127.0.0.1:7400 (see fairlead status --help)
            status ../x                     | fairlead status: Invalid value for positional parameter at index 0 (GROUP): group id "../x" is not an id: use 1..128 characters of [A-Za-z0-9._-], starting with a letter or digit (see fairlead status --help)
            bogus                           | fairlead: unknown command "bogus"; the commands are demo, manager, agent, status, why, history, drills, record, observe, switchover, pause, resume, maintenance, remove, place, drain, replay, completion, help (see fairlead --help)
            status --colour                 | fairlead status: unknown option "--colour" (see fairlead status --help)
            replay --bad                    | fairlead replay: unknown option "--bad" (see fairlead replay --help)
            why --rond 5                    | fairlead why: unknown option "--rond"; the nearest known option is --round (see fairlead why --help)
            why                             | fairlead why: Missing required parameter: 'GROUP' (see fairlead why --help)
            why g --round x                 | fairlead why: Invalid value for option '--round': "x" is not a whole number: use one such as 30 (see fairlead why --help)
            why g --round 1e3               | fairlead why: Invalid value for option '--round': "1e3" is not a whole number: use one such as 30 (see fairlead why --help)
            place                           | fairlead place: Missing required parameter: 'SERVICE' (see fairlead place --help)
            place a/b                       | fairlead place: Invalid value for positional parameter at index 0 (SERVICE): service id "a/b" is not an id: use 1..128 characters of [A-Za-z0-9._-], starting with a letter or digit (see fairlead place --help)
            drain s                         | fairlead drain: Missing required parameter: 'INSTANCE' (see fairlead drain --help)
            drain s i1 --within 10          | fairlead drain: Invalid value for option '--within': "10" is not a duration: use one such as 150ms, 5s, 2m or 1h (see fairlead drain --help)
            drain s i1 --then go            | fairlead drain: --then: "go" is neither report (what is left stays) nor move (it gets other homes) (see fairlead drain --help)
            drain s i1 --cancel --force     | fairlead drain: --cancel takes an order back: --within, --then and --force say nothing beside it (see fairlead drain --help)
            place s --room a:b              | fairlead place: Invalid value for option '--room': room id "a:b" is not an id: use 1..128 characters of [A-Za-z0-9._-], starting with a letter or digit (see fairlead place --help)
            history g --limit 0             | fairlead history: --limit is 0: use a whole number from 1 to 500 (see fairlead history --help)
            drills                          | fairlead drills: Missing required parameter: 'GROUP' (see fairlead drills --help)
            observe g on                    | fairlead observe: Invalid value for positional parameter at index 1 (MODE): "on" is not a mode: use off, preference or all (see fairlead observe --help)
            observe g                       | fairlead observe: Missing required parameter: 'MODE' (see fairlead observe --help)
            maintenance g n yes             | fairlead maintenance: "yes" is neither on (takes the node out) nor off (puts it back) (see fairlead maintenance --help)
            remove g a/b                    | fairlead remove: Invalid value for positional parameter at index 1 (NODE): node id "a/b" is not an id: use 1..128 characters of [A-Za-z0-9._-], starting with a letter or digit (see fairlead remove --help)
            pause g --al                    | fairlead pause: unknown option "--al"; the nearest known option is --all (see fairlead pause --help)
            completion fish                 | fairlead completion: "fish" is a shell without a script: use bash or zsh (see fairlead completion --help)
            why g --round -4                | fairlead why: --round is -4: rounds are counted from 0 (see fairlead why --help)
            """)
    void aWrongCommandLineIsOneLineAndExitCode2(String arguments, String line) {
        Called called = Called.with(arguments.split(" "));
        assertThat(called.err()).isEqualTo(line + "\n");
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(2);
    }

    @Test
    void noCommandAtAllShowsTheHelpAsAnError() {
        Called called = Called.with();
        assertThat(called.code()).isEqualTo(2);
        assertThat(called.err()).contains("Usage: fairlead").contains("status");
        assertThat(called.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "demo",
                "manager",
                "agent",
                "status",
                "why",
                "history",
                "drills",
                "record",
                "observe",
                "pause",
                "resume",
                "maintenance",
                "remove",
                "place",
                "drain",
                "replay",
                "completion"
            })
    void everyCommandExplainsItselfWithExamples(String command) {
        List<String> arguments = new ArrayList<>(command.isEmpty() ? List.of() : List.of(command));
        arguments.add("--help");
        Called called = Called.with(arguments.toArray(String[]::new));
        assertThat(called.code()).isZero();
        assertThat(called.err()).isEmpty();
        assertThat(called.out()).contains("Usage: fairlead").contains("Example").doesNotContain("\u001b");
        assertThat(called.out().lines()).allMatch(line -> line.length() <= 100, "fits 100 columns");
    }

    @Test
    void theVersionIsPrintedOnStandardOutput() {
        assertThat(Called.with("--version").out()).startsWith("fairlead ").contains("Java ");
        assertThat(Called.with("status", "--version").code()).isZero();
    }

    @Test
    void aBadAddressInTheEnvironmentIsNamedByItsVariable() {
        Called called = Called.in(Map.of("FAIRLEAD_MANAGER", "ftp://x"), "status");
        assertThat(called.code()).isEqualTo(2);
        assertThat(called.err()).startsWith("fairlead status: FAIRLEAD_MANAGER: \"ftp://x\" is not the address");
    }

    @Test
    void whatTheManagerRefusesIsSaidInItsOwnWords() {
        manager.answer("/v1/groups/x", 404, "{\"status\": 404, \"detail\": \"group x is not known\"}");
        assertFailure(
                Called.with("status", "x", "--manager", manager.url()),
                "fairlead status: group x is not known (so says the manager at " + manager.url() + ")");
    }

    @Test
    void whatIsNoManagerIsToldFromOne() {
        manager.answer("/v1/groups", "<html>\nhello</html>");
        assertFailure(
                Called.with("status", "--manager", manager.url()),
                "fairlead status: what answers at " + manager.url()
                        + " is not a Fairlead manager (status 200, not a JSON object)");
    }

    @Test
    void whatAnswersWithSomethingElseIsToldFromAManager() {
        manager.answer("/v1/groups", "{}");
        manager.answer("/v1/groups/x", 200, "{\"hello\": 1}");
        manager.answer("/v1/groups/x/decisions?limit=1", 404, "{\"error\": \"none\"}");
        String foreign = "what answers at " + manager.url() + " is not a Fairlead manager (";
        for (String flag : List.of("--debug=false", "--json")) {
            assertFailure(
                    Called.with("status", flag, "--manager", manager.url()),
                    "fairlead status: " + foreign + "its answer to /v1/groups is \"{}\", without \"groups\")");
        }
        assertFailure(
                Called.with("status", "x", "--manager", manager.url()),
                "fairlead status: " + foreign + "its answer to /v1/groups/x is \"{\"hello\": 1}\", without \"group\")");
        assertFailure(
                Called.with("why", "x", "--manager", manager.url()),
                "fairlead why: " + foreign + "status 404 and \"{\"error\": \"none\"}\")");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Called.with("help")).isEqualTo(Called.with("--help"));
        assertThat(Called.with("help", "replay")).isEqualTo(Called.with("replay", "--help"));
        assertThat(Called.with("help", "statsu").err())
                .startsWith("fairlead: unknown command \"statsu\"; the nearest known command is status");
    }

    @Test
    void aManagerThatIsNotThereIsOneLineThatSaysWhatToDo() {
        String url = manager.url();
        manager.close();
        Called called = Called.with("status", "--manager", url);
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .startsWith("fairlead status: no manager answers at " + url)
                .contains("fairlead manager")
                .hasLineCount(1);
        assertThat(Called.in(Map.of("FAIRLEAD_DEBUG", "1"), "status", "--manager", url)
                        .err())
                .contains("\tat ");
        assertThat(Called.with("status", "--debug", "--manager", url).err()).contains("\tat ");
    }

    // Field case D12
    @Test
    void numbersHaveADotInEveryCountry() {
        manager.answer("/v1/groups/line-1", FakeManager.resource("group.json"));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            Called called = Called.with("status", "line-1", "--manager", manager.url());
            assertThat(called.out()).contains("advantage 13.5 points").doesNotContainPattern("\\d,\\d");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static void assertFailure(Called called, String line) {
        assertThat(called.err()).isEqualTo(line + "\n");
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(1);
    }
}
