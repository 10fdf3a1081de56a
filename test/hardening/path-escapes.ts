/** Ways to write a path so that it leaves the workspace. Each has a name, to identify it in a failure. */

/** The target of an escaping path, in all the forms that an entry may need. */
export interface EscapeTarget {
  /** The workspace folder. */
  readonly folder: string;
  /** An absolute path outside it. */
  readonly outside: string;
  /** The same path, relative to the workspace folder: begins with `../`. */
  readonly relative: string;
}

export type Escape = readonly [name: string, path: (target: EscapeTarget) => string];

const encode = (text: string, dots: string, slash: string) => text.replaceAll("..", dots).replaceAll("/", slash);

/** One entry for each spelling of the dots and slashes of `../x`. */
const spellings: readonly (readonly [name: string, dots: string, slash: string])[] = [
  ["plain", "..", "/"],
  ["backslashes", "..", "\\"],
  ["both slashes", "..", "\\/"],
  ["percent-encoded dots", "%2e%2e", "/"],
  ["percent-encoded slashes", "..", "%2f"],
  ["percent-encoded both", "%2E%2E", "%2F"],
  ["percent-encoded twice", "%252e%252e", "%252f"],
  ["percent-encoded backslashes", "..", "%5c"],
  ["overlong UTF-8", "%c0%ae%c0%ae", "%c0%af"],
  ["encoded for IIS", "%u002e%u002e", "%u2215"],
  ["three dots", "...", "/"],
  ["dots and a space", ".. ", "/"],
  ["dots and a tab", "..\t", "/"],
  ["dots with a stream", "..::$INDEX_ALLOCATION", "/"],
  ["dots that come together when dots are removed", "....", "//"],
  ["fullwidth dots", "\uff0e\uff0e", "/"],
  ["fullwidth slashes", "..", "\uff0f"],
  ["one-dot leaders", "\u2024\u2024", "/"],
  ["a two-dot leader", "\u2025", "/"],
  ["division slashes", "..", "\u2215"],
  ["fraction slashes", "..", "\u2044"],
  ["big solidus", "..", "\u29f8"],
  ["zero-width spaces between", ".\u200b.", "/"],
  ["a soft hyphen between", ".\u00ad.", "/"],
  ["a byte-order mark between", ".\ufeff.", "/"],
  ["a combining mark", "..\u0338", "/"],
  ["right to left", "\u202e..", "/"],
  ["a lone surrogate", ".\ud800.", "/"],
  ["escape sequences", "\u001b[2K..", "/"],
];

/** Entries for a whole path. */
const forms: readonly Escape[] = [
  ["absolute", ({ outside }) => outside],
  ["absolute with two slashes", ({ outside }) => `/${outside}`],
  ["absolute with many slashes", ({ outside }) => `${"/".repeat(50)}${outside}`],
  ["dots after the folder", ({ folder, relative }) => `${folder}/${relative}`],
  ["dots after a folder that is not there", ({ relative }) => `none/../${relative}`],
  ["dots after a file", ({ relative }) => `a.txt/../${relative}`],
  ["dots in the middle", ({ folder, relative }) => `${folder}/./sub/../${relative}`],
  ["more dots than folders", ({ outside }) => `${"../".repeat(100)}${outside.slice(1)}`],
  ["the folder's name with more behind it", ({ folder, outside }) => `${folder}-twin/../${outside}`],
  ["home", () => "~/canary.txt"],
  ["somebody's home", () => "~root/canary.txt"],
  ["a variable", () => "$HOME/canary.txt"],
  ["a variable in braces", () => `\${HOME}/canary.txt`],
  ["a command", ({ outside }) => `$(cat ${outside})`],
  ["a command in backticks", ({ outside }) => `\`cat ${outside}\``],
  ["a URI", ({ outside }) => `file://${outside}`],
  ["a URI of localhost", ({ outside }) => `file://localhost${outside}`],
  ["a URI with encoded dots", ({ folder, relative }) => `file://${folder}/${relative.replaceAll("..", "%2e%2e")}`],
  ["a URI of another scheme", ({ outside }) => `http://127.0.0.1${outside}`],
  ["NUL at the end", ({ relative }) => `${relative}\0`],
  ["NUL and an extension", ({ relative }) => `${relative}\0.txt`],
  ["NUL after a file that is there", ({ relative }) => `a.txt\0/../${relative}`],
  ["an encoded NUL", ({ relative }) => `${relative}%00.txt`],
  ["a line break before", ({ relative }) => `\n${relative}`],
  ["a line break in the middle", ({ outside }) => `a.txt\n${outside}`],
  ["spaces around", ({ outside }) => ` ${outside} `],
  ["a dot at the end", ({ outside }) => `${outside}.`],
  ["a slash at the end", ({ outside }) => `${outside}/`],
  ["a slash and a dot at the end", ({ outside }) => `${outside}/.`],
  ["a drive", ({ outside }) => `C:${outside}`],
  ["a drive and dots", ({ relative }) => `C:${relative}`],
  ["a drive with backslashes", ({ outside }) => `C:${outside.replaceAll("/", "\\")}`],
  ["a share", ({ outside }) => `\\\\localhost${outside.replaceAll("/", "\\")}`],
  ["a share with slashes", ({ outside }) => `//localhost${outside}`],
  ["a device path", ({ outside }) => `\\\\?\\C:${outside.replaceAll("/", "\\")}`],
  ["a path of Win32 devices", ({ outside }) => `\\\\.\\${outside}`],
  ["a stream", ({ outside }) => `${outside}::$DATA`],
  ["a device name", () => "CON"],
  ["a device name with an extension", () => "NUL.txt"],
  ["a printer", () => "LPT1"],
  ["a null device", () => "/dev/null"],
  ["a device that never ends", () => "/dev/zero"],
  ["a terminal", () => "/dev/tty"],
  ["standard input", () => "/dev/stdin"],
  ["this process's root", ({ outside }) => `/proc/self/root${outside}`],
  ["this process's working directory", () => "/proc/self/cwd/package.json"],
  ["this process's environment", () => "/proc/self/environ"],
  ["this process's memory", () => "/proc/self/mem"],
  ["a descriptor of this process", () => "/proc/self/fd/0"],
  ["a link to the file", () => "link-to-file.txt"],
  ["a link to its folder", () => "link-to-folder/canary.txt"],
  ["a link to a link", () => "link-to-link/canary.txt"],
  ["a relative link", () => "relative-link/canary.txt"],
  ["a link to the root", ({ outside }) => `link-to-root${outside}`],
  ["a link to nothing yet", () => "dangling.txt"],
  ["a link to a folder that is not there yet", () => "dangling-folder/new.txt"],
  ["a link to itself", () => "loop/canary.txt"],
  ["a link to /proc", ({ outside }) => `link-to-proc/self/root${outside}`],
  ["through a link and back", ({ folder }) => `link-to-folder/..${folder}/../canary.txt`],
  ["a pipe", () => "pipe"],
  ["a name of 256 bytes", () => "x".repeat(256)],
  ["a path of 5,000 bytes", ({ relative }) => `${"x/".repeat(2500)}${relative}`],
  ["a million characters", ({ outside }) => `${"x".repeat(1_000_000)}${outside}`],
  ["ten thousand dots", ({ outside }) => `${"../".repeat(10_000)}${outside.slice(1)}`],
  ["ten thousand times here", ({ relative }) => `${"./".repeat(10_000)}${relative}`],
  ["nothing", () => ""],
  ["here", () => "."],
  ["above", () => ".."],
  ["the root", () => "/"],
];

