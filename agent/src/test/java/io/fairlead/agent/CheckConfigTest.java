package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.config.ConfigException;
import io.fairlead.config.StrictYaml;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckConfigTest {
    private static final String SERVICE = "service: { name: battle, endpoint: 'ws://10.0.0.5:9000' }\n";

    private static AgentConfig yaml(String text) {
        return AgentConfigReader.from(StrictYaml.parse(text, "agent.yaml"), () -> "gw-1");
    }

    @Test
    void byDefaultNothingIsAnswered() {
        assertThat(yaml("node: gw-1\n").check()).isEmpty();
        assertThat(yaml("node: gw-1\n").service()).isEmpty();
    }

    @Test
    void itSpeaksOfTheServiceWhereOneIsSetElseOfTheRole() {
        CheckConfig role =
                yaml("agent-check: 0.0.0.0:7402\nstandby-share: 5%\n").check().orElseThrow();
        assertThat(role.listen()).hasToString("0.0.0.0:7402");
        assertThat(role.by()).isEqualTo(CheckConfig.By.ROLE);
        assertThat(role.standbyShare()).isEqualTo(5);
        AgentConfig service = yaml("agent-check: 0.0.0.0:7402\n" + SERVICE);
        assertThat(service.check().orElseThrow().by()).isEqualTo(CheckConfig.By.SERVICE);
        assertThat(service.service().orElseThrow().name()).hasToString("battle");
        assertThat(service.service().orElseThrow().endpoint()).isEqualTo("ws://10.0.0.5:9000");
        assertThat(yaml("agent-check: 0.0.0.0:7402\nagent-check-by: role\n" + SERVICE)
                        .check()
                        .orElseThrow()
                        .by())
                .isEqualTo(CheckConfig.By.ROLE);
    }

    @Test
    void aFlagSaysTheServiceInOneWord() {
        AgentConfig config = AgentConfigReader.read(
                null, Map.of("service", "name=battle,endpoint=http://10.0.0.5/?a=b", "agent-check", "[::]:0"));
        assertThat(config.service().orElseThrow().endpoint()).isEqualTo("http://10.0.0.5/?a=b");
        assertThat(config.check().orElseThrow().by()).isEqualTo(CheckConfig.By.SERVICE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "standby-share: 5%|standby-share: has no effect without agent-check",
                "agent-check-by: role|agent-check-by: has no effect without agent-check",
                "agent-check: 1.2.3.4|agent-check: found \"1.2.3.4\", expected HOST:PORT",
                "{agent-check: '1.2.3.4:5', standby-share: 5}|standby-share: found \"5\", expected a whole number of percent",
                "{agent-check: '1.2.3.4:5', standby-share: 101%}|standby-share: found \"101%\", expected a whole number of percent",
                "{agent-check: '1.2.3.4:5', agent-check-by: load}|agent-check-by: found \"load\", expected role or service",
                "{agent-check: '1.2.3.4:5', agent-check-by: service}|agent-check-by: found service, and no service is set",
                "service: {name: battle}|endpoint: missing, expected what callers are told",
                "service: {endpoint: 'a:1'}|name: missing, expected a service",
                "service: {name: battle, endpoint: 'a b'}|endpoint: found \"a b\", expected 1 to 255 printable",
                "service: {name: battle, endpoint: 'a:1', rooms: 3}|unknown key \"rooms\"",
                "service: battle|service: found \"battle\", expected a section, or a text such as name=battle"
            })
    void whatIsWrongOrWouldHaveNoEffectIsRefusedAndNamed(String text, String message) {
        assertThatThrownBy(() -> yaml(text)).isInstanceOf(ConfigException.class).hasMessageContaining(message);
    }

    @Test
    void aShareBesideAServiceIsRefused() {
        assertThatThrownBy(() -> yaml("agent-check: 0.0.0.0:7402\nstandby-share: 5%\n" + SERVICE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("standby-share: has no effect with agent-check-by service");
    }
}
