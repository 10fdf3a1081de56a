/** The icons of the page, drawn on a 16 by 16 grid. Screen readers skip them, so an icon always has a text or label. */

const shapes = {
  "new-file": "M9 1.5H3.5v13h4M9 1.5V5h3.5v3M9 1.5 12.5 5M11.5 10v5M9 12.5h5",
  chevron: "M6 4l4 4-4 4",
  close: "M4 4l8 8M12 4l-8 8",
  pin: "M9.5 1.500l5 5-2 .5-2.5 3-.5 3.500L6.5 10 2 14M6.5 10 3 6.500l3.5-.5 3-2.500z",
  lock: "M4 7.500h8v6H4zM5.5 7.500V5a2.5 2.5 0 0 1 5 0v2.5",
  search: "M7 2.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.2 10.2 14 14",
  split: "M2 3h12v10H2zM8 3v10",
  unified: "M2 3h12v10H2zM4.5 6h7M4.5 8h5M4.5 10h7",
  mention: "M8 5.500a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM10.5 5.500v3.600a1.7 1.7 0 0 0 3.2 0A6 6 0 1 0 11 13.2",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3.1 3.100l1 1M11.9 11.900l1 1M12.9 3.100l-1 1M4.1 11.900l-1 1",
  moon: "M13.5 9.500A6 6 0 0 1 6.5 2.500a6 6 0 1 0 7 7z",
  system: "M2 3h12v8.500H2zM5.5 14h5",
  terminal: "M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10h3",
  keyboard: "M1.5 4h13v8h-13zM4 6.500h.5M6.5 6.500H7M9 6.500h.5M11.5 6.500h.5M4.5 9.500h7",
  sidebar: "M2 3h12v10H2zM6 3v10",
  up: "M8 13V3.500M4 7.500l4-4 4 4",
  down: "M8 3v9.500M4 8.500l4 4 4-4",
  warning: "M8 2 1.5 13.500h13zM8 6.500v3.500M8 11.800v.2",
  copy: "M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3",
  pause: "M5.5 3.500v9M10.5 3.500v9",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  review: "M2.5 2.500h11v8.500H8L4.5 14v-3h-2zM8 4.500v4M6 6.500h4",
  comment: "M2.5 2.500h11v8.500H8L4.5 14v-3h-2zM5 5.500h6M5 8h4",
  change: "M8 2.500v6M5 5.500h6M5 13h6",
  open: "M9 2.500h4.500V7M13.5 2.500 8 8M11.5 9.500v4h-9v-9h4",
  restore: "M10.500 2.500l3 3-3 3M13.5 5.500h-7a4 4 0 0 0 0 8H10",
  check: "M3 8.500 6.500 12 13 4.500",
  undo: "M5.5 2.500 2.500 5.500l3 3M2.5 5.500h7a4 4 0 0 1 0 8H6",
  flag: "M4 14.500V2.500h8.500l-2 3 2 3H4",
  branch:
    "M4.5 2a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM4.5 11a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM11.5 3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM4.5 5v6M11.5 6c0 3-7 2-7 5",
  link: "M6.5 9.500l3-3M7 4.500l1.5-1.500a2.7 2.7 0 0 1 4 4L11 8.500M9 11.5 7.5 13a2.7 2.7 0 0 1-4-4L5 7.5",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
