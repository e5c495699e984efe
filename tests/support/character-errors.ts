/** Character error rate (CER): edit distance divided by the length of the reference text. */

export interface Comparison {
  /** The script does not separate words by spaces. */
  readonly hasNoSpaces?: boolean
}

export function characterErrors(
  truth: string,
  found: string,
  { hasNoSpaces = false }: Comparison = {},
): number {
  const [wanted, got] = [truth, found].map(text => [...comparable(text, hasNoSpaces)]) as [string[], string[]]
  let previous = Uint32Array.from({ length: got.length + 1 }, (_, index) => index)
  for (const [row, letter] of wanted.entries()) {
    const current = new Uint32Array(got.length + 1)
    current[0] = row + 1
    for (let at = 1; at <= got.length; at += 1)
      current[at] = Math.min(
        (previous[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (previous[at - 1] ?? 0) + (letter === got[at - 1] ? 0 : 1),
      )
    previous = current
  }
  return (previous[got.length] ?? 0) / Math.max(1, wanted.length)
}

/** Normalizes quotes, width and whitespace, which do not count as errors. */
function comparable(text: string, hasNoSpaces: boolean): string {
  const plain = text.normalize('NFKC').replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()
  return hasNoSpaces ? plain.replaceAll(' ', '') : plain
}
