/** A window whose connection holds some of the host's messages, until the test lets them through. */
import type { BrowserContext, Page } from "playwright-core";

export interface SlowWindow {
  readonly page: Page;
  /** The messages that wait. */
  readonly held: readonly (() => void)[];
  letThrough(): void;
}

/** Opens another window of the workbench at this address. */
export async function openSlowWindow(
  context: BrowserContext,
  address: string,
  isHeld: (message: string) => boolean,
): Promise<SlowWindow> {
  const held: (() => void)[] = [];
  const page = await context.newPage();
  let isHolding = true;
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHolding && isHeld(String(message))) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto(new URL("/", address).href);
  await page.locator('[data-testid="tree-row"]').first().waitFor();
  const letThrough = () => {
    isHolding = false;
    for (const send of held.splice(0)) send();
  };
  return { page, held, letThrough };
}
