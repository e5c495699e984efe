/** Language detection helper: runs in the sandbox and returns a language code. */

import { getLIDModel } from 'fasttext.wasm.js'
import { z } from 'zod'
import { serveJobs } from '../../process/helper-program.ts'

/** More text does not improve the result. */
const sampleCharacters = 2000
const minProbability = 0.5
/** Shorter texts are ambiguous; Chinese and Korean words often have only two characters. */
const minLetters = 4
const minIdeographs = 2

/** ISO 639-1 code; undefined if the text is too short or the probability is low. */
type LanguageIdentifier = (text: string) => Promise<string | undefined>

/** Loading the model takes about 170 ms and 10 MB. */
async function loadLanguageIdentifier(): Promise<LanguageIdentifier> {
  const model = await getLIDModel()
  await model.load()
  return async text => {
    const sample = sampleOf(text)
    if (!isIdentifiable(sample)) return undefined
    const { alpha2, possibility } = await model.identify(sample)
    return possibility < minProbability ? undefined : (alpha2 ?? undefined)
  }
}

/** Removes URLs and numbers, which have no language, and converts to lower case, which the model recognizes best. */
function sampleOf(text: string): string {
  return text
    .slice(0, 2 * sampleCharacters)
    .toWellFormed()
    .split(/\s+/)
    .filter(word => !isAddress(word))
    .join(' ')
    .replace(/[\p{N}\s]+/gu, ' ')
    .toLowerCase()
    .slice(0, sampleCharacters)
    .toWellFormed()
    .trim()
}

function isIdentifiable(sample: string): boolean {
  const ideographs = sample.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  return (ideographs?.length ?? 0) >= minIdeographs || (sample.match(/\p{L}/gu)?.length ?? 0) >= minLetters
}

const identify = await loadLanguageIdentifier()

serveJobs(z.object({ text: z.string() }), async ({ text }) => {
  const language = (await identify(text)) ?? null
  return { chunks: noBytes(), about: () => ({ language }) }
})

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Of a page, or of a mailbox. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@')
  return /\b(?:https?:\/\/|www\.)/.test(word) || (at > 0 && word.includes('.', at))
}
