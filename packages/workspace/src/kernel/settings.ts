/** The user's settings for running code. */
import { KernelError } from "./errors.js";

/** A running Jupyter server, on this machine or elsewhere. */
export interface ExistingServer {
  /**
   * As shown in the browser: `http://localhost:8888/` or `https://hub.example/user/ada/`, optionally with a path such
   * as `/lab`.
   */
  readonly url: string;
  /** Defaults to the one in the URL's `?token=`. */
  readonly token?: string | undefined;
  /** The server's root folder, if this machine has it too. Then kernels start in the workspace. */
  readonly rootFolder?: string | undefined;
}

/**
 * Settings for running code. By default, the installed Jupyter server is started on first use.
 *
 * @example
 * const settings: KernelSettings = { server: { url: "https://hub.example/user/ada/", token } };
 */
export interface KernelSettings {
  /** Use this server instead of starting one. */
  readonly server?: ExistingServer | undefined;
  /** The command that starts a server, e.g. `["/opt/conda/bin/jupyter-server"]`. Found automatically by default. */
  readonly command?: readonly string[] | undefined;
  /** The kernel's name from `jupyter kernelspec list`. Defaults to the server's default Python kernel. */
  readonly kernelName?: string | undefined;
  /**
   * Whether programs in the workspace may run before the user confirms any code, such as the Jupyter of its virtual
   * environment. False by default. Set it only for workspaces that the user trusts.
   */
  readonly mayRunFromWorkspace?: boolean;
}

/** The address of a server. */
export interface ServerAddress {
  /** With the server's path and a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

/** Matches the path of a page after the server's own path. A hub's user may have the same name as a page. */
const pagePath = /(?<!^\/user)\/(lab|tree|notebooks|edit|consoles|terminals|doc|files|retro|voila)(\/.*)?$/;

/**
 * Parses a server's URL as the user pastes it. Errors never contain the token.
 *
 * @example
 * parseServer({ url: "http://localhost:8888/lab?token=abc" }); // { baseUrl: "http://localhost:8888/", token: "abc" }
 */
export function parseServer({ url, token }: ExistingServer): ServerAddress {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new KernelError(
      "bad-setting",
      `The Jupyter server's URL is invalid. It must look like http://localhost:8888/.`,
    );
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw new KernelError(
      "bad-setting",
      `The Jupyter server's URL starts with ${parsed.protocol}, but it must start with http: or https:.`,
    );
  const found = token ?? parsed.searchParams.get("token") ?? "";
  if (/[^\x21-\x7e]/.test(found))
    throw new KernelError("bad-setting", "The Jupyter server's token contains invalid characters. Copy it again.");
  const path = parsed.pathname.replace(pagePath, "").replace(/\/*$/, "/");
  return { baseUrl: `${parsed.protocol}//${parsed.host}${path}`, token: found };
}
