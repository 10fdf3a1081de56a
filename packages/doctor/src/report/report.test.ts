import { expect, test } from "vitest";
import { Fixture } from "../testing/fixture.js";
import { redactor } from "./redact.js";
import { reportOf, toJson } from "./report.js";

test("a report contains no tokens, secrets, home directory or user name", async () => {
  await using fixture = await Fixture.make();
  const { authToken } = await fixture.editor();
  const env = {
    ANTHROPIC_API_KEY: "sk-ant-very-secret",
    HTTPS_PROXY: "http://ada:hush@proxy.example:3128",
    CLAUDE_CONFIG_DIR: fixture.path(".claude"),
  };
  await fixture.write(".claude/settings.json", { env: { https_proxy: "http://ada:quiet@other.example" } });
  // A folder with the user's name, and a lock with a key as its name.
  await fixture.lock(await fixture.closedPort(), {
    ideName: "sk-ant-very-secret",
    workspaceFolders: ["/srv/lovelace/x"],
  });
  const surroundings = fixture.surroundings({ env, userName: "lovelace" });
  const examination = await fixture.examine({ env, userName: "lovelace" });
  const text = JSON.stringify(reportOf(examination, surroundings));
  for (const secret of [authToken, "the-token-of-ed", "sk-ant-very-secret", "hush", "quiet", fixture.home, "lovelace"])
    expect(text).not.toContain(secret);
  expect(text).toContain("/srv/<user>/x");
  expect(text).toContain("~/project");
  expect(JSON.parse(text)).toMatchObject({ healthy: true, facts: { claude: { version: "2.1.325" } } });
  expect(JSON.stringify(toJson(examination))).not.toContain(authToken);
});

test("a user's name is only removed where it is a whole name", () => {
  const redact = redactor({ home: "/home/ada", userName: "ada", env: {} });
  expect(redact("/srv/ada/adapter of ada: /home/ada/canada")).toBe("/srv/<user>/adapter of <user>: ~/canada");
  expect(redactor({ home: "/srv/root", userName: "root", env: {} })("the root of /srv/root/x")).toBe("the root of ~/x");
});

test("credentials in URLs and lock tokens are removed", () => {
  const redact = redactor({ home: "/h", userName: "", env: { SHORT_KEY: "abc" } });
  expect(redact("at http://a:b@c/d, abc, 0f8a3c0e-7c1e-4c1b-9a61-5d2f6f0f5a11")).toBe(
    "at http://<credentials>@c/d, abc, <uuid>",
  );
});

test("proxy passwords are removed, whatever characters they contain and wherever they are set", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".claude/settings.json", { env: { https_proxy: "http://ada:qui/et@other.example" } });
  const env = { HTTP_PROXY: "http://ada:hu@sh@proxy.example:3128", HTTPS_PROXY: "ada:plain@proxy.example" };
  const examination = await fixture.examine({ env });
  for (const output of [toJson(examination), reportOf(examination, fixture.surroundings({ env }))])
    expect(JSON.stringify(output)).not.toMatch(/qui|hu@|sh@|plain@|ada/);
  expect(examination.facts.environment.proxy?.variable.value).toBe("http://other.example");
});

test("all names of the user and the real home directory are removed", () => {
  const env = { SUDO_USER: "Lovelace", FIRST_KEY: "sk-one", SECOND_KEY: "sk-one-and-more" };
  const redact = redactor({ home: "/home/al", realHome: "/data/al", userName: "root", env });
  expect(redact("/data/al/x, /srv/al/y, also /mnt/lovelace and /home/alan")).toBe(
    "~/x, /srv/<user>/y, also /mnt/<user> and /home/alan",
  );
  expect(redact("sk-one-and-more")).toBe("<secret>");
});
