/** Identifies the language of texts with the fastText model, inside the helper. */
import { getLIDModel } from 'fasttext.wasm.js'

export interface IdentifiedLanguage {
  /** ISO 639-3. */
  readonly language: string
  /** 0 to 1. */
  readonly likelihood: number
}

/** Declared here because the types of the package do not resolve. */
interface Guess {
  readonly alpha3: string
  readonly possibility: number
}

let model: ReturnType<typeof loadIdentifier> | undefined

async function loadIdentifier() {
  const loaded = await getLIDModel()
  await loaded.load()
  return loaded
}

const guesses = 4

/** For each text, the most likely language first. */
export async function identifyLanguages(texts: readonly string[]): Promise<IdentifiedLanguage[][]> {
  model ??= loadIdentifier()
  const identifier = await model
  return Promise.all(
    texts.map(async text => {
      // fastText stops at a line break.
      const found = (await identifier.identify(text.replace(/\s+/g, ' ').trim(), guesses)) as Guess[]
      return found.map(({ alpha3, possibility }) => ({ language: alpha3, likelihood: possibility }))
    }),
  )
}
