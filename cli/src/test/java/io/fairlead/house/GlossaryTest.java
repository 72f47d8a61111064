package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A new word enters GLOSSARY.md in the same change. The words that count are the public types of core: each stands in
 * the column "in code" of exactly one row, and that column names nothing that is gone.
 */
class GlossaryTest {
    private static final Pattern CODE = Pattern.compile("`([A-Za-z]+)`");

    private static final List<String> CORE = List.of("root", "load", "primary", "handover", "placement", "store");

    @Test
    void everyPublicTypeOfCoreStandsInOneRow() {
        Set<String> publicTypes = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            if (CORE.contains(ProductClasses.part(product.getPackageName()))
                    && product.getModifiers().contains(JavaModifier.PUBLIC)
                    && product.isTopLevelClass()) {
                publicTypes.add(product.getSimpleName());
            }
        }
        List<String> named = namedInCode();
        Set<String> missing = new TreeSet<>(publicTypes);
        named.forEach(missing::remove);
        Set<String> gone = new TreeSet<>(named);
        gone.removeAll(publicTypes);
        assertThat(missing)
                .as("public types of core that stand in no row of GLOSSARY.md")
                .isEmpty();
        assertThat(gone).as("types in GLOSSARY.md that core does not have").isEmpty();
        assertThat(named).as("types in GLOSSARY.md").doesNotHaveDuplicates();
    }

    @Test
    void everyRowHasAWordAndAMeaning() {
        List<List<String>> rows = rows();
        assertThat(rows).hasSizeGreaterThan(10);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row).as("columns of %s", row).hasSize(4);
            assertThat(row.get(0)).isNotBlank();
            assertThat(row.get(1)).isNotBlank();
        });
        assertThat(rows.stream().map(row -> row.get(0)).toList()).doesNotHaveDuplicates();
    }

    private static List<String> namedInCode() {
        List<String> names = new ArrayList<>();
        for (List<String> row : rows()) {
            CODE.matcher(row.get(2))
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .forEach(names::add);
        }
        return names;
    }

    /** Returns the cells of the glossary's table, without its head. */
    private static List<List<String>> rows() {
        return Repository.text("GLOSSARY.md")
                .lines()
                .filter(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> List.of(line.substring(1, line.length() - 1).trim().split("\\s*\\|\\s*", -1)))
                .toList();
    }
}
