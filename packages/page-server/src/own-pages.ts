/**
 * The sign-in pages and their scripts, as text: they are too small for a build. Scripts are separate resources because
 * the policy allows none inside HTML.
 */

const howToSignIn = "In Tandem's terminal, type “page” for a new link.";

export const messages = {
  notSignedIn: `This browser isn't signed in, or Tandem has restarted. ${howToSignIn}`,
  wrongToken: `This link was already used, or belongs to an earlier run of Tandem. ${howToSignIn}`,
  tooManyWrong: `Too many invalid links. Wait a minute, then try again. ${howToSignIn}`,
  noAnswer: "Tandem isn't responding. Start it again in a terminal, then open the link it prints.",
  noStorage: "This browser blocks storage for this page. Allow site data for it, then open a new link.",
} as const;

function page(message: string, script: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Tandem</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/enter.css" />
    ${script}
  </head>
  <body>
    <main>
      <h1>Tandem</h1>
      <p id="message" role="status">${message}</p>
    </main>
  </body>
</html>
`;
}

export const notSignedInPage = page(messages.notSignedIn, "");

/** The page that links open. */
export const enterPage = page("Opening…", `<script src="/enter.js" defer></script>`);

export const enterStyle = `html { font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0; }
`;

/**
 * Takes the token out of the URL's fragment, which never reaches a server or a log, exchanges it, and opens the page. A
 * second link in the same tab changes only the fragment and loads nothing, hence the listener.
 */
export const enterScript = `"use strict";
const show = (message) => { document.getElementById("message").textContent = message; };
async function enter() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (token === "") return show(${JSON.stringify(messages.notSignedIn)});
  let answer;
  try {
    answer = await fetch("/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    // The link was already used, but this browser is signed in.
    if (!answer.ok && (await fetch("/", { method: "HEAD" })).ok) return location.replace("/");
    if (!answer.ok) return show(await answer.text());
  } catch {
    return show(${JSON.stringify(messages.noAnswer)});
  }
  const { key } = await answer.json();
  try {
    localStorage.setItem("tandem-key", key);
  } catch {
    return show(${JSON.stringify(messages.noStorage)});
  }
  location.replace("/");
}
addEventListener("hashchange", () => { if (location.hash !== "") enter(); });
enter();
`;

/** Runs in every load of the page and sends the browser's key for it; see page-loads.ts. */
export const tabScript = `"use strict";
const { secret } = document.currentScript.dataset;
document.currentScript.remove();
const leave = () => location.replace("/enter");
let key = null;
try {
  key = localStorage.getItem("tandem-key");
} catch {
  // Storage is blocked for this page, so there is no key.
}
if (key === null) leave();
else
  fetch("/tab", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key, secret }),
  }).then((answer) => answer.ok || leave(), () => {});
`;

/** Fills in the placeholders for one load of the page. */
export function fillPage(html: string, { nonce, secret }: { nonce: string; secret: string }): string {
  const filled = html.replaceAll("{{nonce}}", nonce).replaceAll("{{secret}}", secret);
  // Appended to the HTML from the build. Module scripts still run after it.
  return `${filled}<script src="/tab.js" data-secret="${secret}"></script>\n`;
}
