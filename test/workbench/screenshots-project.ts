/** A small, realistic project for the screenshots, the same every time. */

const cart = `import type { Book } from "./book.js";
import { formatEuros } from "./price.js";

export interface Line {
  readonly book: Book;
  readonly count: number;
}

/** A shopping cart. */
export class Cart {
  readonly #lines = new Map<string, Line>();

  add(book: Book, count: number): void {
    this.#lines.set(book.isbn, { book, count });
  }

  remove(isbn: string): void {
    this.#lines.delete(isbn);
  }

  get total(): number {
    let total = 0;
    for (const line of this.#lines.values()) {
      total += line.book.price * line.count;
    }
    return total;
  }

  describe(): string {
    return \`Total: \${formatEuros(this.total)}\`;
  }
}
`;

const proposedCart = `import type { Book } from "./book.js";
import { formatEuros, withDiscount } from "./price.js";

export interface Line {
  readonly book: Book;
  readonly count: number;
}

/** A shopping cart. */
export class Cart {
  readonly #lines = new Map<string, Line>();

  /** Adding the same book again increases its count. */
  add(book: Book, count: number): void {
    const before = this.#lines.get(book.isbn);
    const sum = (before?.count ?? 0) + count;
    this.#lines.set(book.isbn, { book, count: sum });
  }

  remove(isbn: string): void {
    this.#lines.delete(isbn);
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  get total(): number {
    let total = 0;
    for (const line of this.#lines.values()) {
      total += line.book.price * line.count;
    }
    return withDiscount(total);
  }

  describe(): string {
    return \`Total: \${formatEuros(this.total)}\`;
  }
}
`;

const price = `/** Prices are in cents to avoid rounding errors. */

const discountFrom = 50_00;
const discount = 0.05;

export function formatEuros(cents: number): string {
  return \`€\${(cents / 100).toFixed(2)}\`;
}

/** Large orders get a discount. */
export function withDiscount(cents: number): number {
  if (cents < discountFrom) return cents;
  return Math.round(cents * (1 - discount));
}
`;

const cartTest = `import { expect, test } from "vitest";
import { Cart } from "../src/cart.js";

const book = { isbn: "978-3-16", title: "Tides", price: 2400 };

test("adding a book twice increases its count", () => {
  const cart = new Cart();
  cart.add(book, 1);
  cart.add(book, 2);
  expect(cart.total).toBe(6840);
});
`;

export const projectName = "bookshop";

export const projectFiles = {
  "src/book.ts": `export interface Book {
  readonly isbn: string;
  readonly title: string;
  /** In cents. */
  readonly price: number;
}
`,
  "src/cart.ts": cart,
  "src/price.ts": price,
  "test/price.test.ts": 'import { test } from "vitest";\n\ntest.todo("rounds");\n',
  ".env": "PAYMENT_KEY=none\n",
  ".gitignore": "node_modules\n",
  ".tandemignore": "customers/\n",
  "customers/export.csv": "id,name\n",
  "package.json": '{\n  "name": "bookshop",\n  "private": true\n}\n',
  "README.md": "# Bookshop\n\nSells books, one cart at a time.\n",
};

/** Proposals by file. */
export const proposals = {
  "src/cart.ts": proposedCart,
  "test/cart.test.ts": cartTest,
  "README.md": "# Bookshop\n\nSells books, one cart at a time.\nGet 5% off orders over €50.\n",
};

/** A part of src/price.ts to select. */
export const selectedLines = { start: { line: 9, character: 0 }, end: { line: 13, character: 1 } };

/** A notebook with text, output and an image, as Jupyter writes it. */
export function notebook(png: string): string {
  const code = (id: string, count: number, source: string, outputs: unknown[]) => ({
    cell_type: "code",
    execution_count: count,
    id,
    metadata: {},
    outputs,
    source: source.split(/(?<=\n)/),
  });
  const cells = [
    {
      cell_type: "markdown",
      id: "title",
      metadata: {},
      source: ["# Sales this year\n", "\n", "Orders from `orders.csv`, **in euros**."],
    },
    code("load", 1, 'import csv\norders = list(csv.DictReader(open("orders.csv")))\nprint(len(orders), "orders")', [
      { output_type: "stream", name: "stdout", text: ["1248 orders\n"] },
    ]),
    code("best", 2, 'max(orders, key=lambda order: float(order["total"]))', [
      {
        output_type: "execute_result",
        execution_count: 2,
        data: { "text/plain": ["{'isbn': '978-0-13-110362-7', 'count': '12', 'total': '479.40'}"] },
        metadata: {},
      },
    ]),
    code("chart", 3, "bars(by_month(orders))", [
      { output_type: "display_data", data: { "image/png": png, "text/plain": ["<Bars>"] }, metadata: {} },
    ]),
  ];
  const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
}
