/** Language detection: probabilities of the language tokens after the start token. */
import type { WhisperModel } from './load-whisper-model.ts'
import { melSpectrogram } from './mel-spectrogram.ts'

export interface LanguageGuess {
  /** By language code; they add up to 1. */
  readonly probabilities: Readonly<Record<string, number>>
}

export async function detectLanguage(model: WhisperModel, samples: Float32Array): Promise<LanguageGuess> {
  const { tokens, melBands } = model.files
  const encoded = await model.encode(melSpectrogram(samples, melBands))
  const { scores } = await model.startDecoding(encoded, [tokens.start])
  const languages = Object.entries(tokens.languages)
  const best = Math.max(...languages.map(([, token]) => scores[token] as number))
  const weights = languages.map(
    ([code, token]) => [code, Math.exp((scores[token] as number) - best)] as const,
  )
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return { probabilities: Object.fromEntries(weights.map(([code, weight]) => [code, weight / whole])) }
}
