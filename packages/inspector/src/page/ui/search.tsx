/** The search box, and the words that it knows. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app.js";
import { Icon, IconButton } from "./icons.js";

/** With many messages a search takes a moment, so it waits until somebody stops typing. */
const typingMs = 120;
const many = 5000;

const help = [
  ["openDiff", "in the title, the words beside it or the text of the message"],
  ["client  editor", "who said it"],
  ["calls", "requests and their answers"],
  ["faults", "what breaks the protocol"],
  ["#3", "the message of that number, and its answer"],
  ["pings", "pings and pongs, which are left out otherwise"],
  ["-word", "what does not fit that word"],
] as const;

export function Search() {
  const { words, session } = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isHelpOpen) return;
    const end = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsHelpOpen(false);
    };
    for (const type of ["pointerdown", "focusin"]) addEventListener(type, closeOutside, { signal: end.signal });
    return () => end.abort();
  }, [isHelpOpen]);

  const look = (text: string, isTyping: boolean) => {
    clearTimeout(timer.current);
    const set = () => {
      words.value = text;
    };
    if (isTyping && (session.value?.rows.length ?? 0) > many) timer.current = setTimeout(set, typingMs);
    else set();
  };
  return (
    <search
      ref={box}
      class="search"
      onKeyDown={(event) => {
        if (event.key === "Escape" && isHelpOpen) setIsHelpOpen(false);
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        value={words.value}
        placeholder="Search, or: faults, calls, client, -selection_changed"
        aria-label="Search messages"
        aria-describedby="search-help"
        aria-keyshortcuts="/"
        spellcheck={false}
        autocomplete="off"
        data-testid="search"
        onInput={(event) => look(event.currentTarget.value, true)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isHelpOpen) look("", false);
          if (event.key === "Enter" || event.key === "ArrowDown") {
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-testid="list"]')?.focus();
          }
        }}
      />
      <kbd class="key" title="This key brings you here">
        /
      </kbd>
      <IconButton icon="help" label="Words of the search" onClick={() => setIsHelpOpen(!isHelpOpen)} />
      <dl id="search-help" class="search-help" hidden={!isHelpOpen}>
        {help.map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <code>{word}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </search>
  );
}
