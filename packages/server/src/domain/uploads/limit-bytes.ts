/** Passes bytes through and breaks off the moment there are more than allowed. */
import { Transform } from 'node:stream'
import type { AppError } from '@filesmith/contract/errors'

export function limitBytes(maxBytes: number, makeError: () => AppError): Transform {
  let seenBytes = 0
  return new Transform({
    highWaterMark: 1024 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length
      if (seenBytes > maxBytes) done(makeError())
      else done(null, chunk)
    },
  })
}
