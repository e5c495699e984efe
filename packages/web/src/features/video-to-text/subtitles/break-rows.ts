/** Lays a subtitle out in rows of about the same length. */
import { tokensOf } from '../transcript/tokens.ts'

export function breakRows(text: string, rowLength: number): string[] {
  if (text.length <= rowLength) return [text]
  const middle = text.length / 2
  const ends = tokensOf(text).map(({ to }) => to)
  const fitting = ends.filter(to => to <= rowLength && text.length - to <= rowLength)
  // A word that is longer than a row stands where it must.
  const candidates = fitting.length > 0 ? fitting : ends.slice(0, -1)
  const nearest = candidates.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  if (nearest === undefined) return [text]
  return [text.slice(0, nearest), text.slice(nearest).trim()]
}
