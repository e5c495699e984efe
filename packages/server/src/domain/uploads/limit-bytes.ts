/** Passes a stream through and fails as soon as it exceeds the limit. */
import { type Readable, Transform } from 'node:stream'
import type { AppError } from '@filesmith/contract/errors'

export function limitBytes(source: Readable, maxBytes: number, makeError: () => AppError): Readable {
  let seenBytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length
      if (seenBytes > maxBytes) done(makeError())
      else done(null, chunk)
    },
  })
  source.on('error', error => limited.destroy(error))
  return source.pipe(limited)
}
