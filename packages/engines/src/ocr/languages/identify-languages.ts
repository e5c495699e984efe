/** Tells the languages of texts with fastText's own model, inside the helper. */
import { getLIDModel } from 'fasttext.wasm.js'

export interface IdentifiedLanguage {
  /** ISO 639-3. */
  readonly language: string
  /** 0 to 1. */
  readonly likelihood: number
}

/** The package's own types lead nowhere. */
interface Guess {
  readonly alpha3: string
  readonly possibility: number
}

let model: ReturnType<typeof loadModel> | undefined

async function loadModel() {
  const loaded = await getLIDModel()
  await loaded.load()
  return loaded
}

const guesses = 4

/** The likeliest first, for every text. */
export async function identifyLanguages(texts: readonly string[]): Promise<IdentifiedLanguage[][]> {
  model ??= loadModel()
  const identifier = await model
  return Promise.all(
    texts.map(async text => {
      // A line break ends what fastText reads.
      const found = (await identifier.identify(text.replace(/\s+/g, ' ').trim(), guesses)) as Guess[]
      return found.map(({ alpha3, possibility }) => ({ language: alpha3, likelihood: possibility }))
    }),
  )
}
