/** Tells what was heard from what a model makes up: would it have written the same if there had been nothing but silence? */
import type { Heard, WhisperModel } from './load-model.ts'
import { melSpectrogram, sampleRateHz } from './mel-spectrogram.ts'
import { logSum } from './probabilities.ts'

const silences = new WeakMap<WhisperModel, Promise<Heard>>()

function silenceOf(model: WhisperModel): Promise<Heard> {
  const known = silences.get(model)
  if (known !== undefined) return known
  const silence = model.hear(melSpectrogram(new Float32Array(sampleRateHz), model.files.melBands))
  silences.set(model, silence)
  return silence
}

/** How likely each token of a text is when nothing is heard, as a logarithm. */
export async function scoreInSilence(
  model: WhisperModel,
  beginning: readonly number[],
  text: readonly number[],
): Promise<readonly number[]> {
  const { end, noTimestamps, unspoken } = model.files.tokens
  const before = [...beginning, noTimestamps]
  // One look at the whole text instead of one a token: what comes later does not change what came before.
  const { scores } = await model.begin(await silenceOf(model), [...before, ...text])
  return text.map((token, index) => {
    const row = (before.length - 1 + index) * model.scoresPerToken
    const spoken = scores.slice(row, row + end)
    for (const sign of unspoken) spoken[sign] = Number.NEGATIVE_INFINITY
    return (spoken[token] as number) - logSum(spoken)
  })
}
