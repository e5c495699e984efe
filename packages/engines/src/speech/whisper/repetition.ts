/** Tells a model that goes round in circles from somebody who says a thing twice. */
import { deflateRawSync } from 'node:zlib'

/** Nobody says the same thing so often in half a minute, and none so long. */
const rounds = 4
const leastRepeatedTokens = 24
const longestRound = 40

/** True when the text ends in the same few tokens again and again. */
export function isLooping(tokens: readonly number[]): boolean {
  return findLoop(tokens) !== undefined
}

/** The text with only the first round of what it goes on repeating. */
export function withoutLoop(tokens: readonly number[]): readonly number[] {
  const loop = findLoop(tokens)
  return loop === undefined ? tokens : tokens.slice(0, tokens.length - loop.repeatedTokens)
}

function findLoop(tokens: readonly number[]): { readonly repeatedTokens: number } | undefined {
  for (let round = 1; round <= longestRound; round += 1) {
    const length = Math.max(rounds * round, leastRepeatedTokens)
    if (length > tokens.length) return undefined
    let same = 0
    for (let at = tokens.length - 1; at >= round && tokens[at] === tokens[at - round]; at -= 1) same += 1
    if (same + round >= length) return { repeatedTokens: same }
  }
  return undefined
}

/** How much smaller a text can be packed: much more than usual means that it repeats itself. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length === 0 ? 0 : bytes.length / deflateRawSync(bytes).length
}
