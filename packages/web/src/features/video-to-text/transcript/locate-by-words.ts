/** Locates transcript lines in an edited text without timestamps, by the words they still contain. */
import { matchTokens } from './match-tokens.ts'
import type { LocatedLine, SpokenLine } from './spoken-line.ts'
import { tokensOf } from './tokens.ts'

export function locateByWords(text: string, known: readonly SpokenLine[]): LocatedLine[] {
  const recognized = known.flatMap((line, owner) =>
    tokensOf(line.text).map(token => ({ text: token.text, owner })),
  )
  const tokens = tokensOf(text)
  const owners = ownersOf(
    tokens.map(token => token.text),
    recognized,
  )
  const located: LocatedLine[] = []
  let first = 0
  tokens.forEach((token, index) => {
    const line = known[owners[index] ?? -1]
    if (!line || owners[index + 1] === owners[index]) return
    const from = tokens[first]?.from ?? 0
    located.push({ ...line, text: text.slice(from, token.to), from, to: token.to })
    first = index + 1
  })
  return located
}

interface RecognizedToken {
  readonly text: string
  /** Index of the line it was spoken in. */
  readonly owner: number
}

/** Line of each word: of the matching recognized word, else of the words it replaces, else of its neighbor. */
function ownersOf(words: readonly string[], recognized: readonly RecognizedToken[]): number[] {
  const owners: number[] = []
  let recognizedAt = 0
  const pairs = matchTokens(
    recognized.map(token => token.text),
    words,
  )
  for (const [nextRecognized, nextWord] of [...pairs, [recognized.length, words.length] as const]) {
    const replaced = recognized.slice(recognizedAt, nextRecognized)
    const count = nextWord - owners.length
    const neighbor = owners.at(-1) ?? recognized[nextRecognized]?.owner ?? -1
    for (let index = 0; index < count; index += 1)
      owners.push(replaced[Math.floor((index * replaced.length) / count)]?.owner ?? neighbor)
    const matched = recognized[nextRecognized]
    if (matched) owners.push(matched.owner)
    recognizedAt = nextRecognized + 1
  }
  return owners
}
