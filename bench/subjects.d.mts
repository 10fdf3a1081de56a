export const subjects: readonly { name: string; title: string; isPinned: boolean }[];
