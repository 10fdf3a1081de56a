/** What a user may set about running code. */
import { KernelError } from "./errors.js";

/** A Jupyter server that runs already, here or elsewhere. */
export interface ExistingServer {
  /** As in the browser: `http://localhost:8888/`, `https://hub.example/user/ada/`; a path such as `/lab` may follow. */
  readonly url: string;
  /** By default the one in the URL's `?token=`. */
  readonly token?: string;
  /** The folder that the server shows as its root, when this machine has it too: then kernels start in the workspace. */
  readonly rootFolder?: string;
}

/**
 * How code is run. Without any setting, the Jupyter server that is installed is started on first use.
 *
 * @example
 * const settings: KernelSettings = { server: { url: "https://hub.example/user/ada/", token } };
 */
export interface KernelSettings {
  /** Use this server instead of starting one. */
  readonly server?: ExistingServer;
  /** The command that starts a server, e.g. `["/opt/conda/bin/jupyter-server"]`; by default it is looked for. */
  readonly command?: readonly string[];
  /** The kernel's name as `jupyter kernelspec list` shows it; by default the server's default Python. */
  readonly kernelName?: string;
  /**
   * May programs that lie in the workspace be run before any code is confirmed? True takes the Jupyter of its virtual
   * environment; by default nothing in the workspace is started. True is for workspaces that the user trusts.
   */
  readonly mayRunFromWorkspace?: boolean;
}

/** Where a server is, as it is spoken to. */
export interface ServerAddress {
  /** With the path that belongs to it, and a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
}

/** The pages that a browser's address may show behind a server's own path; a hub's user may be called like one. */
const pages = /(?<!^\/user)\/(lab|tree|notebooks|edit|consoles|terminals|doc|files|retro|voila)(\/.*)?$/;

/**
 * Reads a server's URL as a person would paste it. The token is never part of an error.
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
      `The Jupyter server's URL is not a URL. Give one like http://localhost:8888/.`,
    );
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw new KernelError(
      "bad-setting",
      `The Jupyter server's URL begins with ${parsed.protocol}; it must begin with http: or https:.`,
    );
  const found = token ?? parsed.searchParams.get("token") ?? "";
  if (/[^\x21-\x7e]/.test(found))
    throw new KernelError("bad-setting", "The Jupyter server's token has characters that no token has. Copy it again.");
  const path = parsed.pathname.replace(pages, "").replace(/\/*$/, "/");
  return { baseUrl: `${parsed.protocol}//${parsed.host}${path}`, token: found };
}
