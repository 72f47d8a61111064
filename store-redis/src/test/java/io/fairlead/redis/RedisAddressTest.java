package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.redis.RedisAddress.Kind;
import io.fairlead.redis.RedisAddress.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The URL of a store is read exactly, or refused without giving a password away. */
class RedisAddressTest {

    @ParameterizedTest
    @CsvSource({
        "redis://h, h, 6379, 0, false",
        "redis://10.0.0.5:7000/3, 10.0.0.5, 7000, 3, false",
        "rediss://redis.example:6380/, redis.example, 6380, 0, true",
        "REDIS://h:1, h, 1, 0, false",
        "redis://[::1]:7000, ::1, 7000, 0, false",
        "redis://[::1], ::1, 6379, 0, false"
    })
    void aUrlNamesHostPortAndDatabase(String url, String host, int port, int database, boolean tls) {
        RedisAddress address = RedisAddress.parse(url);
        assertThat(address)
                .isEqualTo(
                        new RedisAddress(Kind.SINGLE, List.of(new Place(host, port)), "", database, tls, null, null));
    }

    @Test
    void aUrlNamesSentinelsAndTheirPrimaryOrMembersOfACluster() {
        assertThat(RedisAddress.parse("redis-sentinel://s1,s2:7000,[::1]:7001/3?master=main-1"))
                .isEqualTo(new RedisAddress(
                        Kind.SENTINEL,
                        List.of(new Place("s1", 26_379), new Place("s2", 7000), new Place("::1", 7001)),
                        "main-1",
                        3,
                        false,
                        null,
                        null));
        assertThat(RedisAddress.parse("redis-cluster://n1,n2:7000"))
                .isEqualTo(new RedisAddress(
                        Kind.CLUSTER, List.of(new Place("n1", 6379), new Place("n2", 7000)), "", 0, false, null, null));
        assertThat(RedisAddress.parse("rediss-sentinel://s1?master=m").tls()).isTrue();
        assertThat(RedisAddress.parse("rediss-cluster://n1").tls()).isTrue();
        assertThat(RedisAddress.parse("redis-cluster://u:p%3Fw@n1").user()).isEqualTo("u");
    }

