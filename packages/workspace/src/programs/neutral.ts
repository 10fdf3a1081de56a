/**
 * A working directory and environment for programs that must not run workspace code, such as version checks. Many
 * programs read files in their working directory (a version manager's file, a module with the name they import), and
 * environment variables point interpreters to more files.
 */
import { delimiter, isAbsolute } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { workspaceTest } from "./workspace-files.js";

/** Variables that add options or scripts to an interpreter or a tool. */
const injecting = new Set([
  "BASH_ENV",
  "ENV",
  "GOFLAGS",
  "JAVA_TOOL_OPTIONS",
  "JDK_JAVA_OPTIONS",
  "_JAVA_OPTIONS",
  "LD_AUDIT",
  "LD_PRELOAD",
  "DYLD_INSERT_LIBRARIES",
  "LUA_INIT",
  "LUA_INIT_5_1",
  "LUA_INIT_5_2",
  "LUA_INIT_5_3",
  "LUA_INIT_5_4",
  "NODE_OPTIONS",
  "PERL5DB",
  "PERL5OPT",
  "PYTHONBREAKPOINT",
  "PYTHONINSPECT",
  "PYTHONWARNINGS",
  "RUBYOPT",
  "RUSTC",
  "RUSTC_WRAPPER",
  "RUSTC_WORKSPACE_WRAPPER",
]);

/** Variables with files or folders, single or a list, to load code from. */
const leading = new Set([
  "CLASSPATH",
  "DYLD_FRAMEWORK_PATH",
  "DYLD_LIBRARY_PATH",
  "GCONV_PATH",
  "GEM_HOME",
  "GEM_PATH",
  "BUNDLE_GEMFILE",
  "GOBIN",
  "GOROOT",
  "IPYTHONDIR",
  "JUPYTER_CONFIG_DIR",
  "JUPYTER_CONFIG_PATH",
  "JUPYTER_DATA_DIR",
  "JUPYTER_PATH",
  "LD_LIBRARY_PATH",
  "LUA_CPATH",
  "LUA_PATH",
  "NODE_PATH",
  "OPENSSL_CONF",
  "OPENSSL_ENGINES",
  "OPENSSL_MODULES",
  "PATH",
  "PERL5LIB",
  "PYTHONHOME",
  "PYTHONPATH",
  "PYTHONPYCACHEPREFIX",
  "PYTHONSTARTUP",
  "PYTHONUSERBASE",
  "RUBYLIB",
  "RUSTUP_TOOLCHAIN",
  "VIRTUAL_ENV",
]);

/** A toolchain can be a name instead of a path. */
const mayBeName = new Set(["RUSTUP_TOOLCHAIN"]);

/**
 * The PATH of the system's own programs, for starting them by name without the user's PATH.
 *
 * @example
 * spawnSync("ps", ["-A"], { env: { PATH: systemPath } });
 */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * Returns a directory that has no configuration files in it or above it.
 *
 * @example
 * execFile(program, ["--version"], { cwd: neutralDirectory(process.env) });
 */
export function neutralDirectory(env: Environment): string {
  return process.platform === "win32" ? (env.SystemRoot ?? env.SYSTEMROOT ?? "C:\\Windows") : "/";
}

/**
 * Returns the environment without variables that make programs load code from the workspace. Entries that point outside
 * the workspace are kept, because the user set them.
 *
 * @example
 * const env = await neutralEnvironment(process.env, ["/project"]);
 */
export async function neutralEnvironment(env: Environment, folders: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const isOurs = await workspaceTest(folders);
  const result: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    const known = name.toUpperCase();
    if (value === undefined || injecting.has(known)) continue;
    if (!leading.has(known) || (mayBeName.has(known) && !/[\\/]/.test(value))) {
      result[name] = value;
      continue;
    }
    const kept: string[] = [];
    for (const entry of value.split(delimiter)) if (isAbsolute(entry) && !(await isOurs(entry))) kept.push(entry);
    if (kept.length > 0 || known === "PATH") result[name] = kept.join(delimiter);
  }
  // Some programs trust PWD instead of asking the system for their working directory.
  if (result.PWD !== undefined && isAbsolute(result.PWD)) result.PWD = neutralDirectory(env);
  delete result.OLDPWD;
  return result;
}
