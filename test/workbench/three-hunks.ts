/** A text of nine lines, and a proposal that changes the first, middle and last line: three hunks. */
export const old = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";
export const proposed = "ONE\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nNINE\n";
