/** Diagnoses of environment variables, from the terminal or from Claude Code's settings. */
import { dirname, isAbsolute, join } from "node:path";
import type { Variable } from "../facts/environment.js";
import { chosenLock, type Facts, isJoined } from "../facts/facts.js";
import { traitsOf } from "../facts/release-traits.js";
import type { Advice, Diagnosed, Diagnoses } from "./finding.js";
import { claudeName, editorOnPort, shellValue, shortPath } from "./format.js";
import { obstacle, startEditor } from "./lock-helpers.js";

function variableNamed(name: string, { environment }: Facts): Variable | undefined {
  return environment.variables.find((one) => one.name === name);
}

/** How to unset a variable: in the settings file that sets it, or in the terminal. */
function unset(name: string, facts: Facts): Advice {
  const path = variableNamed(name, facts)?.path;
  return path === undefined
    ? { words: "Unset it:", command: `unset ${name}` }
    : { words: `Remove ${name} from "env" in ${shortPath(path, facts)}.` };
}

const configDir = "CLAUDE_CONFIG_DIR";

/** Only a shell expands a tilde, and each program resolves a relative path differently. */
function notAbsolute(value: string, facts: Facts): Diagnosed {
  return {
    severity: isJoined(facts) ? "warning" : "fault",
    likelihood: 93,
    title: `${configDir} is "${value.slice(0, 30)}", which isn't an absolute path.`,
    detail: value.startsWith("~")
      ? "The tilde was quoted, or in a file that no shell reads, so it wasn't expanded to your home directory."
      : "The editor and Claude Code resolve it against the folder they were started in, so they look in different places.",
    advice: [
      { words: "Set the full path before you start either:", command: `export ${configDir}="$HOME/.claude"` },
      { words: "Or unset it:", command: `unset ${configDir}` },
    ],
  };
}

/** The editor was started where the variable had another value. */
function hiddenEditor(facts: Facts): Diagnosed | undefined {
  // Compares ports, because the same directory may have two names.
  const lock = facts.running.hidden.find(({ port }) => !facts.locks.some((known) => known.port === port));
  if (!lock || isJoined(facts)) return undefined;
  const here = facts.directories.find(({ isReadByClaude }) => isReadByClaude);
  return {
    severity: "fault",
    likelihood: 91,
    title: `${editorOnPort(lock)} uses a different ${configDir} from this terminal.`,
    detail: `The editor's lock file is in ${shortPath(lock.configDir, facts)}, but Claude Code started here looks in ${here ? shortPath(here.path, facts) : "another directory"}.`,
    advice: [
      {
        words: "Use the editor's directory here:",
        command: `export ${configDir}=${shellValue(lock.configDir, facts)}`,
      },
      { words: "Or start the editor from this terminal." },
    ],
  };
}

/** Addresses that are already exempt stay exempt. */
function proxyAdvice(facts: Facts): Advice[] {
  const exemptions = facts.environment.variables.filter(({ name }) => /^no_proxy$/i.test(name));
  // Settings override both the terminal and Tandem.
  const inSettings = exemptions.find(({ path }) => path !== undefined);
  if (inSettings?.path !== undefined)
    return [{ words: `Add 127.0.0.1 to ${inSettings.name} in "env" of ${shortPath(inSettings.path, facts)}.` }];
  const [own] = exemptions;
  const loopback = "127.0.0.1,localhost";
  const value = own === undefined ? loopback : `"$${own.name},${loopback}"`;
  return [
    { words: "Exclude loopback from the proxy:", command: `export no_proxy=${value} NO_PROXY=${value}` },
    { words: "Or let Tandem start Claude Code, which does that:", command: "tandem claude" },
  ];
}

