/// <reference lib="dom" />
/** The page of review.test.ts: opens a review for the test, without a host. */
import { javascript } from "@codemirror/lang-javascript";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { type ReviewComment, type ReviewState, startReview } from "@tandem-ide/base/review";
import {
  exactDoc,
  exactText,
  mentionKey,
  openReview,
  openReviewPanel,
  type PanelProposal,
  type Review,
  type ReviewLayout,
  reportSelection,
} from "@tandem-ide/codemirror";

export interface OpenOptions {
  readonly base: string;
  readonly result: string;
  readonly layout: ReviewLayout;
  readonly isDark?: boolean;
  readonly isWrapping?: boolean;
}

export interface PanelOptions {
  readonly proposal?: Partial<PanelProposal>;
  readonly state?: ReviewState;
  readonly comments?: readonly ReviewComment[];
  readonly isDark?: boolean;
  readonly isWrapping?: boolean;
}

export interface ReviewPage {
  review: Review;
  /** The last value of `onStateChanged`. */
  readonly states: ReviewState[];
  /** The values of `onDecided`. */
  readonly decided: boolean[];
  /** How many times `onChanged` was called. */
  changes: number;
  /** Violations of the content security policy, and errors. */
  readonly problems: string[];
  open(options: OpenOptions): void;
  /** The review with its bar. */
  openPanel(options: PanelOptions): void;
  /** The comments, each time they changed. */
  readonly commented: (readonly ReviewComment[])[];
  /** The panel's decisions. */
  readonly decisions: unknown[];
  setDark(isDark: boolean): void;
  /** An editor without a review that reports its selections and mentions. Its reports throw. */
  openEditor(text: string): EditorView;
  /** Selections as [anchor, head], and mentions. */
  readonly received: unknown[];
  /** Runs an action, waits until everything settles, and returns the longest time in ms in which the page was unresponsive. */
  longestPause(action: () => void): Promise<number>;
  settle(): Promise<void>;
}

declare global {
  interface Window {
    page: ReviewPage;
  }
}

const nonce = document.querySelector("script")?.nonce ?? "";
let destroy = () => {};

function extensionsFor(isDark: boolean, isWrapping: boolean): Extension {
  document.documentElement.style.background = isDark ? "#0d1117" : "#ffffff";
  return [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    javascript(),
    isDark ? [] : syntaxHighlighting(defaultHighlightStyle),
    isWrapping ? EditorView.lineWrapping : [],
    Prec.high(EditorView.theme(isDark ? { "&": { color: "#e6edf3" } } : {}, { dark: isDark })),
  ];
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

window.page = {
  get review(): Review {
    throw new Error("open() comes first");
  },
  states: [],
  decided: [],
  changes: 0,
  problems: [],
  open({ base, result, layout, isDark = false, isWrapping = false }) {
    destroy();
    const { page } = window;
    page.states.length = 0;
    page.decided.length = 0;
    page.changes = 0;
    const parent = document.querySelector<HTMLElement>("main");
    if (!parent) throw new Error("The page has no <main>.");
    const review = openReview({
      parent,
      state: startReview(base, result),
      layout,
      extensions: extensionsFor(isDark, isWrapping),
      onStateChanged: (state) => page.states.push(state),
      onChanged: () => page.changes++,
      onDecided: (isAccepted) => page.decided.push(isAccepted),
    });
    Object.defineProperty(page, "review", { value: review, configurable: true });
    destroy = () => review.destroy();
  },
  decisions: [],
  commented: [],
  openPanel({ proposal, state, comments, isDark = false, isWrapping = false }) {
    destroy();
    const { page } = window;
    page.commented.length = 0;
    page.decisions.length = 0;
    page.states.length = 0;
    const parent = document.querySelector<HTMLElement>("main");
    if (!parent) throw new Error("The page has no <main>.");
    const panel = openReviewPanel({
      parent,
      proposal: {
        path: "/notes/todo.md",
        oldText: "one\ntwo\nthree\nfour\n",
        newText: "ONE\ntwo\nthree\nFOUR\n",
        isNewFile: false,
        hasUnsavedChanges: false,
        ...proposal,
      },
      extensions: extensionsFor(isDark, isWrapping),
      ...(state ? { state } : {}),
      onDecided: (decision, reason) => page.decisions.push(reason === undefined ? decision : { ...decision, reason }),
      onStateChanged: (changed) => page.states.push(changed),
      onCommented: (comments) => page.commented.push(comments),
      ...(comments ? { comments } : {}),
    });
    Object.defineProperty(page, "review", { value: panel.review, configurable: true });
    destroy = () => panel.destroy();
    panel.focus();
  },
  received: [],
  openEditor(text) {
    destroy();
    const { received } = window.page;
    received.length = 0;
    const view = new EditorView({
      doc: exactDoc(text),
      parent: document.querySelector("main") ?? document.body,
      extensions: [
        EditorView.cspNonce.of(nonce),
        exactText(),
        EditorView.exceptionSink.of((error) => received.push(String(error))),
        mentionKey((lines) => received.push({ mention: lines ?? "the file" })),
        reportSelection(({ anchor, head }) => {
          received.push([anchor, head]);
          throw new Error("a report that fails");
        }),
      ],
    });
    destroy = () => view.destroy();
    view.focus();
    return view;
  },
  setDark: (isDark) => window.page.review.setExtensions(extensionsFor(isDark, false)),
  async settle() {
    for (let frame = 0; frame < 3; frame++) await nextFrame();
  },
  async longestPause(action) {
    let longest = 0;
    let last = performance.now();
    let isOver = false;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (!isOver) channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    action();
    await window.page.settle();
    isOver = true;
    return longest;
  },
};
document.addEventListener("securitypolicyviolation", (event) => {
  window.page.problems.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
});
window.addEventListener("error", (event) => window.page.problems.push(event.message));
