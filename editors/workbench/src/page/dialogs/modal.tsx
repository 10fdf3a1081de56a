/** A dialog over the page. The browser keeps the keyboard in it and gives it back afterwards. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What is in it, and how it is called. */
export interface ModalProps {
  readonly label: string;
  readonly className?: string;
  readonly testId?: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** Open for as long as it is rendered. */
export function Modal({ label, className, testId, children, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The keyboard may be at a button at the end; people read from the start.
    if (element) element.scrollTop = 0;
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog; the key for that is Escape.
    <dialog
      ref={dialog}
      class={`modal ${className ?? ""}`}
      aria-label={label}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="modal-body">{children}</div>
    </dialog>
  );
}
