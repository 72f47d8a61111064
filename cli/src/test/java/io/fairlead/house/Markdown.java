package io.fairlead.house;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the gates need to know of a Markdown text.
 *
 * @param headings each heading: its marks, a blank, its text
 * @param codeBlocks each fenced block, with its opening line
 * @param links each link's target
 */
record Markdown(List<String> headings, List<String> codeBlocks, List<String> links) {
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)");
    private static final Pattern REFERENCE = Pattern.compile("^\\[[^\\]]+\\]:\\s+(\\S+)");

    static Markdown parse(String text) {
        List<String> headings = new ArrayList<>();
        List<String> blocks = new ArrayList<>();
        List<String> links = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        boolean inBlock = false;
        for (String line : text.lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                block.append(line.strip()).append('\n');
                if (inBlock) {
                    blocks.add(block.toString());
                    block.setLength(0);
                }
                inBlock = !inBlock;
            } else if (inBlock) {
                block.append(line).append('\n');
            } else {
                if (line.matches("#{1,6} .*")) {
                    headings.add(line.strip());
                }
                String prose = line.replaceAll("`[^`]*`", "");
                Matcher link = LINK.matcher(prose);
                while (link.find()) {
                    links.add(link.group(1));
                }
                Matcher reference = REFERENCE.matcher(prose);
                if (reference.find()) {
                    links.add(reference.group(1));
                }
            }
        }
        return new Markdown(headings, blocks, links);
    }

    /** Returns the depths of the headings, in order. */
    List<Integer> depths() {
        return headings.stream().map(heading -> heading.indexOf(' ')).toList();
    }

    /** Returns the anchors that the headings can be linked by, the way common renderers of Markdown make them. */
    List<String> anchors() {
        Map<String, Integer> seen = new LinkedHashMap<>();
        List<String> anchors = new ArrayList<>();
        for (String heading : headings) {
            String anchor = heading.replaceFirst("#+ ", "")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }
}
