package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.HandoverNews;
import io.fairlead.primary.Alarm;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The documentation holds together: its links lead somewhere, and the two READMEs are one text in two languages. */
class DocsTest {
    @Test
    void everyRelativeLinkLeadsToAFileAndItsHeading() {
        Map<String, String> texts = Repository.textFiles(".*\\.md");
        Set<String> broken = new TreeSet<>();
        texts.forEach((path, text) -> {
            for (String link : Markdown.parse(text).links()) {
                if (!link.matches("[a-z][a-z0-9+.-]*:.*") && !leadsSomewhere(path, link)) {
                    broken.add(path + " links to " + link);
                }
            }
        });
        assertThat(broken).isEmpty();
    }

    @Test
    void aLinkIsFoundAndABrokenOneToo() {
        Markdown page =
                Markdown.parse("# One two\n[a](LICENSE) and ![b](no.png \"t\")\n```\n[c](code)\n```\n`[d](x)`\n");
        assertThat(page.links()).containsExactly("LICENSE", "no.png");
        assertThat(leadsSomewhere("README.md", "LICENSE")).isTrue();
        assertThat(leadsSomewhere("docs/x.md", "../LICENSE")).isTrue();
        assertThat(leadsSomewhere("README.md", "no.png")).isFalse();
        assertThat(leadsSomewhere("README.md", "README.md#no-such-heading")).isFalse();
        assertThat(Markdown.parse("# A b: `c`!\n## A b\n## A b\n").anchors()).containsExactly("a-b-c", "a-b", "a-b-1");
    }

    @Test
    void bothReadmesHaveTheSameHeadingsAndTheSameCode() {
        Markdown english = Markdown.parse(Repository.text("README.md"));
        Markdown chinese = Markdown.parse(Repository.text("README.zh-CN.md"));
        assertThat(english.depths()).as("a README with headings").isNotEmpty();
        assertThat(chinese.depths()).as("depths of the headings, in order").isEqualTo(english.depths());
        assertThat(english.codeBlocks()).as("a README with commands").isNotEmpty();
        assertThat(chinese.codeBlocks()).as("code blocks, in order").isEqualTo(english.codeBlocks());
        assertThat(english.links()).contains("README.zh-CN.md");
        assertThat(chinese.links()).contains("README.md");
    }

    @Test
    void everyAbortAndEveryAlarmStandsInThePageForOperators() {
        String page = Repository.text("docs/operations.md");
        for (HandoverNews.What news : HandoverNews.What.values()) {
            if (news.isTrouble()) {
                assertThat(page).contains("`" + news + "`");
            }
        }
        for (Alarm.Kind alarm : Alarm.Kind.values()) {
            assertThat(page).contains("`" + alarm + "`");
        }
    }

    @Test
    void everyDecisionStandsInTheIndex() {
        Markdown index = Markdown.parse(Repository.text("docs/adr/README.md"));
        Set<String> pages =
                new TreeSet<>(Repository.textFiles("docs/adr/[0-9]{4}-.*\\.md").keySet());
        assertThat(pages).allSatisfy(page -> assertThat(index.links()).contains(page.replace("docs/adr/", "")));
    }

    private static boolean leadsSomewhere(String fromPath, String link) {
        int hash = link.indexOf('#');
        String file = URLDecoder.decode(hash < 0 ? link : link.substring(0, hash), StandardCharsets.UTF_8);
        Path from = Repository.ROOT.resolve(fromPath);
        Path target = file.isEmpty() ? from : from.resolveSibling(file).normalize();
        if (!target.startsWith(Repository.ROOT) || !Files.exists(target)) {
            return false;
        }
        if (hash < 0) {
            return true;
        }
        String path = Repository.ROOT.relativize(target).toString();
        return Markdown.parse(Repository.text(path)).anchors().contains(link.substring(hash + 1));
    }
}
