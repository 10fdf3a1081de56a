import { expect, test } from "vitest";
import { placeArrival } from "./arrival.js";

test("a review waits behind while the user types in this window", () => {
  const place = { isWindowFocused: true, isKeyboardInText: true, isKeyboardInTerminal: false };
  expect(placeArrival(place)).toEqual({ inFront: false, focus: false });
});

test("a review comes to the front, and leaves the keyboard in the terminal", () => {
  const place = { isWindowFocused: true, isKeyboardInText: false, isKeyboardInTerminal: true };
  expect(placeArrival(place)).toEqual({ inFront: true, focus: false });
});

test("a review comes to the front with the keyboard when the user is in another program", () => {
  const place = { isWindowFocused: false, isKeyboardInText: true, isKeyboardInTerminal: false };
  expect(placeArrival(place)).toEqual({ inFront: true, focus: true });
});
