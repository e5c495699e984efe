/** Tells what was heard from what a model makes up: would it have written the same if there had been nothing but silence? */
import type { Heard, WhisperModel } from './load-model.ts'
import { melSpectrogram, sampleRateHz } from './mel-spectrogram.ts'
import { logSum } from './probabilities.ts'

/** For every token of a text, times left out as null. */
export interface Evidence {
  /** How likely it is with the sound, as a logarithm. */
  readonly withSound: readonly (number | null)[]
  /** By how much the sound makes it likelier than silence does. */
  readonly gain: readonly (number | null)[]
}

const silences = new WeakMap<WhisperModel, Promise<Heard>>()

function silenceOf(model: WhisperModel): Promise<Heard> {
  const known = silences.get(model)
  if (known !== undefined) return known
  const silence = model.hear(melSpectrogram(new Float32Array(sampleRateHz), model.files.melBands))
  silences.set(model, silence)
  return silence
}

export async function weighEvidence(
  model: WhisperModel,
  heard: Heard,
  beginning: readonly number[],
  text: readonly number[],
): Promise<Evidence> {
  const withSound = await scoreText(model, heard, beginning, text)
  const withSilence = await scoreText(model, await silenceOf(model), beginning, text)
  const gain = withSound.map((score, index) => {
    const other = withSilence[index] ?? null
    return score === null || other === null ? null : score - other
  })
  return { withSound, gain }
}

/** One look at the whole text instead of one a token: what comes later does not change what came before. */
async function scoreText(
  model: WhisperModel,
  heard: Heard,
  beginning: readonly number[],
  text: readonly number[],
): Promise<(number | null)[]> {
  const { end, firstTimestamp, unspoken } = model.files.tokens
  const { scores } = await model.begin(heard, [...beginning, ...text])
  return text.map((token, index) => {
    if (token >= firstTimestamp) return null
    const row = (beginning.length - 1 + index) * model.scoresPerToken
    const spoken = scores.slice(row, row + end)
    for (const sign of unspoken) spoken[sign] = Number.NEGATIVE_INFINITY
    return (spoken[token] as number) - logSum(spoken)
  })
}
