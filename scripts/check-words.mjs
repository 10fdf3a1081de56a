/**
 * Finds phrases that a native speaker wouldn't write, or that the glossary in ARCHITECTURE.md replaced, and prints what
 * to write instead. Reads docs, the texts of VS Code's extension and Neovim's help, and product code, but not tests. In
 * Markdown, it skips blocks without a language (output of programs, which is checked where it is written) and text
 * between `<!-- check-words off -->` and `<!-- check-words on -->`.
 *
 *   node scripts/check-words.mjs [root]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root as ownRoot } from "./command.mjs";

/** A phrase (a regular expression in which a space is any white space, line breaks included) and what to write instead. */
const phrases = [
  // Words of the glossary, and names that changed.
  ["withh(?:olds|eld|olding)", "hide, hidden: one word for one thing"],
  ["@tandem/", "@tandem-ide/: that is the packages' scope"],
  ["createIde", "createEndpoint: that is the function's name"],
  ["newcomers?", "new session, new client"],
  ["(?:file|note|tab|notebook|canvas|editor) in front", "active file, active tab: the editors' own word"],
  ["joins any editor", "connects any editor"],
  // Archaic, or translated word by word.
  ["anew", "again"],
  ["wherefore", "so, which is why"],
  ["mend(?:s|ed|ing)?", "fix"],
  ["for ever", "forever"],
  ["judg(?:e|es|ed|ing)", "check, test, decide"],
  ["(?<!(?:none|some|one|each|all|both) )of (?:yours|ours|theirs)", "your, our, their"],
  ["as ever", "as usual"],
  ["by itself", "automatically, on its own"],
  ["(?:is|are|was|were) told", "gets, sees, is notified"],
  ["(?:is|are|was|were) said", "is reported, is documented"],
  ["(?:is|are|was|were) not to be (?:found|had|seen)", "can't find, isn't available"],
  ["cannot be had", "isn't available"],
  ["(?<!there )is no (?:port|file|folder|number|directory|path|notebook|url)", "is not a …"],
  ["mak(?:e|es|ing) no sense", "is invalid"],
  ["it is so that", "leave it out"],
  ["(?:that|which|what) waits?(?! (?:for|until))", "pending"],
  ["what is left", "the rest, what remains"],
  ["(?:go|goes|went) along", "is sent with"],
  ["stands? (?:there|in)", "is"],
  ["end(?:s|ed)? in order", "shuts down cleanly, exits normally"],
  ["at the door", "on arrival, where it arrives"],
  ["let in", "accepted, allowed"],
  ["dials? again", "reconnects, retries"],
  ["(?:when|where|that) it comes to", "for, about"],
  ["nevertheless", "still"],
  ["decid(?:e|es|ed|ing) about", "decide on"],
  ["counts? from [01]", "is counted from: a person counts, a line doesn't"],
  ["also (?:after|through|under|while|when|if|without) (?:a|an|the|its|it)", "even after …, or … too"],
  ["process (?:that )?has ended", "the process has exited: a turn or a review ends"],
  ["(?:an|no) answer (?:to|within)", "a response: only a person answers"],
];

/** What may be between two words: white space, and the marks that begin the next line of a comment. */
const gap = "(?:[ \\t]|\\r?\\n[ \\t]*(?:\\*|//|--+|>|#)?[ \\t]?)+";
const compiled = phrases.map(([phrase, instead]) => {
  const start = /^\w|^\(/.test(phrase) ? "(?<![\\w-])" : "";
  const end = /[\w)?]$/.test(phrase) ? "(?![\\w-])" : "";
  return { pattern: new RegExp(`${start}${phrase.replaceAll(" ", gap)}${end}`, "gi"), instead };
});

/** Generated from the titles of test scenarios. */
const generated = new Set([join("docs", "compatibility.md")]);
const skippedFolders = new Set([
  "node_modules",
  "dist",
  "test",
  "tests",
  "testing",
  "fixtures",
  "images",
  "schemas",
  ".git",
]);
const isTest = (path) => /\.(test|bench)\.[cm]?[jt]sx?$/.test(path);
const isText = (path) => /\.(md|txt|[cm]?tsx?|mjs|jsx?|lua|html|nls\.json)$/.test(path) && !/generated/.test(path);

/** Returns the files below a folder that contain texts, as paths from the root. */
function textFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : textFiles(root, path);
    return entry.isFile() && isText(path) && !isTest(path) ? [path] : [];
  });
}

/** Replaces text that isn't checked by spaces, so that lines keep their numbers. */
function checkedPart(path, text) {
  const blank = (part) => part.replace(/[^\n]/g, " ");
  const visible = text.replace(/<!-- check-words off -->[\s\S]*?<!-- check-words on -->/g, blank);
  return path.endsWith(".md")
    ? visible.replace(/^```(.*)\n[\s\S]*?^```$/gm, (block, language) => (language ? block : blank(block)))
    : visible;
}

function findPhrases(path, text) {
  return compiled.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split("\n").length;
      return { path, line, text: `${path}:${line}: "${match[0].replace(/\s+/g, " ")}" → ${instead}` };
    }),
  );
}

const [root = ownRoot] = process.argv.slice(2);
const rootPages = readdirSync(root).filter((name) => name.endsWith(".md"));
const folders = ["docs", "packages", "editors", "examples"];
const found = [...rootPages, ...folders.flatMap((folder) => textFiles(root, folder))]
  .filter((path) => !generated.has(path))
  .flatMap((path) => findPhrases(relative(".", path), checkedPart(path, readFileSync(join(root, path), "utf8"))))
  .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));

for (const { text } of found) console.error(text);
if (found.length > 0) {
  console.error(
    `${found.length} ${found.length === 1 ? "phrase" : "phrases"} to reword; scripts/check-words.mjs has the list.`,
  );
  process.exitCode = 1;
}
