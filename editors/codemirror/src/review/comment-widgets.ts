/** A comment below its line: shown, or in a field that edits it. */
import { type EditorView, WidgetType } from "@codemirror/view";
import { create } from "./bar-elements.js";

export interface CommentActions {
  edit(view: EditorView, id: number): void;
  /** An empty text removes the comment. */
  write(view: EditorView, id: number, text: string): void;
  close(view: EditorView): void;
}

abstract class CommentWidget extends WidgetType {
  constructor(
    readonly id: number,
    /** From 1. */
    readonly line: number,
    readonly text: string,
    readonly actions: CommentActions,
  ) {
    super();
  }

  override get estimatedHeight(): number {
    return 60;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  protected button(label: string, run: () => void): HTMLButtonElement {
    const button = create("button", "tandem-comment-button", label);
    button.type = "button";
    button.setAttribute("aria-label", `${label} comment on line ${this.line}`);
    button.addEventListener("click", run);
    return button;
  }
}

export class ShownComment extends CommentWidget {
  override eq(other: ShownComment): boolean {
    return other.id === this.id && other.text === this.text && other.line === this.line;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = create("div", "tandem-comment");
    element.append(
      create("span", "tandem-comment-text", this.text),
      this.button("Edit", () => this.actions.edit(view, this.id)),
      this.button("Delete", () => this.actions.write(view, this.id, "")),
    );
    return element;
  }
}

/** What the user types is the comment at once, so nothing is lost when the field disappears. */
export class CommentField extends CommentWidget {
  /** The field stays the same while the user types. */
  override eq(other: CommentField): boolean {
    return other.id === this.id;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = create("div", "tandem-comment");
    const field = create("textarea", "tandem-comment-field");
    field.rows = 2;
    field.value = this.text;
    field.placeholder = "Comment for the agent";
    field.setAttribute("aria-label", `Comment on line ${this.line}`);
    field.addEventListener("input", () => this.actions.write(view, this.id, field.value));
    field.addEventListener("keydown", (event) => {
      const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
      if (!isDone || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      this.actions.close(view);
    });
    element.append(
      field,
      this.button("Close", () => this.actions.close(view)),
    );
    return element;
  }
}
