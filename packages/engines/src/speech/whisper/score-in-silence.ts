/** Scores a text against silence, to distinguish recognized speech from hallucinations. */
import type { EncoderOutput, WhisperModel } from './load-whisper-model.ts'
import { melSpectrogram, whisperSampleRateHz } from './mel-spectrogram.ts'
import { logSumExp } from './probabilities.ts'

const silences = new WeakMap<WhisperModel, Promise<EncoderOutput>>()

function silenceOf(model: WhisperModel): Promise<EncoderOutput> {
  const existing = silences.get(model)
  if (existing !== undefined) return existing
  const silence = model.encode(melSpectrogram(new Float32Array(whisperSampleRateHz), model.files.melBands))
  silences.set(model, silence)
  return silence
}

/** Log probability of each token given silent audio. */
export async function scoreInSilence(
  model: WhisperModel,
  prompt: readonly number[],
  text: readonly number[],
): Promise<readonly number[]> {
  const { end, noTimestamps, suppressed } = model.files.tokens
  const before = [...prompt, noTimestamps]
  // A single decoder run scores all positions, because attention is causal.
  const { scores } = await model.startDecoding(await silenceOf(model), [...before, ...text])
  return text.map((token, index) => {
    const row = (before.length - 1 + index) * model.scoresPerToken
    const spoken = scores.slice(row, row + end)
    for (const suppressedToken of suppressed) spoken[suppressedToken] = Number.NEGATIVE_INFINITY
    return (spoken[token] as number) - logSumExp(spoken)
  })
}
