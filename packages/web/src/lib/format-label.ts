/** A format's name on screen; one that this build does not know is shown as it came. */
import { formats } from '@filesmith/contract/formats'

export function formatLabel(format: string): string {
  const known: Readonly<Record<string, { readonly label: string }>> = formats
  return known[format]?.label ?? format.toUpperCase()
}
