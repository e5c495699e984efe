/** The helper that tells languages: runs in the jail, reads text and answers a code. */
import { serveJobs } from '../../process/helper-program.ts'
import { loadLanguageIdentifier } from './identify-language.ts'

const identify = await loadLanguageIdentifier()

serveJobs<{ readonly text: string }>(async ({ text }) => {
  const language = (await identify(text)) ?? null
  return { chunks: noBytes(), about: () => ({ language }) }
})

async function* noBytes(): AsyncGenerator<Uint8Array> {}
