/** A modal dialog. The browser keeps the focus in it and restores it afterwards. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ModalProps {
  readonly title: string;
  /** The title is only read out by screen readers. */
  readonly isTitleHidden?: boolean;
  readonly className: string;
  readonly testId: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** Open while it is rendered. */
export function Modal({ title, isTitleHidden = false, className, testId, children, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A focused button at the end may have scrolled the dialog down.
    if (element) element.scrollTop = 0;
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; the key for that is Escape.
    <dialog
      ref={dialog}
      class={`modal ${className}`}
      aria-label={title}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="modal-body">
        {!isTitleHidden && <h2>{title}</h2>}
        {children}
      </div>
    </dialog>
  );
}
