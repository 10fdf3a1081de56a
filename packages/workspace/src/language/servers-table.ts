/** The language servers that are known without any setting, best first: of those that fit a file the first one found is used. */
import { serverOptions } from "./server-options.js";

/** One way to start a server. */
export interface ServerProgram {
  /** The name on PATH, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** The npm package that brings it, for a look into the workspace's `node_modules`. */
  readonly npmPackage?: string;
  /** What `--version` has to print, for a name that other programs have too. */
  readonly version?: RegExp;
}

/** What is known about a server before it runs. */
export interface ServerDefinition {
  /** Its name in settings and in the status. */
  readonly id: string;
  /** Language ids, as editors have them. */
  readonly languages: readonly string[];
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  /**
   * Files that mark a project. The outermost folder with one, within the workspace folder, is the server's root; without
   * markers it is the workspace folder, which is right for every server that finds the projects in it by itself.
   */
  readonly rootMarkers: readonly string[];
  readonly program: ServerProgram;
  readonly workspaceCode: WorkspaceCode;
  readonly initializationOptions?: unknown;
  /** Answers `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Options that depend on where the program was found and whether the workspace is trusted. */
  readonly optionsFor?: (found: FoundServer) => Readonly<Record<string, unknown>> | NotUsable;
  /** How to ask it for the diagnostics of an open file, where the protocol's own ways do not do. */
  readonly ask?: "tsserver";
}

/** What a folder can make a server run, and whether it may start before the user trusts the folder. */
export interface WorkspaceCode {
  /** What of the folder it runs, or reads and obeys. docs/trust.md has the same words. */
  readonly obeys: string;
  /** Only for a server that was tried with a hostile folder, or read, and ran nothing of it. */
  readonly startsBeforeTrust: boolean;
}

/** Where a server was found. */
export interface FoundServer {
  /** The program or script. */
  readonly path: string;
  /** The workspace folder. */
  readonly folder: string;
  /** May code of the workspace run? */
  readonly isTrusted: boolean;
  /** The user's own options. */
  readonly initializationOptions: unknown;
}

/** Why a server that was found will not do. */
export interface NotUsable {
  readonly notUsable: string;
}

const typescript = {
  languages: ["typescript", "typescriptreact", "javascript", "javascriptreact"],
  extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
  rootMarkers: [],
};
/** A look at a file is no reason to run npm and download types into the user's home. */
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
 * The table.
 *
 * @example
 * const ids = defaultServers.map(({ id }) => id); // ["typescript", "typescript-language-server", "pyright", ...]
 */
export const defaultServers: readonly ServerDefinition[] = [
  {
    id: "typescript",
    ...typescript,
    // Older compilers have the same name and no server in them.
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
    optionsFor: serverOptions.typescriptLanguageServer,
    ask: "tsserver",
    workspaceCode: {
      obeys: "tsconfig.json, whose plugins it does not load; the folder's TypeScript only with trust",
      startsBeforeTrust: true,
    },
  },
  {
    id: "basedpyright",
    ...python,
    program: { command: "basedpyright-langserver", args: ["--stdio"], npmPackage: "basedpyright" },
    workspaceCode: {
      obeys: "not tried: it may look for a virtual environment in the folder and run its Python",
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
      obeys: "the folder's Python, and the plugins and hooks that its linters' settings name",
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
      obeys: "go and git: go.mod names a toolchain to fetch, cgo runs compilers, .git/config names programs",
      startsBeforeTrust: false,
    },
  },
  {
    id: "rust-analyzer",
    languages: ["rust"],
    extensions: [".rs"],
    rootMarkers: ["Cargo.toml", "rust-project.json"],
    // rustup puts a program of this name on PATH whether the server is installed or not.
    program: { command: "rust-analyzer", args: [], version: /^rust-analyzer \d/m },
    workspaceCode: {
      obeys: "cargo and rustc as rust-toolchain.toml and .cargo/config.toml say, build scripts, macros",
      startsBeforeTrust: false,
    },
  },
  {
    id: "clangd",
    ...c,
    program: { command: "clangd", args: [] },
    workspaceCode: {
      obeys: ".clangd and compile_commands.json, which name compilers and their options",
      startsBeforeTrust: false,
    },
  },
  {
    id: "lua-language-server",
    languages: ["lua"],
    extensions: [".lua"],
    rootMarkers: [],
    program: { command: "lua-language-server", args: [] },
    workspaceCode: { obeys: ".luarc.json, which names plugins", startsBeforeTrust: false },
  },
  {
    id: "ruby-lsp",
    languages: ["ruby"],
    extensions: [".rb", ".rake"],
    rootMarkers: ["Gemfile"],
    program: { command: "ruby-lsp", args: [] },
    workspaceCode: { obeys: "the Gemfile, which is a program, and add-ons of its gems", startsBeforeTrust: false },
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
