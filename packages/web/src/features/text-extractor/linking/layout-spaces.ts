/** Columns and tables of a plain text are drawn with spaces: they stand right only when all letters are equally wide. */
export const layoutSpaces = /\S {3,}\S/
