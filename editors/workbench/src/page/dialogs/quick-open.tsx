/** Finds files, or commands after `>`. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FoundFile } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { filterCommands } from "../commands/command.js";
import { KeyHint } from "../ui/key-hint.js";
import { FileName } from "./file-name.js";
import { Modal } from "./modal.js";
import { useFoundFiles } from "./use-found-files.js";

interface Choice {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly file?: FoundFile;
  readonly title: string;
  readonly keys: string | undefined;
  run(toSide: boolean): void;
}

export function QuickOpen({ text, onClose }: { readonly text: string; onClose(): void }) {
  const { files, commands, toasts } = useApp();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(text);
  const [at, setAt] = useState(0);
  const isCommands = typed.startsWith(">");
  const found = useFoundFiles(isCommands ? undefined : typed, toasts);
  /** Enter was pressed before the results arrived. The best match is opened when they do. */
  const [early, setEarly] = useState<{ readonly toSide: boolean }>();

  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const choices: readonly Choice[] = isCommands
    ? filterCommands(commands, typed.slice(1)).map((command) => ({
        id: command.id,
        isEnabled: command.isEnabled?.() ?? true,
        title: `${command.group}: ${command.title}`,
        keys: command.keys?.[0],
        run: () => command.run(),
      }))
    : (found?.files ?? []).map((file) => ({
        id: file.path,
        isEnabled: true,
        file,
        title: file.name,
        keys: undefined,
        run: (toSide) =>
          void (toSide ? files.openToSide(file.path) : files.open(file.path, { preview: false, focus: true })),
      }));
  const choose = (choice: Choice | undefined, toSide: boolean) => {
    if (!choice?.isEnabled) return;
    onClose();
    // The dialog restores the focus when it closes, and the choice may move it again.
    requestAnimationFrame(() => choice.run(toSide));
  };
  const isForTyped = isCommands || found?.query === typed;
  useEffect(() => {
    if (!early || !isForTyped) return;
    setEarly(undefined);
    choose(choices[0], early.toSide);
  });
  const onEnter = (toSide: boolean) => {
    // A choice further down was picked from the list on the screen.
    if (isForTyped || at > 0) choose(choices[at], toSide);
    else setEarly({ toSide });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined && choices.length > 0) setAt((at + step + choices.length * 10) % choices.length);
    else if (event.key === "Enter") onEnter(event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNothing = isCommands ? choices.length === 0 : found?.files.length === 0;
  return (
    <Modal
      title={isCommands ? "Commands" : "Go to file"}
      isTitleHidden
      className="quick-open"
      testId="quick-open"
      onClose={onClose}
    >
      <input
        ref={field}
        type="text"
        role="combobox"
        class="quick-field"
        aria-label={isCommands ? "Search commands" : "Search files by name"}
        aria-expanded={choices.length > 0}
        aria-controls="quick-list"
        aria-activedescendant={choices[at] && `quick-${at}`}
        aria-autocomplete="list"
        placeholder="Search files by name, or type > for commands"
        spellcheck={false}
        autocomplete="off"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          setEarly(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="quick-list" class="quick-list" role="listbox" tabIndex={-1} aria-label="Results">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard.
          // biome-ignore lint/a11y/useFocusableInteractive: the field points to the choice with aria-activedescendant.
          <div
            key={choice.id}
            id={`quick-${index}`}
            class={`quick-row${choice.isEnabled ? "" : " disabled"}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={!choice.isEnabled}
            data-testid="quick-row"
            data-path={choice.file?.path}
            onClick={(event) => choose(choice, event.ctrlKey || event.metaKey)}
          >
            {choice.file ? <FileName file={choice.file} /> : <span class="row-name">{choice.title}</span>}
            {choice.keys !== undefined && <KeyHint keys={choice.keys} />}
          </div>
        ))}
      </div>
      <output class="quick-hint muted">
        {isNothing
          ? isCommands
            ? "No matching commands"
            : "No matching files"
          : isCommands || !found
            ? ""
            : moreMessage(found)}
      </output>
    </Modal>
  );
}

function moreMessage({ files, total }: { readonly files: readonly FoundFile[]; readonly total: number }): string {
  return total > files.length ? `${files.length} of ${total} files shown. Keep typing to narrow the results.` : "";
}
