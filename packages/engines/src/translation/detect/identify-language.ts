/** Tells which language a text is in, by fastText's model; runs inside a jail, in whichever helper imports it. */
import { getLIDModel } from 'fasttext.wasm.js'

/** More than that makes nothing surer. */
const sampleCharacters = 2000
const minProbability = 0.5
/** Fewer letters could be a word of many languages; a Chinese or Korean word has no more than two signs. */
const minLetters = 4
const minSigns = 2

/** The two letters of ISO 639-1; undefined when the text is too short to tell or the model is not sure. */
export type LanguageIdentifier = (text: string) => Promise<string | undefined>

/** Loads the model, which takes a sixth of a second and 10 MB. */
export async function loadLanguageIdentifier(): Promise<LanguageIdentifier> {
  const model = await getLIDModel()
  await model.load()
  return async text => {
    const sample = sampleOf(text)
    if (!canBeTold(sample)) return undefined
    const { alpha2, possibility } = await model.identify(sample)
    return possibility < minProbability ? undefined : (alpha2 ?? undefined)
  }
}

/** Addresses and numbers are of no language, and the model knows words in small letters best. */
function sampleOf(text: string): string {
  return text
    .slice(0, 2 * sampleCharacters)
    .toWellFormed()
    .replace(/\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/g, ' ')
    .replace(/[\p{N}\s]+/gu, ' ')
    .toLowerCase()
    .slice(0, sampleCharacters)
    .toWellFormed()
    .trim()
}

function canBeTold(sample: string): boolean {
  const signs = sample.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  return (signs?.length ?? 0) >= minSigns || (sample.match(/\p{L}/gu)?.length ?? 0) >= minLetters
}
