/** Decides which segments were really heard. */
import type { Evidence } from './weigh-evidence.ts'

export interface WindowSigns {
  /** That the window holds no speech, as the model sees it. */
  readonly noSpeechProbability: number
  /** That it would rather have written a note, such as [music]. */
  readonly noteProbability: number
  readonly meanLogProbability: number
}

/** Clear speech passes without a second look. */
export function isDoubtful(signs: WindowSigns, textTokens: number): boolean {
  return (
    signs.noSpeechProbability > 0.15 ||
    signs.noteProbability > 0.1 ||
    signs.meanLogProbability < -0.6 ||
    textTokens < 8
  )
}

/** Of the tokens of one segment; measured on speech (gain 2.2 and more) and on noise, music and silence (0.9 and less). */
const leastGain = 1.5
const leastLogProbability = -1.3
/** So much nobody makes up, however unsure of the single words. */
const plainGain = 3

export function wasHeard(
  { withSound, gain }: Evidence,
  tokens: { readonly from: number; readonly until: number },
  signs: WindowSigns,
): boolean {
  const mean = (values: readonly (number | null)[]) => {
    const known = values.slice(tokens.from, tokens.until).filter(value => value !== null)
    return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)
  }
  const [likelihood, gained] = [mean(withSound), mean(gain)]
  // Where the model itself says that nobody speaks, more is asked for.
  const strictness = Math.max(signs.noSpeechProbability, signs.noteProbability) > 0.5 ? 1 : 0
  if (gained >= plainGain + strictness) return true
  return gained >= leastGain + strictness && likelihood >= leastLogProbability + 0.5 * strictness
}
