package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the dashboard's files are served, and that nothing else is. */
final class StaticFilesTest {

    private static Served served;

    @BeforeAll
    static void open() throws Exception {
        served = new Served();
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/dashboard/, text/html; charset=utf-8, <!doctype html>",
        "/dashboard/index.html, text/html; charset=utf-8, <!doctype html>",
        "/dashboard/style.css, text/css; charset=utf-8, :root",
        "/dashboard/uPlot.min.css, text/css; charset=utf-8, .uplot",
        "/dashboard/main.js, text/javascript; charset=utf-8, import",
        "/dashboard/uPlot.esm.js, text/javascript; charset=utf-8, Leon Sorokin",
        "/dashboard/words-zh-CN.json, application/json, 主节点",
        "/dashboard/icon.svg, image/svg+xml, <svg"
    })
    void aFileHasItsTypeAndAPolicyThatLetsItAskNobodyElse(String path, String type, String part) throws Exception {
        HttpResponse<String> response = served.get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue(type);
        assertThat(response.headers().firstValue("cache-control")).hasValue("no-store");
        assertThat(response.headers().firstValue("x-content-type-options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("content-security-policy"))
                .hasValue("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                        + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(response.body()).contains(part);
    }

    @Test
    void theBareAddressLeadsToThePageUnderAnyPathOfAProxy() throws Exception {
        for (String path : List.of("/", "/dashboard")) {
            HttpResponse<String> response = served.get(path);
            assertThat(response.statusCode()).isEqualTo(302);
            assertThat(response.headers().firstValue("location")).hasValue("dashboard/");
        }
    }

    @Test
    void aHeadRequestIsAnsweredWithoutTheFile() throws Exception {
        try (Wire wire = new Wire(served.port()).send("HEAD /dashboard/main.js HTTP/1.1\r\nhost: x\r\n\r\n")) {
            assertThat(wire.response(0)).startsWith("HTTP/1.1 200").contains("text/javascript");
            wire.send("GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("{\"status\":\"live\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/dashboard/nothing.js",
        "/dashboard/../v1/groups",
        "/dashboard/..%2f..%2fetc%2fpasswd",
        "/dashboard/%2e%2e",
        "/dashboard/..%5cindex.html",
        "/dashboard//etc/passwd",
        "/dashboard/index.html%00.js",
        "/dashboard/INDEX.HTML",
        "/dashboard/io/fairlead/manager/Manager.class",
        "//dashboard/main.js"
    })
    void whatIsNotOneOfItsFilesIsNotFoundHoweverItIsWritten(String path) throws Exception {
        try (Wire wire = new Wire(served.port()).send("GET " + path + " HTTP/1.1\r\nhost: x\r\n\r\n")) {
            assertThat(wire.response())
                    .startsWith("HTTP/1.1 404")
                    .contains("content-type: application/problem+json")
                    .contains("\"code\":\"not-found\"");
        }
    }
}
