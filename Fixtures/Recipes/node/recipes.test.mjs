// Six tests of an app against pass-simulator: node's own test runner and fetch suffice.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";

const URL = process.env.PASS_SIMULATOR_URL ?? "http://127.0.0.1:8080";

/** A namespace of the simulator: a service of its own, with its own clock, rules and journal. */
class Simulator {
  name = `recipe-${randomUUID().slice(0, 13)}`;
  url = `${URL}/_ns/${this.name}`;

  async control(method, path, content) {
    const answer = await fetch(`${this.url}/_sim/${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: content && JSON.stringify(content),
    });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return text && JSON.parse(text);
  }
}

/** Stands for the app that you test: it asks for a code, and then for the resource of that login. */
class App {
  device = "my-device";

  constructor(url) {
    this.url = url;
  }

  async showCode() {
    const body = new URLSearchParams({ deviceId: this.device, format: "json" });
    const answer = await fetch(`${this.url}/reggie/v1/TEST_REQUESTOR/regcode`, { method: "POST", body });
    return (await answer.json()).code;
  }

  call(operation, fields) {
    const body = new URLSearchParams({ requestor_id: "TEST_REQUESTOR", device_id: this.device, ...fields });
    return fetch(`${this.url}/adobe-services/${operation}`, { method: "POST", body });
  }

  /** Returns the authN token; undefined if nobody has logged in with the code. */
  async fetchLogin(code) {
    const answer = await (await this.call("sessionDevice", { reg_code: code })).text();
    const token = /<authnToken>(.*)<\/authnToken>/s.exec(answer)?.[1];
    return token?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  }

  /** Returns `allowed`, `logged out`, or the code of a denial. */
  async watch(resource, token) {
    const fields = { mso_id: "Adobe", resource_id: resource, authentication_token: token };
    const answer = await this.call("authorizeDevice", fields);
    const text = await answer.text();
    if (text.includes("<authzToken>")) return "allowed";
    return text.includes("<pendingLogout") ? "logged out" : answer.headers.get("Authzf-Error-Code");
  }
}

let simulator, app;

beforeEach(async () => {
  simulator = new Simulator();
  app = new App(simulator.url);
  // If the run breaks off, the namespace ends by itself.
  await simulator.control("PUT", `namespaces/${simulator.name}`, { idleSeconds: 600 });
});

afterEach(() => simulator.control("DELETE", `namespaces/${simulator.name}`));

/** Returns the authN token of a user who is logged in. */
async function logIn() {
  const code = await app.showCode();
  await simulator.control("POST", "login", { code, mvpd: "Adobe", user: "user" });
  return app.fetchLogin(code);
}

test("log in without a browser", async () => {
  assert.equal(await app.fetchLogin(await app.showCode()), undefined);
  assert.equal(await app.watch("news", await logIn()), "allowed");
});

test("expire", async () => {
  const token = await logIn();
  await simulator.control("PATCH", "clock", { advanceSeconds: 400 * 86400 });
  assert.equal(await app.watch("news", token), "logged out");
});

test("deny", async () => {
  const token = await logIn();
  await simulator.control("POST", "rules", { match: { resource: "news*" }, action: { failure: "denied" } });
  assert.equal(await app.watch("news-1", token), "noAuthZ");
  assert.equal(await app.watch("sports", token), "allowed");
});

test("MVPD down", async () => {
  const token = await logIn();
  await simulator.control("POST", "rules", { match: { mvpd: "Adobe" }, action: { mvpd: "down" }, times: 1 });
  assert.equal(await app.watch("news", token), "network");
  assert.equal(await app.watch("news", token), "allowed");
});

test("see what my app sent", async () => {
  const token = await logIn();
  await app.watch("news", token);
  await app.watch("sports", token);
  const { exchanges } = await simulator.control("GET", "exchanges?operation=AuthorizeDevice");
  assert.deepEqual(exchanges.map((exchange) => exchange.resources), [["news"], ["sports"]]);
});

test("reset", async () => {
  const code = await app.showCode();
  await simulator.control("POST", "rules", { action: { status: 503 } });
  await simulator.control("POST", "reset");
  assert.deepEqual((await simulator.control("GET", "rules")).rules, []);
  assert.equal((await fetch(`${simulator.url}/reggie/v1/TEST_REQUESTOR/regcode/${code}`)).status, 404);
});
