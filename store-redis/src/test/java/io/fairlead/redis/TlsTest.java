package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.store.ReportStore.ReportAnswer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An encrypted connection, to a server whose certificate is checked. */
class TlsTest {

    private final Opened opened = new Opened();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void makeCertificate() {
        if (RedisServer.find("openssl") == null) {
            System.err.println("SKIPPED: there is no openssl to make a certificate with");
            Assumptions.abort("SKIPPED: there is no openssl to make a certificate with");
        }
        Shell.run(List.of(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                path("key.pem"),
                "-out",
                path("cert.pem")));
    }

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @Test
    void aServerWithATrustedCertificateIsSpokenToInTls() {
        RedisStore store = opened.store(settings("localhost").withTrusted(folder.resolve("cert.pem")));
        assertThat(store.trouble()).isEmpty();
        assertThat(Stores.put(store, "i1", Stores.report(1, 20, 10))).isEqualTo(ReportAnswer.STORED);
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefusedAndSoIsOneForAnotherHost() {
        RedisStore untrusted = opened.store(settings("localhost"));
        assertThat(untrusted.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("not trusted"));
        RedisStore other = opened.store(settings("127.0.0.1").withTrusted(folder.resolve("cert.pem")));
        assertThat(other.trouble()).hasValueSatisfying(text -> assertThat(text).contains("not trusted"));
    }

    private RedisSettings settings(String host) {
        RedisServer server = opened.add(RedisServer.startTls(path("cert.pem"), path("key.pem")));
        return RedisSettings.at(RedisAddress.parse("rediss://" + host + ":" + server.tlsPort()));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }
}
