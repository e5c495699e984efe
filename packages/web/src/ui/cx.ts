/** Joins class names, leaving out what is not set. */

export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
