/**
 * Where programs are asked for their version, and run for a folder that is not trusted. Many of them read what lies in
 * their working directory (a version manager's file, a module of the name that they import), and variables lead
 * interpreters to more.
 */
import { delimiter, isAbsolute } from "node:path";
import type { Environment } from "@tandem/base";
import { workspaceTest } from "./workspace-files.js";

/** Options and scripts that an interpreter or a tool takes before its own work. */
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

/** Files and folders, one or a list, from which code is loaded. */
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

/** A toolchain's name is no path. */
const mayBeName = new Set(["RUSTUP_TOOLCHAIN"]);

/**
 * Where the system's own programs are, for those that are started by name without a look at the user's PATH.
 *
 * @example
 * spawnSync("ps", ["-A"], { env: { PATH: systemPath } });
 */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * A directory with nothing in it that programs obey, and nothing above it.
 *
 * @example
 * execFile(program, ["--version"], { cwd: neutralDirectory(process.env) });
 */
export function neutralDirectory(env: Environment): string {
  return process.platform === "win32" ? (env.SystemRoot ?? env.SYSTEMROOT ?? "C:\\Windows") : "/";
}

/**
 * The environment without what makes programs load code, or look into the workspace. What leads to places outside of it
 * is the user's own and stays.
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
  // Shells set it, and some programs believe it rather than ask where they are.
  if (result.PWD !== undefined && isAbsolute(result.PWD)) result.PWD = neutralDirectory(env);
  delete result.OLDPWD;
  return result;
}