    @Test
    void aPasswordForSentinelsAndANumberOfReplicasAreCheckedWithWhatWouldBeRight() {
        RedisSettings single = RedisSettings.at(RedisAddress.parse("redis://h"));
        assertThatThrownBy(() -> single.withSentinelPassword(Password.of("hunter2")))
                .hasMessageContaining("the store's URL is not redis-sentinel://")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> single.withWaitReplicas(-1)).hasMessageContaining("-1: use 0 to 100");
        assertThatThrownBy(() -> single.withWaitReplicas(101)).hasMessageContaining("101: use 0 to 100");
    }

    @ParameterizedTest
    @CsvSource({
        "redis://fair:secret@h, fair, secret",
        "redis://:secret@h, , secret",
        "redis://a%40b:s%3Ae%25c%2Fr+t%23@h, a@b, s:e%c/r+t#"
    })
    void userAndPasswordArePercentDecoded(String url, String user, String password) {
        RedisAddress address = RedisAddress.parse(url);
        assertThat(address.user()).isEqualTo(user);
        assertThat(new String(Objects.requireNonNull(address.password()).read()))
                .isEqualTo(password);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hunter2",
                "http://hunter2",
                "redis:/hunter2",
                "redis://",
                "redis://:hunter2@",
                "redis://:hunter2@h:port",
                "redis://:hunter2@h:0",
                "redis://:hunter2@h:65536",
                "redis://:hunter2@h:99999999999",
                "redis://:hunter2@h/x",
                "redis://:hunter2@h/-1",
                "redis://:hunter2@h/1/2",
                "redis://:hunter2@h?timeout=1",
                "redis://:hunter2#x@h",
                "redis://:hun/ter2@h",
                "redis://:hun@ter2@h",
                "redis://:hunter2%@h",
                "redis://:hunter2%zz@h",
                "redis://u:hunter2:6379",
                "redis://hunter2@h",
                "redis://:hunter2@h h",
                "redis://:hunter2@h\n",
                "redis://:hunter2@h,h2",
                "redis://:hunter2@[::1",
                "redis-sentinel://:hunter2@h",
                "redis-sentinel://:hunter2@h?master=",
                "redis-sentinel://:hunter2@h?master=a,b",
                "redis-sentinel://:hunter2@h?name=m",
                "redis-sentinel://:hunter2@h,?master=m",
                "redis-cluster://:hunter2@h/1",
                "redis-cluster://:hunter2@h?master=m",
                "redis-cluster://:hunter2@h,,h2",
                "unix:///hunter2"
            })
    void aBadUrlIsRefusedWithWhatWouldBeRightAndNeverRepeated(String url) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the URL of the store cannot be used: ")
                .hasMessageContaining("use redis://[user:password@]host[:port][/database]")
                .hasMessageNotContaining("hunter2")
                .hasMessageNotContaining("ter2")
                .hasNoCause();
    }

    @Test
    void aPasswordIsNeverShown() {
        RedisAddress address = RedisAddress.parse("redis://fair:hunter2@h");
        assertThat(address.toString()).doesNotContain("hunter2");
        assertThat(RedisSettings.at(address).toString()).doesNotContain("hunter2");
    }

    @Test
    void aPasswordMayStandInAFileWhichIsReadEachTime(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("password");
        Files.writeString(file, "hunter2\n");
        Password password = Password.file(file);
        RedisAddress address = RedisAddress.parse("redis://fair@h", password);
        assertThat(address.user()).isEqualTo("fair");
        assertThat(new String(password.read())).isEqualTo("hunter2");
        Files.writeString(file, "changed");
        assertThat(new String(password.read())).isEqualTo("changed");
        assertThat(address.toString()).contains(file.toString()).doesNotContain("changed");
    }

    @Test
    void aPasswordFileThatCannotBeOneIsRefusedByName(@TempDir Path folder) throws Exception {
        assertThatThrownBy(() -> Password.file(folder.resolve("none")))
                .hasMessageContaining(folder.resolve("none").toString())
                .hasMessageContaining("cannot be read");
        Path file = Files.writeString(folder.resolve("two"), "hunter2\nhunter3\n");
        assertThatThrownBy(() -> Password.file(file))
                .hasMessageContaining("does not hold exactly one line")
                .hasMessageNotContaining("hunter");
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        assertThatThrownBy(() -> Password.file(empty)).hasMessageContaining("does not hold exactly one line");
        Path large = Files.writeString(folder.resolve("large"), "x".repeat(5000));
        assertThatThrownBy(() -> Password.file(large)).hasMessageContaining("is larger than 4096 bytes");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThatThrownBy(() -> Password.file(binary)).hasMessageContaining("is not UTF-8");
    }

    @Test
    void twoPasswordsAndAVariableThatIsNotSetAreRefused() {
        assertThatThrownBy(() -> RedisAddress.parse("redis://fair:hunter2@h", Password.of("other")))
                .hasMessageContaining("another one beside it")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> Password.environment("FAIRLEAD_NO_SUCH_VARIABLE"))
                .hasMessageContaining("FAIRLEAD_NO_SUCH_VARIABLE");
        assertThat(new String(Password.environment("PATH").read())).isEqualTo(System.getenv("PATH"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "a{b", "a b", "a/b", "*"})
    void aPrefixThatCouldMixKeysIsRefused(String prefix) {
        RedisSettings settings = RedisSettings.at(RedisAddress.parse("redis://h"));
        assertThatThrownBy(() -> settings.withPrefix(prefix)).hasMessageContaining("prefix is not 1..64 characters");
        assertThatThrownBy(() -> settings.withScheduler(prefix)).hasMessageContaining("scheduler is not 1..128");
    }
}