export const variableDiagnoses: Diagnoses = {
  /** Overrides everything that would make Claude Code connect. */
  "auto-connect-off": (facts) => {
    if (facts.choice.code !== "turned-off") return undefined;
    const name = "CLAUDE_CODE_AUTO_CONNECT_IDE";
    const variable = variableNamed(name, facts);
    const where = variable?.path === undefined ? "this terminal" : shortPath(variable.path, facts);
    return {
      severity: "fault",
      likelihood: 95,
      title: `${name} is off, so Claude Code never auto-connects.`,
      detail: `It is set to "${variable?.value ?? "false"}" in ${where}, which overrides --ide and everything else.`,
      advice: [unset(name, facts), { words: "Or type /ide in Claude Code and pick the editor each time." }],
    };
  },

  /** The terminal belongs to an editor that has exited or moved to another port. */
  "stale-port": (facts) => {
    const name = "CLAUDE_CODE_SSE_PORT";
    const port = Number.parseInt(variableNamed(name, facts)?.value ?? "", 10);
    if (Number.isNaN(port) || facts.locks.some((lock) => lock.port === port)) return undefined;
    const joined = isJoined(facts);
    return {
      severity: joined ? "note" : "fault",
      likelihood: 88,
      title: `${name} names port ${port}, but no editor uses it any more.`,
      detail: joined
        ? "Claude Code connects to the editor that has this folder open instead."
        : "The editor that opened this terminal has since exited or restarted.",
      advice: [
        { words: "Open a new terminal in the editor, or unset the variable:", command: `unset ${name}` },
        ...(joined || facts.locks.length > 0 ? [] : [startEditor]),
      ],
    };
  },

  /** Editors listen on loopback, but the variable sends Claude Code elsewhere. */
  "host-override": (facts) => {
    const name = "CLAUDE_CODE_IDE_HOST_OVERRIDE";
    const variable = variableNamed(name, facts);
    if (!variable) return undefined;
    const tried = facts.locks.filter(({ connection, servesHere }) => connection && servesHere);
    if (tried.length === 0 || tried.some(({ connection }) => connection?.outcome === "connected")) return undefined;
    const where = variable.path === undefined ? "this terminal" : shortPath(variable.path, facts);
    return {
      severity: "fault",
      likelihood: 94,
      title: `${name} sends Claude Code to ${variable.value.slice(0, 24)}.`,
      detail: `No editor accepts connections there. Editors listen on 127.0.0.1 and only accept other host names that you allow. The variable is set in ${where}.`,
      advice: [
        unset(name, facts),
        { words: "If you need it, as in a container, allow the host name in the editor (allowedHosts)." },
      ],
    };
  },

  /** To a proxy, 127.0.0.1 is the proxy's own machine. */
  proxy: (facts) => {
    const found = facts.environment.proxy;
    if (!found || found.isLoopbackExempt) return undefined;
    const asks = traitsOf(facts.claude).asksProxyForLoopback;
    if (asks === "no") return undefined;
    const { name, path } = found.variable;
    const untested =
      facts.claude.state === "found"
        ? `${claudeName(facts)} hasn't been tested.`
        : "The version you have couldn't be determined.";
    const where = path === undefined ? "" : ` (set in ${shortPath(path, facts)})`;
    return {
      severity: asks === "yes" ? "fault" : "warning",
      likelihood: 84,
      title: `${name} sends Claude Code's connection to the editor to a proxy.`,
      detail:
        asks === "yes"
          ? `${claudeName(facts)} uses the proxy${where} for 127.0.0.1 too, and the proxy can't reach your editor. no_proxy must include 127.0.0.1; a range such as 127.0.0.0/8 doesn't work.`
          : `Versions up to 2.1.112 use the proxy${where} for 127.0.0.1 too; 2.1.325 doesn't. ${untested} no_proxy doesn't include 127.0.0.1.`,
      advice: proxyAdvice(facts),
    };
  },

  /** The variable picks an editor with another folder, although one has this folder open. */
  "other-port": (facts) => {
    const chosen = chosenLock(facts);
    if (facts.choice.code !== "port-variable" || !chosen || chosen.servesHere) return undefined;
    const better = facts.locks.find(
      ({ servesHere, connection, isReadByClaude }) =>
        servesHere && isReadByClaude && connection?.outcome === "connected",
    );
    const name = "CLAUDE_CODE_SSE_PORT";
    const [folder] = chosen.folders;
    const open = folder === undefined ? "no folder open" : `${shortPath(folder, facts)} open`;
    return {
      severity: better ? "warning" : "note",
      likelihood: 82,
      title: better
        ? `${name} picks ${editorOnPort(chosen)}, not ${editorOnPort(better)}.`
        : `${name} picks ${editorOnPort(chosen)}, whatever folders it has open.`,
      detail: `That editor has ${open}, and you are in ${shortPath(facts.cwd, facts)}. Reviews and selections come from that editor.`,
      advice: [unset(name, facts)],
    };
  },

  /** The editor's lock is for another config directory than the one Claude Code reads. */
  "other-config-directory": (facts) => {
    const variable = variableNamed(configDir, facts);
    if (variable && !isAbsolute(variable.value)) return notAbsolute(variable.value, facts);
    const home = join(facts.home, ".claude");
    const reads = traitsOf(facts.claude).readsHomeToo;
    if (!variable || variable.value === home || reads === "yes") return hiddenEditor(facts);
    const lock = facts.locks.find(({ file, servesHere }) => servesHere && dirname(dirname(file)) === home);
    const isThereToo = facts.locks.some(({ file, port }) => port === lock?.port && dirname(dirname(file)) !== home);
    if (!lock || isThereToo) return hiddenEditor(facts);
    return {
      severity: reads === "no" ? "fault" : "warning",
      likelihood: 91,
      title: `${configDir} hides ${editorOnPort(lock)} from Claude Code.`,
      detail: `The editor's lock file is in ${shortPath(home, facts)}, but ${claudeName(facts)} ${reads === "no" ? "only looks" : "looks"} in ${shortPath(variable.value, facts)}${reads === "no" ? "" : "; it isn't known whether it looks in both"}.`,
      advice: [
        { words: "Use the editor's directory in this terminal:", command: `unset ${configDir}` },
        { words: "Or start the editor from a terminal where the variable is set." },
      ],
    };
  },

  /** In an IDE's terminal, Claude Code connects to that IDE or to nothing. */
  "ide-terminal": obstacle("needs-ancestor", (lock, { environment, claude }) => {
    const program = environment.terminalProgram;
    return {
      likelihood: 73,
      title: `This terminal belongs to another editor, not to ${editorOnPort(lock)}.`,
      detail: `Its variables${program === undefined ? "" : ` ("${program.slice(0, 30)}")`} mark it as another editor's terminal. There, Claude Code only connects to the editor that started the terminal.`,
      advice: [
        // An old release only connects to that editor, even if told to use another one.
        ...(traitsOf(claude).connectsByPort === "no"
          ? []
          : [{ words: "Let Tandem start Claude Code for this editor:", command: `tandem claude --port ${lock.port}` }]),
        { words: "Use a terminal outside that editor." },
      ],
    };
  }),
};
