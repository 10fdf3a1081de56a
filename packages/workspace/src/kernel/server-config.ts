/**
 * The configuration of a server that we start, as a Python file for Jupyter. Not in arguments, which every user of the
 * machine can read, and not in the environment, which kernels inherit, so that code could print the token.
 */

export interface ServerConfig {
  readonly port: number;
  readonly token: string;
  /** An empty folder in which kernels start. */
  readonly startFolder: string;
  /** The server's directory, which is removed when it exits. */
  readonly directory: string;
  readonly isRoot: boolean;
}

export function pythonConfig({ port, token, startFolder, directory, isRoot }: ServerConfig): string {
  // JSON strings are valid in Python, except lone surrogates and DEL, which these paths and tokens don't contain.
  const text = (value: string) => JSON.stringify(value);
  return `import atexit, os, shutil, signal, threading

c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = ${port}
c.ServerApp.port_retries = 0
c.ServerApp.base_url = "/"
# The first is for servers before 2.0, the second for later ones.
c.ServerApp.token = ${text(token)}
c.IdentityProvider.token = ${text(token)}
c.ServerApp.password = ""
c.PasswordIdentityProvider.hashed_password = ""
c.ServerApp.open_browser = False
c.ServerApp.allow_root = ${isRoot ? "True" : "False"}
c.ServerApp.root_dir = ${text(startFolder)}
c.ServerApp.terminals_enabled = False
# The limits drop output to protect browsers. Tandem limits the output itself and notes what it omits.
c.ServerApp.iopub_data_rate_limit = 0
c.ServerApp.iopub_msg_rate_limit = 0
c.ZMQChannelsWebsocketConnection.iopub_data_rate_limit = 0
c.ZMQChannelsWebsocketConnection.iopub_msg_rate_limit = 0
# Report a dead kernel soon, and don't retry for long when one can't start.
c.KernelRestarter.time_to_dead = 1.0
c.KernelRestarter.restart_limit = 2

atexit.register(shutil.rmtree, ${text(directory)}, ignore_errors=True)


def exit_with_parent():
    # Standard input is a pipe from the process that started this server. It closes when that process exits for any reason.
    try:
        while os.read(0, 1024):
            pass
    except OSError:
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=exit_with_parent, daemon=True).start()
`;
}
