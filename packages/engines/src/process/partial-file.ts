/** Output file that is written under a temporary name and renamed when it is complete. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'

export interface PartialFile {
  /** False if the buffer is full (backpressure), until `onDrain`. Throws an earlier write error. */
  write(bytes: Buffer): boolean
  keep(): Promise<void>
  discard(): Promise<void>
}

export async function openPartialFile(
  path: string,
  maxBytes: number,
  onDrain: () => void,
): Promise<PartialFile> {
  const partialPath = `${path}.partial`
  const stream = createWriteStream(partialPath)
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let failure: AppError | undefined
  let writtenBytes = 0
  stream.on('error', error => {
    failure = writeError(error)
    fail(failure)
    onDrain()
  })
  stream.on('drain', onDrain)
  await Promise.race([once(stream, 'open'), failed])

  return {
    write(bytes) {
      writtenBytes += bytes.length
      if (writtenBytes > maxBytes) throw new AppError('result-too-large')
      if (failure) throw failure
      return stream.write(bytes)
    },
    async keep() {
      // The callback of end() gets the error of a failed write before the error event.
      const ended = new Promise<void>((resolve, reject) => {
        stream.end((error?: Error | null) => (error ? reject(writeError(error)) : resolve()))
      })
      await Promise.race([ended, failed])
      await rename(partialPath, path)
    },
    async discard() {
      stream.destroy()
      await rm(partialPath, { force: true })
    },
  }
}

function writeError(error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code
  return new AppError(
    code === 'ENOSPC' || code === 'EDQUOT' ? 'storage-full' : 'internal',
    {},
    { cause: error },
  )
}
