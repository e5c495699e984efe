/** Helper side of the sentence pool: sentences are passed in the request and returned with the reply. */
import type { z } from 'zod'
import { serveJobs } from '../../process/helper-program.ts'

export function serveSentences<Request extends { readonly sentences: readonly string[] }>(
  schema: z.ZodType<Request>,
  translate: (request: Request) => Promise<readonly string[]>,
): void {
  serveJobs(schema, async request => {
    const sentences = await translate(request)
    return { chunks: noBytes(), about: () => ({ sentences }) }
  })
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
