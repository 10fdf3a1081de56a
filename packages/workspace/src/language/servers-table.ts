/** The built-in language servers, best first. The first installed one that supports a file is used. */
import { type FoundServer, typescriptLanguageServerOptions } from "./server-options.js";

/** The program of a server. */
export interface ServerProgram {
  /** The name on PATH, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** The npm package that contains it, to search for it in the workspace's `node_modules`. */
  readonly npmPackage?: string;
  /** The expected output of `--version`, for a name that other programs have too. */
  readonly version?: RegExp;
}

/** A language server and how to start it. */
export interface ServerDefinition {
  /** Its name in settings and in the status. */
  readonly id: string;
  /** Language ids, as used by editors. */
  readonly languages: readonly string[];
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  /**
   * Files that mark a project. The server's root is the outermost folder with one, within the workspace folder. Without
   * markers it is the workspace folder, which suits servers that find the projects in it on their own.
   */
  readonly rootMarkers: readonly string[];
  readonly program: ServerProgram;
  readonly workspaceCode: WorkspaceCode;
  readonly initializationOptions?: unknown;
  /** The responses to `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Returns options that depend on the program's location and on the user's trust. */
  readonly optionsFor?: (found: FoundServer) => Readonly<Record<string, unknown>> | NotUsable;
  /** How to request diagnostics, if the protocol's own methods aren't sufficient. */
  readonly ask?: "tsserver";
}

/** The code of a folder that a server can run, and whether the server may start before the user trusts the folder. */
export interface WorkspaceCode {
  /** The code or configuration of the folder that it runs. Keep docs/trust.md in sync. */
  readonly obeys: string;
  /** True only for a server that was tested with a hostile folder, or reviewed, and ran none of its code. */
  readonly startsBeforeTrust: boolean;
}

/** The reason why a server can't be used. */
export interface NotUsable {
  readonly notUsable: string;
}

const typescript = {
  languages: ["typescript", "typescriptreact", "javascript", "javascriptreact"],
  extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
  rootMarkers: [],
};
/** Opening a file must not run npm and download types into the user's home. */
const noTypeDownloads = {
  disableAutomaticTypeAcquisition: true,
  tsserver: { automaticTypeAcquisition: { enabled: false } },
};
const python = { languages: ["python"], extensions: [".py", ".pyi"], rootMarkers: [] };
const c = {
  languages: ["c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"],
  extensions: [".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".cu"],
  rootMarkers: [],
};

/**
 * The built-in servers.
 *
 * @example
 * const ids = defaultServers.map(({ id }) => id); // ["typescript", "typescript-language-server", "pyright", ...]
 */
export const defaultServers: readonly ServerDefinition[] = [
  {
    id: "typescript",
    ...typescript,
    // Older compilers have the same name but contain no server.
    program: {
      command: "tsc",
      args: ["--lsp", "--stdio"],
      npmPackage: "typescript",
      version: /^Version ([7-9]|[1-9]\d)\./m,
    },
    settings: { typescript: noTypeDownloads, javascript: noTypeDownloads, "js/ts": noTypeDownloads },
    workspaceCode: { obeys: "tsconfig.json, as data; it loads no plugins", startsBeforeTrust: true },
  },
  {
    id: "typescript-language-server",
    ...typescript,
    program: { command: "typescript-language-server", args: ["--stdio"], npmPackage: "typescript-language-server" },
    optionsFor: typescriptLanguageServerOptions,
    ask: "tsserver",
    workspaceCode: {
      obeys: "tsconfig.json, whose plugins it doesn't load; the folder's TypeScript only with trust",
      startsBeforeTrust: true,
    },
  },
  {
    id: "basedpyright",
    ...python,
    program: { command: "basedpyright-langserver", args: ["--stdio"], npmPackage: "basedpyright" },
    workspaceCode: {
      obeys: "possibly the Python of a virtual environment in the folder (untested)",
      startsBeforeTrust: false,
    },
  },
  {
    id: "pyright",
    ...python,
    program: { command: "pyright-langserver", args: ["--stdio"], npmPackage: "pyright" },
    workspaceCode: {
      obeys: "pyrightconfig.json and pyproject.toml, as data; it runs the Python on your PATH",
      startsBeforeTrust: true,
    },
  },
  {
    id: "pylsp",
    ...python,
    program: { command: "pylsp", args: [] },
    workspaceCode: {
      obeys: "the folder's Python, and plugins and hooks specified in its linters' settings",
      startsBeforeTrust: false,
    },
  },
  {
    id: "gopls",
    languages: ["go", "go.mod", "go.work"],
    extensions: [".go"],
    rootMarkers: ["go.work", "go.mod"],
    program: { command: "gopls", args: [] },
    workspaceCode: {
      obeys: "go and git, with toolchains from go.mod, compilers for cgo, and programs from .git/config",
      startsBeforeTrust: false,
    },
  },
  {
    id: "rust-analyzer",
    languages: ["rust"],
    extensions: [".rs"],
    rootMarkers: ["Cargo.toml", "rust-project.json"],
    // rustup puts a program with this name on PATH even if the server isn't installed.
    program: { command: "rust-analyzer", args: [], version: /^rust-analyzer \d/m },
    workspaceCode: {
      obeys: "cargo and rustc as set in rust-toolchain.toml and .cargo/config.toml, build scripts, macros",
      startsBeforeTrust: false,
    },
  },
  {
    id: "clangd",
    ...c,
    program: { command: "clangd", args: [] },
    workspaceCode: {
      obeys: ".clangd and compile_commands.json, which specify compilers and their options",
      startsBeforeTrust: false,
    },
  },
  {
    id: "lua-language-server",
    languages: ["lua"],
    extensions: [".lua"],
    rootMarkers: [],
    program: { command: "lua-language-server", args: [] },
    workspaceCode: { obeys: ".luarc.json, which specifies plugins", startsBeforeTrust: false },
  },
  {
    id: "ruby-lsp",
    languages: ["ruby"],
    extensions: [".rb", ".rake"],
    rootMarkers: ["Gemfile"],
    program: { command: "ruby-lsp", args: [] },
    workspaceCode: { obeys: "the Gemfile, which is a program, and add-ons from its gems", startsBeforeTrust: false },
  },
  {
    id: "zls",
    languages: ["zig"],
    extensions: [".zig", ".zon"],
    rootMarkers: ["build.zig"],
    program: { command: "zls", args: [] },
    workspaceCode: { obeys: "build.zig, which is a program", startsBeforeTrust: false },
  },
  {
    id: "bash-language-server",
    languages: ["shellscript"],
    extensions: [".sh", ".bash"],
    rootMarkers: [],
    program: { command: "bash-language-server", args: ["start"], npmPackage: "bash-language-server" },
    workspaceCode: { obeys: "shellcheck and shfmt, run in the folder with its settings", startsBeforeTrust: false },
  },
];
