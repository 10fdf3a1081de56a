import { expect, test } from "vitest";
import { chooseArrival } from "./review-arrival.js";

test("opens a review in the background while the user types in this window", () => {
  const focus = { isWindowFocused: true, isTextFieldFocused: true, isTerminalFocused: false };
  expect(chooseArrival(focus)).toEqual({ inFront: false, focus: false });
});

test("opens a review in front and leaves the focus in the terminal", () => {
  const focus = { isWindowFocused: true, isTextFieldFocused: false, isTerminalFocused: true };
  expect(chooseArrival(focus)).toEqual({ inFront: true, focus: false });
});

test("opens a review in front with the focus while the user is in another program", () => {
  const focus = { isWindowFocused: false, isTextFieldFocused: true, isTerminalFocused: false };
  expect(chooseArrival(focus)).toEqual({ inFront: true, focus: true });
});
