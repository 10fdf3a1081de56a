/** Asks for a path. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Modal } from "./modal.js";

/** Its words, and what is done with the path. */
export interface PathDialogProps {
  readonly title: string;
  readonly label: string;
  readonly start: string;
  readonly button: string;
  onClose(): void;
  /** True when it is done; otherwise the user may correct what was typed. */
  onSubmit(path: string): Promise<boolean>;
}

/** A field with a button. */
export function PathDialog({ title, label, start, button, onClose, onSubmit }: PathDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(start.length, start.length);
  }, [start]);
  const submit = async () => {
    const path = field.current?.value.trim() ?? "";
    if (path !== "" && path !== start && (await onSubmit(path))) onClose();
  };
  return (
    <Modal label={title} className="small" testId="path-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2>{title}</h2>
        <label class="field">
          <span class="for-readers">{label}</span>
          <input
            ref={field}
            type="text"
            class="text-field"
            spellcheck={false}
            autocomplete="off"
            defaultValue={start}
          />
        </label>
        <div class="buttons">
          <button type="submit" class="button primary">
            {button}
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}
