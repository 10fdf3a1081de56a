/** Asks for a path. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../ui/button.js";
import { Modal } from "./modal.js";

interface PathDialogProps {
  readonly title: string;
  readonly label: string;
  readonly start: string;
  readonly button: string;
  onClose(): void;
  /** Resolves to false if the user should correct the path. */
  onSubmit(path: string): Promise<boolean>;
}

export function PathDialog({ title, label, start, button, onClose, onSubmit }: PathDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(start.length, start.length);
  }, [start]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const path = field.current?.value.trim() ?? "";
    if (path !== "" && path !== start && (await onSubmit(path))) onClose();
  };
  return (
    <Modal title={title} className="small" testId="path-dialog" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span class="visually-hidden">{label}</span>
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
          <Button type="submit" kind="primary">
            {button}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
