/** Text from a message, with symbols for invisible characters. */
import { visibleText } from "../core/visible-text.js";

interface VisibleProps {
  readonly text: string;
  readonly shape?: "line" | "block";
}

export function Visible({ text, shape = "line" }: VisibleProps) {
  const pieces = visibleText(text, shape);
  return (
    <span class="from-message">
      {pieces.map((piece, index) =>
        piece.isSymbol ? (
          <span key={index} class="sign">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}
