/** The search box and its help. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app.js";
import { Icon, IconButton } from "./icons.js";

/** With many messages, search only when the user stops typing. */
const typingMs = 120;
const many = 5000;

const help = [
  ["openDiff", "part of the title, the summary or the text"],
  ["client  editor", "the sender"],
  ["calls", "requests and their responses"],
  ["faults", "protocol violations"],
  ["#3", "message 3 and its response"],
  ["pings", "pings and pongs, hidden by default"],
  ["-word", "messages that don't match the word"],
] as const;

export function Search() {
  const { query, session } = useApp();
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

  const search = (text: string, isTyping: boolean) => {
    clearTimeout(timer.current);
    const set = () => {
      query.value = text;
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
        value={query.value}
        placeholder="Search, or: faults, calls, client, -selection_changed"
        aria-label="Search messages"
        aria-describedby="search-help"
        aria-keyshortcuts="/"
        spellcheck={false}
        autocomplete="off"
        data-testid="search"
        onInput={(event) => search(event.currentTarget.value, true)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isHelpOpen) search("", false);
          if (event.key === "Enter" || event.key === "ArrowDown") {
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-testid="list"]')?.focus();
          }
        }}
      />
      <kbd class="key" title="Press / to search">
        /
      </kbd>
      <IconButton icon="help" label="Search help" onClick={() => setIsHelpOpen(!isHelpOpen)} />
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
