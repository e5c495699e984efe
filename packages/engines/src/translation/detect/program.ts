/** Language detection helper: runs in the sandbox and returns a language code. */
import { z } from 'zod'
import { serveJobs } from '../../process/helper-program.ts'
import { loadLanguageIdentifier } from './identify-language.ts'

const identify = await loadLanguageIdentifier()

serveJobs(z.object({ text: z.string() }), async ({ text }) => {
  const language = (await identify(text)) ?? null
  return { chunks: noBytes(), about: () => ({ language }) }
})

async function* noBytes(): AsyncGenerator<Uint8Array> {}
