package io.fairlead.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Comparator;
import java.util.List;

/** The compiled main classes of every module, and what their packages tell about their place in the house. */
final class ProductClasses {
    static final String ROOT_PACKAGE = "io.fairlead";

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
            .importPackages(ROOT_PACKAGE);

    private ProductClasses() {}

    /** Returns all of them, by name; a gate that sees no class would pass for ever, so that is an error. */
    static List<JavaClass> all() {
        List<JavaClass> classes = ALL.stream()
                .filter(ProductClasses::isProduct)
                .sorted(Comparator.comparing(JavaClass::getName))
                .toList();
        for (String module : List.of(
                "",
                ".load",
                ".primary",
                ".placement",
                ".store",
                ".redis",
                ".config",
                ".simulator",
                ".agent",
                ".manager",
                ".client",
                ".cli")) {
            if (classes.stream().noneMatch(c -> c.getPackageName().equals(ROOT_PACKAGE + module))) {
                throw new IllegalStateException("no class of " + ROOT_PACKAGE + module + " on the class path");
            }
        }
        return classes;
    }

    static boolean isProduct(JavaClass candidate) {
        String name = candidate.getPackageName();
        return name.equals(ROOT_PACKAGE) || name.startsWith(ROOT_PACKAGE + ".");
    }

    /**
     * Returns the part of the house that a package belongs to: the first name below {@code io.fairlead}, and
     * {@code root} for that package itself.
     */
    static String part(String packageName) {
        if (packageName.equals(ROOT_PACKAGE)) {
            return "root";
        }
        String below = packageName.substring(ROOT_PACKAGE.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }
}
