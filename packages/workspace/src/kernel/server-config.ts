/**
 * The configuration of a server of ours, as the Python file that Jupyter reads. In a file and not in arguments, because
 * every user of the machine can read a process's arguments, and not in the environment, because kernels inherit that and
 * the code that they run could print the token.
 */

export interface ServerConfig {
  readonly port: number;
  readonly token: string;
  /** An empty folder, in which kernels are started. */
  readonly start: string;
  /** The server's own, removed at its end. */
  readonly directory: string;
  readonly isRoot: boolean;
}

export function pythonConfig({ port, token, start, directory, isRoot }: ServerConfig): string {
  // JSON's strings are Python's, but for half surrogates and DEL, which no path or token here has.
  const text = (value: string) => JSON.stringify(value);
  return `import atexit, os, shutil, signal, threading

c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = ${port}
c.ServerApp.port_retries = 0
c.ServerApp.base_url = "/"
# Servers before 2.0 have the token here, later ones there.
c.ServerApp.token = ${text(token)}
c.IdentityProvider.token = ${text(token)}
c.ServerApp.password = ""
c.PasswordIdentityProvider.hashed_password = ""
c.ServerApp.open_browser = False
c.ServerApp.allow_root = ${isRoot ? "True" : "False"}
c.ServerApp.root_dir = ${text(start)}
c.ServerApp.terminals_enabled = False
# The limits drop output to spare a browser. Whoever started this server bounds what it keeps, and says what it cut.
c.ServerApp.iopub_data_rate_limit = 0
c.ServerApp.iopub_msg_rate_limit = 0
c.ZMQChannelsWebsocketConnection.iopub_data_rate_limit = 0
c.ZMQChannelsWebsocketConnection.iopub_msg_rate_limit = 0
# A kernel that died shall be told soon, and one that cannot start not be tried for long.
c.KernelRestarter.time_to_dead = 1.0
c.KernelRestarter.restart_limit = 2

atexit.register(shutil.rmtree, ${text(directory)}, ignore_errors=True)


def end_with_starter():
    # Standard input is a pipe from whoever started this server. It ends when that process does, however it does.
    try:
        while os.read(0, 1024):
            pass
    except OSError:
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=end_with_starter, daemon=True).start()
`;
}
