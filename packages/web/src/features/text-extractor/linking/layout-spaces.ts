/** Matches columns aligned with spaces, which only line up in a monospaced font. */
export const layoutSpaces = /\S {3,}\S/
