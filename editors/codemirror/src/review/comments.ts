/** The user's comments on lines of the result. Each is drawn below its line and moves with it. */
import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { ReviewComment } from "@tandem-ide/base/review";
import { type CommentActions, CommentField, ShownComment } from "./comment-widgets.js";

interface Comment {
  readonly id: number;
  /** The start of its line. */
  readonly at: number;
  readonly text: string;
}

interface Comments {
  readonly all: readonly Comment[];
  /** The id of the one that is being edited. */
  readonly open: number | undefined;
}

const openAt = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) });
const close = StateEffect.define<null>();
const write = StateEffect.define<{ readonly id: number; readonly text: string }>();
const replaceAll = StateEffect.define<readonly ReviewComment[]>();

function closed({ all }: Comments): Comments {
  return { all: all.filter(({ text }) => text.trim() !== ""), open: undefined };
}

function openedAt(before: Comments, at: number): Comments {
  const { all } = closed(before);
  const existing = all.find((comment) => comment.at === at);
  const id = existing?.id ?? Math.max(0, ...before.all.map((comment) => comment.id)) + 1;
  return { all: existing ? all : [...all, { id, at, text: "" }].sort((a, b) => a.at - b.at), open: id };
}

function written({ all, open }: Comments, { id, text }: { readonly id: number; readonly text: string }): Comments {
  const next = { all: all.map((comment) => (comment.id === id ? { ...comment, text } : comment)), open };
  return open === id ? next : closed(next);
}

const commentField = StateField.define<Comments>({
  create: () => ({ all: [], open: undefined }),
  update(value, { changes, docChanged, effects, newDoc }) {
    let next = value;
    if (docChanged && next.all.length > 0) {
      const moved = (at: number) => newDoc.lineAt(changes.mapPos(at, 1)).from;
      next = { ...next, all: next.all.map((comment) => ({ ...comment, at: moved(comment.at) })) };
    }
    for (const effect of effects) {
      if (effect.is(openAt)) next = openedAt(next, newDoc.lineAt(effect.value).from);
      if (effect.is(close)) next = closed(next);
      if (effect.is(write)) next = written(next, effect.value);
      if (effect.is(replaceAll)) {
        const valid = effect.value.filter(({ line }) => line < newDoc.lines);
        const all = valid.map(({ line, text }, id) => ({ id, at: newDoc.line(line + 1).from, text }));
        next = { all: all.sort((a, b) => a.at - b.at), open: undefined };
      }
    }
    return next;
  },
});

const actions: CommentActions = {
  edit: (view, id) => {
    const comment = view.state.field(commentField).all.find((each) => each.id === id);
    if (comment) openComment(view, comment.at);
  },
  write: (view, id, text) => view.dispatch({ effects: write.of({ id, text }) }),
  close: (view) => {
    view.dispatch({ effects: close.of(null) });
    view.focus();
  },
};

function draw(state: EditorState): DecorationSet {
  const { all, open } = state.field(commentField);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { id, at, text } of all) {
    const line = state.doc.lineAt(at);
    const Widget = id === open ? CommentField : ShownComment;
    const widget = new Widget(id, line.number, text, actions);
    builder.add(line.to, line.to, Decoration.widget({ widget, block: true, side: 1 }));
  }
  return builder.finish();
}

export const comments: Extension = [commentField, EditorView.decorations.compute(["doc", commentField], draw)];

/** Returns the comments of the result's editor, from top to bottom, one for each line. */
export function commentsOf(state: EditorState): readonly ReviewComment[] {
  const texts = new Map<number, string>();
  for (const { at, text } of state.field(commentField).all) {
    if (text.trim() === "") continue;
    const line = state.doc.lineAt(at).number - 1;
    // Two lines with comments may have become one.
    texts.set(line, [texts.get(line), text].filter((each) => each !== undefined).join("\n"));
  }
  return [...texts].map(([line, text]) => ({ line, text }));
}

export function haveCommentsChanged(before: EditorState, now: EditorState): boolean {
  return before.field(commentField) !== now.field(commentField);
}

/** Returns the lines of the result below which there is a comment, from 0. */
export function commentedLines(state: EditorState): readonly number[] {
  return (state.field(commentField, false)?.all ?? []).map(({ at }) => state.doc.lineAt(at).number - 1);
}

export function withComments(all: readonly ReviewComment[]): TransactionSpec {
  return { effects: replaceAll.of(all) };
}

/** Opens the field for the comment on the line at this position, and gives it the focus. */
export function openComment(view: EditorView, at: number): void {
  const { from } = view.state.doc.lineAt(at);
  view.dispatch({ effects: [openAt.of(from), EditorView.scrollIntoView(from, { y: "nearest", yMargin: 80 })] });
  const field = view.dom.querySelector<HTMLTextAreaElement>(".tandem-comment-field");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
