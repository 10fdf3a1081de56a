/** The alternative that a developer would write: a plain CodeMirror on a page, with the view of its merge package. */
import { build } from "esbuild";
import { root } from "../bundle.mjs";
import { servePages } from "./chromium.mjs";

const code = `
  import { history, historyKeymap, defaultKeymap } from "@codemirror/commands";
  import { EditorState } from "@codemirror/state";
  import { EditorView, keymap, lineNumbers, drawSelection } from "@codemirror/view";
  import { unifiedMergeView } from "@codemirror/merge";

  const parts = [lineNumbers(), history(), drawSelection(), keymap.of([...defaultKeymap, ...historyKeymap])];
  const show = (doc, more) => new EditorView({ state: EditorState.create({ doc, extensions: [parts, more] }), parent: document.body }).focus();
  const load = async (path) => await (await fetch(path)).text();
  window.showFile = async () => show(await load("/large.txt"), []);
  window.showReview = async () => {
    const [original, changed] = await Promise.all([load("/old.txt"), load("/new.txt")]);
    show(changed, unifiedMergeView({ original }));
  };
`;

export async function servePlainCodemirror(texts) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: `${root}/editors/codemirror`, sourcefile: "plain.js" },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    logLevel: "error",
  });
  const html =
    '<!doctype html><title>plain</title><style>.cm-editor{height:90vh}</style><body><script src="/plain.js"></script>';
  return await servePages({ "/": html, "/plain.js": outputFiles[0].text, ...texts });
}
