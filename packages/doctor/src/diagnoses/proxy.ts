import type { Facts } from "../facts/facts.js";
import { traitsOf } from "../facts/release-traits.js";
import type { Advice, Diagnosis } from "./finding.js";
import { claudeName, place } from "./words.js";

const loopback = "127.0.0.1,localhost";

/** What is exempt already stays so. */
function adviceFor(facts: Facts): Advice[] {
  const set = facts.environment.variables.filter(({ name }) => /^no_proxy$/i.test(name));
  const file = set.find(({ path }) => path !== undefined);
  // Neither the terminal nor Tandem gets past the settings.
  if (file?.path !== undefined)
    return [{ words: `Add 127.0.0.1 to ${file.name} in "env" of ${place(file.path, facts)}.` }];
  const [own] = set;
  const value = own === undefined ? loopback : `"$${own.name},${loopback}"`;
  return [
    { words: "Name loopback:", command: `export no_proxy=${value} NO_PROXY=${value}` },
    { words: "Or let Tandem start it, which does that:", command: "tandem claude" },
  ];
}

/** A proxy is asked for 127.0.0.1, which to it is the proxy's own machine. */
export const proxy: Diagnosis = (facts) => {
  const found = facts.environment.proxy;
  if (!found || found.isLoopbackExempt) return undefined;
  const asks = traitsOf(facts.claude).asksProxyForLoopback;
  if (asks === "no") return undefined;
  const { name, path } = found.variable;
  const untested =
    facts.claude.state === "found"
      ? `We have not tested ${claudeName(facts)}.`
      : "We could not tell which release you have.";
  const where = path === undefined ? "" : `, set in ${place(path, facts)},`;
  return {
    severity: asks === "yes" ? "fault" : "warning",
    likelihood: 84,
    title: `${name} sends Claude Code's connection to the editor to a proxy.`,
    detail:
      asks === "yes"
        ? `${claudeName(facts)} asks the proxy${where} for 127.0.0.1 too, and the proxy cannot reach your editor. no_proxy must name 127.0.0.1; a range such as 127.0.0.0/8 does not count.`
        : `Releases up to 2.1.112 ask the proxy${where} for 127.0.0.1 too; 2.1.325 does not. ${untested} no_proxy does not name 127.0.0.1.`,
    advice: adviceFor(facts),
  };
};
