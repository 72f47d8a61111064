package io.fairlead.manager.rest;

import io.fairlead.config.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /dashboard/}: the page for people and the files it is made of.
 *
 * <p>What is served is the list in this class and nothing else: a name is looked up, never made into a path. All of it
 * comes from the jar, and the page may not ask anybody but this manager.
 */
final class DashboardResource {

    private static final String PAGE = "index.html";

    private static final List<String> OWN = List.of(
            PAGE,
            "style.css",
            "main.js",
            "dom.js",
            "words.js",
            "live.js",
            "stream.js",
            "token.js",
            "state.js",
            "overview.js",
            "group.js",
            "nodes.js",
            "chart.js",
            "decisions.js",
            "services.js",
            "words-en.json",
            "words-zh-CN.json",
            "icon.svg");

    private static final List<String> UPLOT = List.of("uPlot.esm.js", "uPlot.min.css");

    private static final String UPLOT_FOLDER = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final SortedMap<String, Reply> files = new TreeMap<>();

    /** Reads all files, so that one that is missing shows at the start and not to a person. */
    DashboardResource() {
        OWN.forEach(name -> files.put(name, reply(name, "/dashboard/" + name)));
        UPLOT.forEach(name -> files.put(name, reply(name, UPLOT_FOLDER + name)));
    }

    /** Leads to the page; relative, so that it works behind a proxy that puts a path in front. */
    static CompletionStage<Reply> lead(Target target) {
        target.know();
        SortedMap<String, String> headers = new TreeMap<>();
        headers.put("location", "dashboard/");
        Reply text = Reply.text("the dashboard is at dashboard/, the list of requests at v1\n");
        return CompletableFuture.completedFuture(new Reply(302, text.contentType(), text.body(), headers));
    }

    CompletionStage<Reply> page(Target target) {
        return answer(target, PAGE);
    }

    CompletionStage<Reply> file(Target target) {
        return answer(target, target.segments().get(1));
    }

    private CompletionStage<Reply> answer(Target target, String name) {
        Reply reply = files.get(name);
        if (reply == null) {
            throw new Refusal(
                    Problem.Code.NOT_FOUND,
                    "the dashboard has no file " + Quoted.of(name) + "; the nearest path is /dashboard/");
        }
        target.know();
        return CompletableFuture.completedFuture(reply);
    }

    private static Reply reply(String name, String resource) {
        SortedMap<String, String> headers = new TreeMap<>();
        headers.put("content-security-policy", POLICY);
        headers.put("x-content-type-options", "nosniff");
        headers.put("referrer-policy", "no-referrer");
        try (InputStream in = DashboardResource.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar does not hold " + resource);
            }
            return new Reply(200, type(name), in.readAllBytes(), headers);
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "json" -> Reply.JSON;
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalStateException("no content type for " + name);
        };
    }
}
