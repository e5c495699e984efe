/** Word error count of a transcript; characters instead of words for languages without spaces. */

const unspaced: ReadonlySet<string> = new Set(['zh', 'ja'])

export interface Errors {
  readonly wrong: number
  /** In the reference transcript. */
  readonly all: number
}

export function countErrors(language: string, truth: string, recognized: string): Errors {
  const [expected, found] = [unitsOf(language, truth), unitsOf(language, recognized)]
  return { wrong: editDistance(expected, found), all: expected.length }
}

export function countWords(text: string): number {
  return unitsOf('en', text).length
}

/** Normalized: lower case, no punctuation, common abbreviations expanded. */
function unitsOf(language: string, text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\bmr\./g, 'mister')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, ' ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
  if (unspaced.has(language)) return [...plain.replaceAll(' ', '')]
  return plain === '' ? [] : plain.split(' ')
}

function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, left] of a.entries()) {
    const next = [i + 1]
    for (const [j, right] of b.entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (left === right ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}
