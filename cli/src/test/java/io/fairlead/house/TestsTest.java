package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The tests of every module: each can fail, none sleeps, and each is in a class that runs. */
class TestsTest {
    private static final List<String> TEST_ANNOTATIONS = List.of(
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.api.RepeatedTest",
            "org.junit.jupiter.api.TestFactory",
            "org.junit.jupiter.api.TestTemplate",
            "org.junit.jupiter.params.ParameterizedTest");

    @Test
    void everyTestAsserts() {
        Set<String> idle = new TreeSet<>();
        List<JavaMethod> tests = testMethods(testClasses());
        assertThat(tests).as("tests found").hasSizeGreaterThan(10);
        for (JavaMethod test : tests) {
            if (!asserts(test)) {
                idle.add(test.getFullName());
            }
        }
        assertThat(idle).as("tests that cannot fail: they reach no assertion").isEmpty();
    }

    @Test
    void noTestSleeps() {
        Set<String> sleeping = new TreeSet<>();
        for (JavaClass testClass : testClasses()) {
            sleeping.addAll(sleeps(testClass));
        }
        assertThat(sleeping)
                .as("tests that sleep: wait for a condition (Awaitility), or pass the time in")
                .isEmpty();
    }

    /** Surefire picks classes by their name; one with another name never runs, and nobody notices. */
    @Test
    void everyTestIsInAClassThatRuns() {
        Set<String> never = new TreeSet<>();
        for (JavaMethod test : testMethods(testClasses())) {
            JavaClass outermost = test.getOwner();
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            if (!outermost.getSimpleName().matches(".*(Test|Properties)")
                    && !outermost.getModifiers().contains(JavaModifier.ABSTRACT)) {
                never.add(test.getFullName());
            }
        }
        assertThat(never).as("tests in classes not named *Test or *Properties").isEmpty();
    }

    @Test
    void anIdleTestAndASleepingOneAreNoticed() {
        JavaClass samples = new ClassFileImporter().importClass(Samples.class);
        assertThat(asserts(samples.getMethod("idle"))).isFalse();
        assertThat(asserts(samples.getMethod("assertsThroughAnother"))).isTrue();
        assertThat(asserts(samples.getMethod("assertsInALambda"))).isTrue();
        assertThat(sleeps(samples)).hasSize(1);
    }

    /** Not run: read by the test above. */
    @SuppressWarnings("unused")
    private static final class Samples {
        void idle() {
            new ArrayList<>(List.of(1)).clear();
        }

        void assertsThroughAnother() {
            check(2);
        }

        void assertsInALambda() {
            List.of(1, 2).forEach(number -> check(number));
        }

        void sleeps() throws InterruptedException {
            Thread.sleep(1);
        }

        private static void check(int number) {
            assertThat(number).isPositive();
        }
    }

    /** Returns the compiled tests of every module, from the folders that this build writes. */
    private static List<JavaClass> testClasses() {
        Path own = ownTestClasses();
        String buildFolder = own.resolveSibling("").getFileName().toString();
        Set<String> modules = new TreeSet<>();
        List<Path> folders = new ArrayList<>();
        for (String source :
                Repository.textFiles("[^/]+/src/test/java/.*Test\\.java").keySet()) {
            if (modules.add(source.substring(0, source.indexOf('/')))) {
                Path folder = Repository.ROOT
                        .resolve(source.substring(0, source.indexOf('/')))
                        .resolve(buildFolder)
                        .resolve("test-classes");
                assertThat(folder)
                        .as("compiled tests; build from the root with -am")
                        .isDirectory();
                folders.add(folder);
            }
        }
        assertThat(folders).contains(own);
        return new ClassFileImporter()
                .importPaths(folders).stream()
                        .filter(testClass -> !testClass.getName().startsWith(Samples.class.getName()))
                        .toList();
    }

    private static Path ownTestClasses() {
        try {
            Path location = Path.of(TestsTest.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            assertThat(Files.isDirectory(location)).isTrue();
            return location;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<JavaMethod> testMethods(List<JavaClass> classes) {
        return classes.stream()
                .flatMap(testClass -> testClass.getMethods().stream())
                .filter(method -> TEST_ANNOTATIONS.stream().anyMatch(method::isAnnotatedWith))
                .toList();
    }

    /** Follows the calls from a test through the test code until one reaches an assertion. */
    private static boolean asserts(JavaCodeUnit test) {
        Deque<JavaCodeUnit> open = new ArrayDeque<>(List.of(test));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty()) {
            for (JavaAccess<?> access : open.remove().getAccessesFromSelf()) {
                String owner = access.getTargetOwner().getName();
                if (owner.startsWith("org.assertj.") || owner.startsWith("org.awaitility.")) {
                    return true;
                }
                JavaMember member = access.getTarget().resolveMember().orElse(null);
                if (member instanceof JavaCodeUnit next
                        && owner.startsWith("io.fairlead")
                        && seen.add(next.getFullName())) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    private static Set<String> sleeps(JavaClass testClass) {
        Set<String> sleeping = new TreeSet<>();
        for (JavaAccess<?> access : testClass.getAccessesFromSelf()) {
            String target = access.getTargetOwner().getName() + "." + access.getName();
            if (target.matches("java\\.lang\\.Thread\\.sleep|java\\.util\\.concurrent\\.TimeUnit\\.sleep"
                    + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park\\w*")) {
                sleeping.add(access.getDescription());
            }
        }
        return sleeping;
    }
}
