/** The selected message. */
import { useMemo } from "preact/hooks";
import { titleOf } from "../../reading/index.js";
import { useApp } from "../app.js";
import { kindLabel } from "../core/format.js";
import { messageIn, type PageRow } from "../core/reader.js";
import type { Session } from "../core/session.js";
import { IconButton } from "../ui/icons.js";
import { Visible } from "../ui/visible.js";
import { CopyButton } from "./copy-button.js";
import { Facts } from "./facts.js";
import { JsonTree } from "./json-tree.js";
import { rawOf, sectionsOf } from "./sections.js";
import { TextBlock } from "./text-block.js";

export function Detail({ session }: { readonly session: Session }) {
  const { selected } = useApp();
  session.version.value;
  const row = session.row(selected.value);
  // Memoized, because a message never changes and may be large. The key resets the folding for another message.
  const content = useMemo(
    () => row && <Content key={`${session.header.at} ${row.number}`} row={row} />,
    [session, row],
  );
  const close = () => {
    selected.value = undefined;
    document.querySelector<HTMLElement>('[data-testid="list"]')?.focus();
  };
  if (!row)
    return (
      <section id="detail" class="detail empty" aria-label="Message">
        <p>
          {selected.value === undefined
            ? "Select a message to see its content."
            : "The selected message is no longer in memory."}
        </p>
      </section>
    );
  return (
    <section
      id="detail"
      class="detail"
      aria-label={`Message ${row.number}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys.
      tabIndex={0}
      data-testid="detail"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header class="detail-head">
        <h2>
          <Visible text={titleOf(row)} /> <span class="muted">{kindLabel(row)}</span>
        </h2>
        <IconButton icon="close" label="Close the message" onClick={close} />
      </header>
      <Pair session={session} row={row} />
      <Faults row={row} />
      <Facts session={session} row={row} />
      {content}
    </section>
  );
}

/** Tabs for the request and its response. */
function Pair({ session, row }: { readonly session: Session; readonly row: PageRow }) {
  const { selected } = useApp();
  const partner = session.partner(row);
  if (!partner) return null;
  const both = row.answers === undefined ? [row, partner] : [partner, row];
  const go = (number: number | undefined) => {
    if (number === undefined) return;
    selected.value = number;
    document.getElementById(`pair-${number}`)?.focus();
  };
  return (
    <div class="pair" role="tablist" aria-label="Request and response">
      {both.map((each) => (
        <button
          key={each.number}
          id={`pair-${each.number}`}
          type="button"
          role="tab"
          aria-selected={each === row}
          aria-controls="detail-content"
          tabIndex={each === row ? 0 : -1}
          onClick={() => go(each.number)}
          onKeyDown={(event) => {
            if (event.key === "ArrowLeft" || event.key === "ArrowRight") go(partner.number);
          }}
        >
          {each.answers === undefined ? "Request" : each.kind === "error" ? "Error" : "Response"}{" "}
          <span class="muted">#{each.number}</span>
          {each.faults.length > 0 && <span class="fault-dot" title="Violates the protocol" />}
        </button>
      ))}
    </div>
  );
}

function Faults({ row }: { readonly row: PageRow }) {
  if (row.faults.length === 0) return null;
  return (
    <section class="faults" aria-label="Faults" data-testid="faults">
      <h3>Protocol violations{row.from && ` by the ${row.from}`}:</h3>
      <ul>
        {row.faults.map((fault) => (
          <li key={fault}>
            <Visible text={fault} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ row }: { readonly row: PageRow }) {
  const message = messageIn(row);
  const raw = rawOf(row);
  return (
    <div id="detail-content" class="detail-content">
      {sectionsOf(row, message).map(({ title, content }) => (
        <section key={title} class="section" aria-label={title}>
          <header>
            <h3>{title}</h3>
            <CopyButton
              what={title}
              text={() => ("text" in content ? content.text : JSON.stringify(content.tree, undefined, 2))}
            />
          </header>
          {"text" in content ? <TextBlock text={content.text} /> : <JsonTree value={content.tree} label={title} />}
        </section>
      ))}
      {message !== undefined && (
        <section class="section" aria-label="Message">
          <header>
            <h3>Message</h3>
            <CopyButton what="the message" text={() => JSON.stringify(message, undefined, 2)} />
          </header>
          <JsonTree value={message} label="Message" />
        </section>
      )}
      {raw && (
        <details class="section raw" open={message === undefined}>
          <summary>
            <h3>{raw.title}</h3>
            <CopyButton what="the frame" text={() => raw.text} />
          </summary>
          <TextBlock text={raw.text} />
        </details>
      )}
    </div>
  );
}
