package io.fairlead.house;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a class of core may not do. The core only computes: time and randomness are arguments, and the same input gives
 * the same output on every JVM.
 */
final class CorePurity {
    /** Types that core does not touch, each with the reason that a failing test shows. */
    private static final List<Ban> TYPES = List.of(
            new Ban("java\\.io\\.(?!Serializable|UncheckedIOException).*|java\\.nio\\..*", "input and output"),
            new Ban("java\\.(net|sql|rmi)\\..*|javax?\\.(naming|management)\\..*", "the outside world"),
            new Ban(
                    "java\\.util\\.concurrent\\..*|java\\.lang\\.(Thread|(Inheritable)?ThreadLocal|Runtime|Process(Builder|Handle)?)",
                    "threads"),
            new Ban("java\\.util\\.Timer.*", "threads"),
            new Ban("java\\.util\\.(Random|SplittableRandom)|java\\.security\\..*", "a random source of its own"),
            new Ban("java\\.time\\.(Clock|InstantSource).*", "the clock"),
            new Ban("org\\.slf4j\\..*|java\\.util\\.logging\\..*|java\\.lang\\.System\\$Logger.*", "logging"),
            new Ban("java\\.lang\\.reflect\\..*", "reflection"),
            new Ban(
                    "java\\.util\\.(HashMap|HashSet|IdentityHashMap|WeakHashMap|Hashtable)",
                    "an order that is not part of the contract: take TreeMap, LinkedHashMap or a list"));

    /** Methods that core does not call: {@code owner.name}, and the arity where that matters. */
    private static final List<Ban> CALLS = List.of(
            new Ban("java\\.lang\\.System\\.(currentTimeMillis|nanoTime)/\\d+", "the clock"),
            new Ban("java\\.time\\.[A-Za-z]+\\.now/\\d+", "the clock"),
            new Ban("java\\.lang\\.System\\.(getenv|getProperty|getProperties|lineSeparator|exit)/\\d+", "the machine"),
            new Ban("java\\.lang\\.System\\.identityHashCode/\\d+", "a number that differs at every start"),
            new Ban("java\\.lang\\.Object\\.(wait|notify|notifyAll)/\\d+", "threads"),
            new Ban("java\\.lang\\.Math\\.random/\\d+|java\\.util\\.UUID\\.randomUUID/\\d+", "a random source"),
            new Ban("java\\.util\\.random\\.RandomGenerator.*\\.(of|getDefault)/\\d+", "a random source of its own"),
            new Ban("java\\.util\\.Collections\\.shuffle/1", "a random source of its own"),
            new Ban(
                    "java\\.lang\\.Math\\.(exp|expm1|log|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh"
                            + "|tanh|cbrt|hypot)/\\d+",
                    "a last bit that may differ between JVMs: take StrictMath"),
            new Ban(
                    "java\\.util\\.(Map|Set)\\.(of|ofEntries|copyOf)/\\d+",
                    "an order that differs at every start: take TreeMap, LinkedHashMap or a list"),
            new Ban(
                    "java\\.util\\.stream\\.Collectors\\.(toSet|toUnmodifiableSet|toUnmodifiableMap)/\\d+"
                            + "|java\\.util\\.stream\\.Collectors\\.toMap/[23]"
                            + "|java\\.util\\.stream\\.Collectors\\.groupingBy/[12]",
                    "an order that is not part of the contract: collect into a TreeMap or a list"),
            new Ban("java\\..*\\.(parallel|parallelStream)/0|java\\.util\\.Arrays\\.parallel.*", "threads"));

    /** Types whose instances never change, so that a constant of theirs is no state. */
    private static final Pattern CONSTANT = Pattern.compile("boolean|byte|char|short|int|long|float|double"
            + "|java\\.lang\\.(String|Boolean|Character|Integer|Long|Double)"
            + "|java\\.math\\.Big(Decimal|Integer)|java\\.time\\.(Duration|Instant|Period|ZoneOffset)"
            + "|java\\.util\\.regex\\.Pattern|java\\.util\\.(Locale|Comparator|OptionalDouble|OptionalInt|OptionalLong)"
            + "|java\\.util\\.(List|Optional)|java\\.util\\.function\\..*");

    private CorePurity() {}

    private record Ban(Pattern what, String reason) {
        Ban(String regex, String reason) {
            this(Pattern.compile(regex), reason);
        }
    }

    static Set<String> violations(JavaClass product) {
        Set<String> violations = new TreeSet<>();
        for (Dependency dependency : product.getDirectDependenciesFromSelf()) {
            String target = dependency.getTargetClass().getBaseComponentType().getName();
            for (Ban ban : TYPES) {
                if (ban.what.matcher(target).matches()) {
                    violations.add(ban.reason + ": " + dependency.getDescription());
                }
            }
        }
        for (JavaAccess<?> access : product.getAccessesFromSelf()) {
            String target = access.getTargetOwner().getName() + "." + access.getName() + arity(access.getTarget());
            if (target.matches("java\\.lang\\.System\\.(out|err|in)")) {
                violations.add("input and output: " + access.getDescription());
            }
            for (Ban ban : CALLS) {
                if (ban.what.matcher(target).matches()) {
                    violations.add(ban.reason + ": " + access.getDescription());
                }
            }
        }
        for (JavaCodeUnit codeUnit : product.getCodeUnits()) {
            if (codeUnit.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
                violations.add("threads: synchronized " + codeUnit.getFullName());
            }
        }
        for (JavaField field : product.getFields()) {
            if (isStaticState(field)) {
                violations.add("static state: " + field.getFullName() + " of type "
                        + field.getRawType().getName());
            }
        }
        return violations;
    }

    private static String arity(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget call
                ? "/" + call.getRawParameterTypes().size()
                : "";
    }

    private static boolean isStaticState(JavaField field) {
        if (!field.getModifiers().contains(JavaModifier.STATIC)
                || field.getModifiers().contains(JavaModifier.SYNTHETIC)
                || field.getOwner().getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return false;
        }
        JavaClass type = field.getRawType();
        boolean unchanging = CONSTANT.matcher(type.getName()).matches()
                || type.isEnum()
                || type.isRecord()
                || (ProductClasses.isProduct(type) && hasOnlyFinalFields(type));
        return !field.getModifiers().contains(JavaModifier.FINAL) || !unchanging;
    }

    private static boolean hasOnlyFinalFields(JavaClass type) {
        return !type.isInterface()
                && type.getAllFields().stream()
                        .allMatch(field -> field.getModifiers().contains(JavaModifier.FINAL));
    }
}
