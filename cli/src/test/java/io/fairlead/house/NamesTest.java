package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Packages are named by concept, and every one of them is checked for nulls. */
class NamesTest {
    private static final Set<String> BANNED_PACKAGES =
            Set.of("impl", "internal", "util", "utils", "common", "model", "dto", "service", "helper", "helpers");

    private static final Pattern BANNED_CLASS = Pattern.compile(".*(Impl|Utils?|Helpers?|Dto|DTO)");

    @Test
    void noPackageIsNamedByNothing() {
        Set<String> found = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            if (isBannedPackage(product.getPackageName())) {
                found.add(product.getPackageName());
            }
        }
        assertThat(found).as("packages whose name tells no concept").isEmpty();
    }

    @Test
    void noClassIsNamedByNothing() {
        Set<String> found = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            if (BANNED_CLASS.matcher(product.getSimpleName()).matches()) {
                found.add(product.getName());
            }
        }
        assertThat(found).as("classes whose name tells no concept").isEmpty();
    }

    @Test
    void theBanKnowsWholeNamesOnly() {
        assertThat(isBannedPackage("io.fairlead.load.impl")).isTrue();
        assertThat(isBannedPackage("io.fairlead.util.text")).isTrue();
        assertThat(isBannedPackage("io.fairlead.models")).isFalse();
        assertThat(BANNED_CLASS.matcher("PlacerImpl").matches()).isTrue();
        assertThat(BANNED_CLASS.matcher("Utility").matches()).isFalse();
    }

    /** Without the annotation NullAway checks nothing in a package, and says nothing either. */
    @Test
    void everyPackageIsMarkedForNullChecksAndSaysWhatItIs() {
        Map<String, String> sources = Repository.textFiles("[^/]+/src/main/java/.*\\.java");
        Set<String> bare = new TreeSet<>();
        for (String path : sources.keySet()) {
            String folder = path.substring(0, path.lastIndexOf('/'));
            String info = sources.getOrDefault(folder + "/package-info.java", "");
            if (!info.contains("@NullMarked") || !info.startsWith("/**")) {
                bare.add(folder);
            }
        }
        assertThat(bare)
                .as("packages without a package-info.java that has a doc comment and @NullMarked")
                .isEmpty();
    }

    private static boolean isBannedPackage(String packageName) {
        return List.of(packageName.split("\\.")).stream().anyMatch(BANNED_PACKAGES::contains);
    }
}
