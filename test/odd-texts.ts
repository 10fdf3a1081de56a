/** Texts whose bytes are easily lost, for property tests of every integration, and the expected results of their reviews. */
import { applyHunks } from "@tandem-ide/base/testing";
import { type Hunk, restoreText, splitHunks, toEditorText } from "@tandem-ide/base/text";
import fc from "fast-check";

const mark = "\uFEFF";

/**
 * Characters of several code units. Some share a high surrogate, some a low one, some differ only in a joiner or an
 * accent.
 */
const characters = [
  "a",
  "b",
  " ",
  "é",
  "e\u0301",
  "e\u0302",
  "\u0301",
  "漢",
  "\u{1f600}",
  "\u{1f601}",
  "\u{1fa00}",
  "👩‍👩‍👧‍👦",
  "👩‍👩‍👧",
  "\u200d",
  "👍🏽",
  "👍🏿",
  "🇩🇪",
  "🇩🇰",
  "\u{10ffff}",
  "\u2028",
  mark,
];
const loneSurrogates = ["\ud83d", "\ude00"];

const lineOf = (all: readonly string[]) =>
  fc.array(fc.constantFrom(...all), { maxLength: 4 }).map((each) => each.join(""));
const line = lineOf(characters);

/** Short texts with LF, optionally with lone surrogates, which JSON can contain but a file can't. */
export function oddTexts(options: { readonly loneSurrogates: boolean }): fc.Arbitrary<string> {
  const all = options.loneSurrogates ? [...characters, ...loneSurrogates] : characters;
  return fc.array(lineOf([...all, "\n"]), { maxLength: 5 }).map((each) => each.join(""));
}

/** How lines are written to a file. */
interface Form {
  readonly marks: string;
  /** Used in turn. */
  readonly breaks: readonly string[];
  readonly hasFinalBreak: boolean;
}

const forms: fc.Arbitrary<Form> = fc.record({
  marks: fc.constantFrom("", "", mark, mark + mark),
  breaks: fc.array(fc.constantFrom("\n", "\r\n", "\r"), { minLength: 1, maxLength: 2 }),
  hasFinalBreak: fc.boolean(),
});

function fileOf(lines: readonly string[], { marks, breaks, hasFinalBreak }: Form): string {
  const hasBreak = (index: number) => index < lines.length - 1 || hasFinalBreak;
  const text = lines.map((each, index) => each + (hasBreak(index) ? breaks[index % breaks.length] : ""));
  return marks + text.join("");
}

export interface OddTexts {
  readonly before: string;
  readonly proposed: string;
}

/** A file and Claude's proposal: some lines stay, some differ in a character, some are added or removed. */
export interface OddProposal extends OddTexts {
  /** Whether each hunk is accepted, for as many hunks as there are. */
  readonly takes: readonly boolean[];
}

const edit = fc.oneof(
  { weight: 3, arbitrary: fc.constant((old: string): string[] => [old]) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(3), fc.constantFrom(...characters)).map(([at, character]) => (old: string): string[] => {
      const all = Array.from(old);
      all.splice(at, 1, character);
      return [all.join("")];
    }),
  },
  { weight: 1, arbitrary: fc.constant((): string[] => []) },
  {
    weight: 1,
    arbitrary: line.map((added) => (old: string): string[] => [added, old]),
  },
);

export const oddProposals: fc.Arbitrary<OddProposal> = fc
  .tuple(
    fc.array(fc.tuple(line, edit), { maxLength: 9 }),
    forms,
    forms,
    fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  )
  .map(([lines, oldForm, newForm, takes]) => ({
    before: fileOf(
      lines.map(([each]) => each),
      oldForm,
    ),
    proposed: fileOf(
      lines.flatMap(([each, change]) => change(each)),
      newForm,
    ),
    takes,
  }));

/** Returns the hunks that an editor shows. */
export function hunksOf({ before, proposed }: OddTexts): Hunk[] {
  return splitHunks(toEditorText(before), toEditorText(proposed));
}

/** Returns the expected result if exactly these hunks are accepted. */
export function expectedAnswer(proposal: OddProposal, tabName: string): unknown {
  const [oldText, newText] = [toEditorText(proposal.before), toEditorText(proposal.proposed)];
  const kept = applyHunks(oldText, newText, hunksOf(proposal), (_hunk, index) => proposal.takes[index] === true);
  return kept === oldText && newText !== oldText
    ? { decision: "rejected", tabName }
    : { decision: "saved", text: restoreText(kept, proposal.proposed) };
}

/**
 * How many cases a real editor gets. They are the same each time, so that failures are reproducible. The long run uses
 * others and prints the seed.
 */
export function runsInEditor(count: number): { numRuns: number; endOnFailure: true; seed?: number } {
  return process.env.TANDEM_LONG === "true"
    ? { numRuns: count * 20, endOnFailure: true }
    : { numRuns: count, endOnFailure: true, seed: 20_261_116 };
}
