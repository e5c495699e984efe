/** Distinguishes decoder loops from genuine repetition. */
import { deflateRawSync } from 'node:zlib'

/** Thresholds beyond what a speaker repeats within 30 seconds. */
const rounds = 4
const minRepeatedTokens = 24
const maxRoundLength = 40

/** True if the tokens end in a repeated sequence. */
export function isLooping(tokens: readonly number[]): boolean {
  return findLoop(tokens) !== undefined
}

/** The tokens with only the first round of a loop. */
export function withoutLoop(tokens: readonly number[]): readonly number[] {
  const loop = findLoop(tokens)
  return loop === undefined ? tokens : tokens.slice(0, tokens.length - loop.repeatedTokens)
}

function findLoop(tokens: readonly number[]): { readonly repeatedTokens: number } | undefined {
  for (let round = 1; round <= maxRoundLength; round += 1) {
    const length = Math.max(rounds * round, minRepeatedTokens)
    if (length > tokens.length) return undefined
    let same = 0
    for (let at = tokens.length - 1; at >= round && tokens[at] === tokens[at - round]; at -= 1) same += 1
    if (same + round >= length) return { repeatedTokens: same }
  }
  return undefined
}

/** A much higher ratio than usual indicates repetitive text. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length === 0 ? 0 : bytes.length / deflateRawSync(bytes).length
}
