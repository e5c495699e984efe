/** Label of a format; the upper-case id for unknown formats. */
import { formats } from '@filesmith/contract/formats'

export function formatLabel(format: string): string {
  const known: Readonly<Record<string, { readonly label: string }>> = formats
  return known[format]?.label ?? format.toUpperCase()
}
