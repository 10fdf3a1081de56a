/** The icons, on a grid of 16. They are decorative: text next to them says what they mean. */

const shapes = {
  pause: "M5.5 3.5v9M10.5 3.5v9",
  resume: "M5 3l8 5-8 5z",
  clear: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM4.1 4.1l7.8 7.8",
  save: "M8 2.500v7.500M4.5 6.500L8 10l3.500-3.500M2.500 10.500v3h11v-3",
  open: "M2 12.500V3.500h4l1.500 2H13v2M2 12.500l2-5h10.500l-2 5z",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  help: "M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .7-1 1.400M8 12.200v.1",
  chevron: "M6 4l4 4-4 4",
  search: "M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.200 10.200L14 14",
  "zoom-in": "M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.200 10.200L14 14M7 5v4M5 7h4",
  "zoom-out": "M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.200 10.200L14 14M5 7h4",
  whole: "M2 4v8M14 4v8M4.500 8h7M6.500 6l-2 2 2 2M9.500 6l2 2-2 2",
  earlier: "M10 4L6 8l4 4",
  later: "M6 4l4 4-4 4",
  warning: "M8 2L1.500 13.500h13zM8 6.500V10M8 11.800v.2",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly testId?: string;
  onClick(): void;
}

/** A button with an icon and a tooltip. */
export function IconButton({ icon, label, isDisabled = false, testId, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      disabled={isDisabled}
      data-testid={testId}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
