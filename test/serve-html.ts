/** Serves one page on the loopback interface, for tests of code that has no server of its own. */
import { once } from "node:events";
import { createServer } from "node:http";

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveHtml(html: string, headers: Readonly<Record<string, string>> = {}): Promise<ServedPage> {
  const server = createServer((request, response) => {
    if (request.url === "/")
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
    else response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server of the page has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
