/** Which language a window of sound is in, by what the model would begin its text with. */
import type { WhisperModel } from './load-model.ts'
import { melSpectrogram } from './mel-spectrogram.ts'

export interface LanguageGuess {
  /** By code; together they are 1. */
  readonly probabilities: Readonly<Record<string, number>>
}

export async function detectLanguage(model: WhisperModel, samples: Float32Array): Promise<LanguageGuess> {
  const { tokens, melBands } = model.files
  const heard = await model.hear(melSpectrogram(samples, melBands))
  const { scores } = await model.begin(heard, [tokens.start])
  const languages = Object.entries(tokens.languages)
  const best = Math.max(...languages.map(([, token]) => scores[token] as number))
  const weights = languages.map(
    ([code, token]) => [code, Math.exp((scores[token] as number) - best)] as const,
  )
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return { probabilities: Object.fromEntries(weights.map(([code, weight]) => [code, weight / whole])) }
}
