/** The command's output for shells, tested in those shells. */
import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quote } from "../packages/cli/src/shells.js";
import { Home } from "./cli-command.js";
import { needs } from "./parts.js";

const fish = needs("fish");
const zsh = needs("zsh");
const hasPwsh = spawnSync("pwsh", ["-v"]).status === 0;

const awkwardProxy = `it's "a" $HOME \\ back\`tick\`; * 漢`;

/** Evaluates in a shell, which then prints the two variables. */
async function evaluate(shell: string, args: string[], env: Record<string, string> = {}) {
  await using home = await Home.make();
  const { port } = await home.serve();
  const running = home.startProgram(shell, args, { env: { NO_PROXY: awkwardProxy, ...env } });
  const { stdout, stderr } = await running.exited;
  expect(stderr).toBe("");
  expect(stdout).toBe(`${port}|${awkwardProxy},127.0.0.1,localhost,::1\n`);
}

const print = `printf '%s|%s\\n' "$CLAUDE_CODE_SSE_PORT" "$NO_PROXY"`;

test("sh evaluates the environment", async () => {
  await evaluate("sh", ["-c", `eval "$(tandem env)"; ${print}`]);
});

/** Evaluates in a terminal of the editor, for opencode, and returns whether the port is gone. */
async function portForOpencode(shell: string, args: string[]): Promise<string> {
  await using home = await Home.make();
  const { port } = await home.serve();
  const env = { CLAUDE_CODE_SSE_PORT: String(port) };
  const { stdout, stderr } = await home.startProgram(shell, args, { env }).exited;
  expect(stderr).toBe("");
  return stdout;
}

test("sh removes the variable that keeps opencode from connecting", async () => {
  expect(await portForOpencode("sh", ["-c", `eval "$(tandem env --for opencode)"; ${print}`])).toMatch(/^\|127/);
});

fish.test("fish removes the variable that keeps opencode from connecting", async () => {
  const script = `tandem env --shell fish --for opencode | source; ${print}`;
  expect(await portForOpencode("fish", ["--no-config", "-c", script])).toMatch(/^\|127/);
});

fish.test("fish evaluates the environment, piped and substituted", async () => {
  await evaluate("fish", ["--no-config", "-c", `tandem env --shell fish | source; ${print}`]);
  await evaluate("fish", ["--no-config", "-c", `eval (tandem env); ${print}`], { SHELL: "/usr/bin/fish" });
});

test.skipIf(!hasPwsh)("PowerShell evaluates the environment (runs only where pwsh is installed)", async () => {
  const script = "tandem env --shell powershell | Out-String | Invoke-Expression";
  await evaluate("pwsh", ["-NoProfile", "-c", `${script}; "$env:CLAUDE_CODE_SSE_PORT|$env:NO_PROXY"`]);
});

fish.test("any value survives a real fish", () => {
  const awkward = fc.string({ unit: fc.constantFrom(..."'\"\\$`!#;&|<>(){}[]*?~=%^ \t\n", "a", "é", "漢", "‘") });
  fc.assert(
    fc.property(fc.array(awkward, { minLength: 1, maxLength: 20 }), (values) => {
      const script = `printf '%s\\0' ${values.map(quote.fish).join(" ")}`;
      const printed = execFileSync("fish", ["--no-config", "-c", script], { encoding: "utf8" });
      expect(printed.split("\0").slice(0, -1)).toEqual(values);
    }),
    { numRuns: 10 },
  );
});

/** The text before Tab, and one of the words that must be offered. */
const completions = [
  ["tandem conf", "conformance"],
  ["tandem serve --cli", "--clients"],
  ["tandem serve --clients s", "single"],
  ["tandem call getOpen", "getOpenEditors"],
  ["tandem serve sr", "src/"],
  ["tandem sr", "src/"],
  ["tandem help li", "listen"],
  ["tandem conformance --out", "--output"],
  ["tandem conformance --cli", "--client"],
  ["tandem inspect --rec", "--record"],
  ["tandem replay --exa", "--exact"],
] as const;

test("bash loads the completion script and completes", async () => {
  await using home = await Home.make();
  const script = `
    source <(tandem completion bash) && source <(tandem completion bash) || exit 1
    for line in "$@"; do
      read -ra COMP_WORDS <<<"$line"
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _tandem
      echo "\${COMPREPLY[*]}"
    done
    complete -p tandem`;
  const lines = completions.map(([line]) => line);
  const bash = home.startProgram("bash", ["--norc", "-c", script, "bash", ...lines]);
  const { stdout, stderr } = await bash.exited;
  expect(stderr).toBe("");
  const words = completions.map(([, word]) => word.replace(/\/$/, ""));
  expect(stdout.split("\n")).toEqual([...words, "complete -F _tandem tandem", ""]);
});

fish.test("fish loads the completion script and completes", async () => {
  await using home = await Home.make();
  const script = `
    tandem completion fish | source; or exit 1
    for line in $argv
      complete -C $line | string split -f1 \\t | string join ' '
    end`;
  const lines = completions.map(([line]) => line);
  const shell = home.startProgram("fish", ["--no-config", "-c", script, ...lines]);
  const { stdout, stderr } = await shell.exited;
  expect(stderr).toBe("");
  expect(stdout.trimEnd().split("\n")).toEqual(completions.map(([, word]) => word));
});

/** zsh completes only in its line editor, so this zsh runs another one on a pseudo-terminal, and presses its keys. */
const zshScript = `
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner 'autoload -U compinit; compinit -u -D; source <(tandem completion zsh); show() { print -r -- "<\${:-<}$BUFFER>>"; BUFFER=; zle reset-prompt }; zle -N show; bindkey "^T" show'
for line in "$@"; do
  zpty -w -n inner "$line"$'\\t\\x14'
  zpty -r -m inner output '*<<*>>*'
  print -r -- "\${\${output##*<<}%%>>*}"
done
`;

zsh.test("zsh loads the completion script and completes", async () => {
  await using home = await Home.make();
  const lines = completions.map(([line]) => line);
  const shell = home.startProgram("zsh", ["-f", "-c", zshScript, "zsh", ...lines]);
  const { stdout } = await shell.exited;
  const last = (line: string) => line.trimEnd().replace(/=$/, "").split(" ").at(-1);
  expect(stdout.trimEnd().split("\n").map(last)).toEqual(completions.map(([, word]) => word));
});
