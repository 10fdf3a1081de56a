import { expect, test } from "vitest";
import { Stage } from "../testing/stage.js";
import { redactor } from "./redact.js";
import { reportOf, toJson } from "./report.js";

test("a report has neither tokens nor secrets, the home directory or the user's name", async () => {
  await using stage = await Stage.make();
  const { authToken } = await stage.editor();
  const env = {
    ANTHROPIC_API_KEY: "sk-ant-very-secret",
    HTTPS_PROXY: "http://ada:hush@proxy.example:3128",
    CLAUDE_CONFIG_DIR: stage.path(".claude"),
  };
  await stage.write(".claude/settings.json", { env: { https_proxy: "http://ada:quiet@other.example" } });
  // A folder that bears the user's name, and a lock that names itself with the key.
  await stage.lock(await stage.closedPort(), { ideName: "sk-ant-very-secret", workspaceFolders: ["/srv/lovelace/x"] });
  const surroundings = stage.surroundings({ env, userName: "lovelace" });
  const examination = await stage.examine({ env, userName: "lovelace" });
  const text = JSON.stringify(reportOf(examination, surroundings));
  for (const secret of [authToken, "the-token-of-ed", "sk-ant-very-secret", "hush", "quiet", stage.home, "lovelace"])
    expect(text).not.toContain(secret);
  expect(text).toContain("/srv/<user>/x");
  expect(text).toContain("~/project");
  expect(JSON.parse(text)).toMatchObject({ healthy: true, facts: { claude: { version: "2.1.325" } } });
  expect(JSON.stringify(toJson(examination))).not.toContain(authToken);
});

test("a user's name is taken out only where it is a name", () => {
  const redact = redactor({ home: "/home/ada", userName: "ada", env: {} });
  expect(redact("/srv/ada/adapter of ada: /home/ada/canada")).toBe("/srv/<user>/adapter of <user>: ~/canada");
  expect(redactor({ home: "/srv/root", userName: "root", env: {} })("the root of /srv/root/x")).toBe("the root of ~/x");
});

test("credentials of an address and tokens of locks do not get out by accident", () => {
  const redact = redactor({ home: "/h", userName: "", env: { SHORT_KEY: "abc" } });
  expect(redact("at http://a:b@c/d, abc, 0f8a3c0e-7c1e-4c1b-9a61-5d2f6f0f5a11")).toBe(
    "at http://<credentials>@c/d, abc, <uuid>",
  );
});

test("passwords of proxies do not get out, whatever signs they hold and wherever they are set", async () => {
  await using stage = await Stage.make();
  await stage.write(".claude/settings.json", { env: { https_proxy: "http://ada:qui/et@other.example" } });
  const env = { HTTP_PROXY: "http://ada:hu@sh@proxy.example:3128", HTTPS_PROXY: "ada:plain@proxy.example" };
  const examination = await stage.examine({ env });
  for (const told of [toJson(examination), reportOf(examination, stage.surroundings({ env }))])
    expect(JSON.stringify(told)).not.toMatch(/qui|hu@|sh@|plain@|ada/);
  expect(examination.facts.environment.proxy?.variable.value).toBe("http://other.example");
});

test("the user is taken out by every name, and the home directory by its real path", () => {
  const env = { SUDO_USER: "Lovelace", FIRST_KEY: "sk-one", SECOND_KEY: "sk-one-and-more" };
  const redact = redactor({ home: "/home/al", realHome: "/data/al", userName: "root", env });
  expect(redact("/data/al/x, /srv/al/y, also /mnt/lovelace and /home/alan")).toBe(
    "~/x, /srv/<user>/y, also /mnt/<user> and /home/alan",
  );
  expect(redact("sk-one-and-more")).toBe("<secret>");
});
