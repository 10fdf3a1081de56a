/**
 * The door's own pages and scripts, as text: they are needed before anybody is let in, and are too small for a build.
 * Scripts stand in resources of their own, because the policy allows none inside HTML.
 */

const howToGetIn = "In the terminal where Tandem runs type “page” for a new link.";

export const wordsForPeople = {
  notIn: `This browser is not let in yet, or Tandem was started anew. ${howToGetIn}`,
  wrongToken: `This link was already used or is not from the running Tandem. ${howToGetIn}`,
  tooManyWrong: "Too many wrong links were tried. Wait a minute, then type “page” in the terminal where Tandem runs.",
  noAnswer: "Tandem does not answer any more. Start it again in a terminal, and open the link that it shows.",
  noStorage: "This browser stores nothing for this page. Allow site data for it, then open a new link.",
} as const;

function page(words: string, script: string): string {
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
      <p id="words" role="status">${words}</p>
    </main>
  </body>
</html>
`;
}

/** What a browser gets that was not let in. */
export const notInPage = page(wordsForPeople.notIn, "");

/** Where links lead. */
export const enterPage = page("Opening …", `<script src="/enter.js" defer></script>`);

export const enterStyle = `html { font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0; }
`;

/**
 * Takes the token out of the address, where it never reaches a server or a log, exchanges it, and goes to the page. A
 * second link in the same tab changes only the fragment, which loads nothing: hence the listener.
 */
export const enterScript = `"use strict";
const say = (words) => { document.getElementById("words").textContent = words; };
async function enter() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (token === "") return say(${JSON.stringify(wordsForPeople.notIn)});
  let answer;
  try {
    answer = await fetch("/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    // A link that was used already, in a browser that is in already.
    if (!answer.ok && (await fetch("/", { method: "HEAD" })).ok) return location.replace("/");
    if (!answer.ok) return say(await answer.text());
  } catch {
    return say(${JSON.stringify(wordsForPeople.noAnswer)});
  }
  const { key } = await answer.json();
  try {
    localStorage.setItem("tandem-key", key);
  } catch {
    return say(${JSON.stringify(wordsForPeople.noStorage)});
  }
  location.replace("/");
}
addEventListener("hashchange", () => { if (location.hash !== "") enter(); });
enter();
`;

/** Runs in every load of the page, and shows the browser's key for it; see page-loads.ts. */
export const tabScript = `"use strict";
const { secret } = document.currentScript.dataset;
document.currentScript.remove();
const leave = () => location.replace("/enter");
let key = null;
try {
  key = localStorage.getItem("tandem-key");
} catch {
  // Storage is turned off for this page, so it has no key.
}
if (key === null) leave();
else
  fetch("/tab", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key, secret }),
  }).then((answer) => answer.ok || leave(), () => {});
`;

/** The HTML of the page for one load of it. */
export function fillPage(html: string, { nonce, secret }: { nonce: string; secret: string }): string {
  const filled = html.replaceAll("{{nonce}}", nonce).replaceAll("{{secret}}", secret);
  // At the end, after whatever the build wrote; scripts that are modules run later still.
  return `${filled}<script src="/tab.js" data-secret="${secret}"></script>\n`;
}
