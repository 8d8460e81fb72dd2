// Six tests of an app against pass-simulator: JUnit 5 and the JDK suffice.

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecipesTest {
    static final String URL = System.getenv().getOrDefault("PASS_SIMULATOR_URL", "http://127.0.0.1:8080");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static HttpResponse<String> send(String method, String url, String type, String content) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", type)
            .method(method, content == null ? BodyPublishers.noBody() : BodyPublishers.ofString(content));
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    /** A namespace of the simulator: a service of its own, with its own clock, rules and journal. */
    static class Simulator {
        final String name = "recipe-" + UUID.randomUUID().toString().substring(0, 13);
        final String url = URL + "/_ns/" + name;

        String control(String method, String path, String content) throws Exception {
            var answer = send(method, url + "/_sim/" + path, "application/json", content);
            assertTrue(answer.statusCode() / 100 == 2, answer.body());
            return answer.body();
        }
    }

    /** Stands for the app that you test: it asks for a code, and then for the resource of that login. */
    record App(String url) {
        static final String DEVICE = "my-device";

        HttpResponse<String> post(String path, Map<String, String> fields) throws Exception {
            var form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
            return send("POST", url + path, "application/x-www-form-urlencoded", form);
        }

        String showCode() throws Exception {
            var fields = Map.of("deviceId", DEVICE, "format", "json");
            return find("\"code\":\"([^\"]*)\"", post("/reggie/v1/TEST_REQUESTOR/regcode", fields).body());
        }

        /** Returns the authN token; null if nobody has logged in with the code. */
        String fetchLogin(String code) throws Exception {
            var fields = Map.of("requestor_id", "TEST_REQUESTOR", "device_id", DEVICE, "reg_code", code);
            var token = find("<authnToken>(.*)</authnToken>", post("/adobe-services/sessionDevice", fields).body());
            if (token == null) return null;
            return token.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        }

        /** Returns "allowed", "logged out", or the code of a denial. */
        String watch(String resource, String token) throws Exception {
            var answer = post("/adobe-services/authorizeDevice", Map.of(
                "requestor_id", "TEST_REQUESTOR", "device_id", DEVICE, "mso_id", "Adobe", "resource_id", resource,
                "authentication_token", token));
            if (answer.body().contains("<authzToken>")) return "allowed";
            if (answer.body().contains("<pendingLogout")) return "logged out";
            return answer.headers().firstValue("Authzf-Error-Code").orElse("");
        }
    }

    static String find(String pattern, String text) {
        var found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        return found.find() ? found.group(1) : null;
    }

    final Simulator simulator = new Simulator();
    final App app = new App(simulator.url);

    @BeforeEach
    void create() throws Exception {
        // If the run breaks off, the namespace ends by itself.
        simulator.control("PUT", "namespaces/" + simulator.name, "{\"idleSeconds\": 600}");
    }

    @AfterEach
    void remove() throws Exception {
        simulator.control("DELETE", "namespaces/" + simulator.name, null);
    }

    /** Returns the authN token of a user who is logged in. */
    String logIn() throws Exception {
        var code = app.showCode();
        simulator.control("POST", "login", """
            {"code": "%s", "mvpd": "Adobe", "user": "user"}""".formatted(code));
        return app.fetchLogin(code);
    }

    @Test
    void logInWithoutABrowser() throws Exception {
        assertNull(app.fetchLogin(app.showCode()));
        assertEquals("allowed", app.watch("news", logIn()));
    }

    @Test
    void expire() throws Exception {
        var token = logIn();
        simulator.control("PATCH", "clock", """
            {"advanceSeconds": 34560000}""");
        assertEquals("logged out", app.watch("news", token));
    }

    @Test
    void deny() throws Exception {
        var token = logIn();
        simulator.control("POST", "rules", """
            {"match": {"resource": "news*"}, "action": {"failure": "denied"}}""");
        assertEquals("noAuthZ", app.watch("news-1", token));
        assertEquals("allowed", app.watch("sports", token));
    }

    @Test
    void mvpdDown() throws Exception {
        var token = logIn();
        simulator.control("POST", "rules", """
            {"match": {"mvpd": "Adobe"}, "action": {"mvpd": "down"}, "times": 1}""");
        assertEquals("network", app.watch("news", token));
        assertEquals("allowed", app.watch("news", token));
    }

    @Test
    void seeWhatMyAppSent() throws Exception {
        var token = logIn();
        app.watch("news", token);
        app.watch("sports", token);
        var sent = simulator.control("GET", "exchanges?operation=AuthorizeDevice", null);
        var resources = Pattern.compile("\"resources\":\\[\"([^\"]*)\"\\]").matcher(sent).results()
            .map(found -> found.group(1)).toList();
        assertEquals(List.of("news", "sports"), resources);
    }

    @Test
    void reset() throws Exception {
        var code = app.showCode();
        simulator.control("POST", "rules", """
            {"action": {"status": 503}}""");
        simulator.control("POST", "reset", null);
        assertEquals("{\"rules\":[]}", simulator.control("GET", "rules", null));
        var path = simulator.url + "/reggie/v1/TEST_REQUESTOR/regcode/" + code;
        assertEquals(404, send("GET", path, "application/json", null).statusCode());
    }
}