/** All of them. */
export const escapes: readonly Escape[] = [
  ...spellings.flatMap(([name, dots, slash]): Escape[] => [
    [`${name}, relative`, ({ relative }) => encode(relative, dots, slash)],
    [`${name}, after the folder`, ({ folder, relative }) => `${folder}${slash}${encode(relative, dots, slash)}`],
    [`${name}, after a folder in it`, ({ relative }) => `sub${slash}${encode(`../${relative}`, dots, slash)}`],
  ]),
  ...forms,
];

/** Spellings of a hidden file's path, each of which means the same file on some system. */
export const hiddenSpellings: readonly Escape[] = [
  ["plain", () => ".env"],
  ["absolute", ({ folder }) => `${folder}/.env`],
  ["from here", () => "./.env"],
  ["from here, often", () => "././././.env"],
  ["slashes before", () => "///.env"],
  ["slashes between", ({ folder }) => `${folder}//./.env`],
  ["a slash behind", () => ".env/"],
  ["a dot behind", () => ".env/."],
  ["through a folder", ({ folder }) => `${folder}/sub/../.env`],
  ["capitals", () => ".ENV"],
  ["a drive", () => "C:/.env"],
  ["a link to it", () => "harmless.txt"],
  ["a link to the folder", () => "own-folder/.env"],
  ["a link in a folder of links", () => "own-folder/own-folder/harmless.txt"],
  ["a copy's name", () => ".env.local"],
  ["in another folder", () => "sub/.env"],
  ["a file of git", () => ".git/config"],
  ["a file of git through a link", () => "own-folder/.git/config"],
  ["a key", () => "sub/id_rsa"],
  ["by the user's own rules", () => "sub/private notes.txt"],
  ["by the user's own rules, capitals", () => "SUB/Private Notes.TXT"],
];

/** Files that some program runs automatically, in all spellings that some system accepts for them. */
export const codeFiles: readonly Escape[] = [
  ["an editor's tasks", () => ".vscode/tasks.json"],
  ["an editor's project", () => "x.code-workspace"],
  ["a hook", () => ".husky/pre-commit"],
  ["a manifest", () => "package.json"],
  ["a manifest, absolute", ({ folder }) => `${folder}/package.json`],
  ["a manifest in a folder in it", () => "sub/package.json"],
  ["a program of a dependency", () => "node_modules/.bin/tsc"],
  ["an agent's servers", () => ".mcp.json"],
  ["an agent's orders", () => "CLAUDE.md"],
  ["a build", () => "Makefile"],
  ["a tool's settings that are code", () => "vite.config.ts"],
  ["a pipeline", () => ".github/workflows/ci.yml"],
  ["shell startup", () => ".envrc"],
  ["an embedded repository", () => "sub/HEAD"],
  ["a program beside the one that is meant", () => "git.exe"],
  ["capitals", () => "Package.JSON"],
  ["a dot behind", () => "package.json."],
  ["a blank behind", () => "package.json "],
  ["a stream", () => "package.json::$DATA"],
  ["a folder's index", () => "node_modules:$I30:$INDEX_ALLOCATION/x.js"],
  ["an invisible character", () => "package\u200b.json"],
  ["fullwidth letters", () => "\uff4dakefile"],
  ["backslashes", () => "sub\\.vscode\\tasks.json"],
  ["a link to a folder of tools", () => "own-folder/.vscode/tasks.json"],
];
