/** A found file: its name, then its folder, with the matches highlighted. */
import type { FoundFile } from "../../messages.js";
import { matchedParts } from "./matched-parts.js";

export function FileName({ file }: { readonly file: FoundFile }) {
  const start = file.name.lastIndexOf("/") + 1;
  return (
    <>
      <span class="row-name">
        <Matched text={file.name} from={start} to={file.name.length} matches={file.matches} />
      </span>
      <span class="row-folder">
        <Matched text={file.name} from={0} to={Math.max(0, start - 1)} matches={file.matches} />
      </span>
    </>
  );
}

interface MatchedProps {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly matches: readonly number[];
}

function Matched({ text, from, to, matches }: MatchedProps) {
  return (
    <>
      {matchedParts(text, from, to, matches).map(({ at, text: part, isMatch }) =>
        isMatch ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
      )}
    </>
  );
}
