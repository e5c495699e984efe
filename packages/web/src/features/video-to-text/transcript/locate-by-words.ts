/** Finds the lines of a transcript in a flowing text that has been edited since: each by the words it still has. */
import { matchTokens } from './match-tokens.ts'
import type { LocatedLine, SpokenLine } from './spoken-line.ts'
import { tokensOf } from './tokens.ts'

export function locateByWords(text: string, known: readonly SpokenLine[]): LocatedLine[] {
  const heard = known.flatMap((line, owner) =>
    tokensOf(line.text).map(token => ({ text: token.text, owner })),
  )
  const tokens = tokensOf(text)
  const owners = ownersOf(
    tokens.map(token => token.text),
    heard,
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

interface HeardToken {
  readonly text: string
  /** The line it was said in. */
  readonly owner: number
}

/** The line of each word: its own where it was heard, else that of the words it stands in place of, else its neighbour's. */
function ownersOf(words: readonly string[], heard: readonly HeardToken[]): number[] {
  const owners: number[] = []
  let heardAt = 0
  const pairs = matchTokens(
    heard.map(token => token.text),
    words,
  )
  for (const [nextHeard, nextWord] of [...pairs, [heard.length, words.length] as const]) {
    const replaced = heard.slice(heardAt, nextHeard)
    const count = nextWord - owners.length
    const neighbour = owners.at(-1) ?? heard[nextHeard]?.owner ?? -1
    for (let index = 0; index < count; index += 1)
      owners.push(replaced[Math.floor((index * replaced.length) / count)]?.owner ?? neighbour)
    const matched = heard[nextHeard]
    if (matched) owners.push(matched.owner)
    heardAt = nextHeard + 1
  }
  return owners
}
