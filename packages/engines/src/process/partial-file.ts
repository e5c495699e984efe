/** A result that grows under another name and takes its own only when it is whole. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'

export interface PartialFile {
  /** Holds the source back while the disk is behind. */
  write(bytes: Buffer, source: Readable): Promise<void>
  keep(): Promise<void>
  discard(): Promise<void>
}

export async function openPartialFile(path: string, maxBytes: number): Promise<PartialFile> {
  const partialPath = `${path}.partial`
  const stream = createWriteStream(partialPath)
  let failure: AppError | undefined
  let writtenBytes = 0
  stream.on('error', error => {
    failure = writeError(error)
  })
  await once(stream, 'open')

  return {
    async write(bytes, source) {
      writtenBytes += bytes.length
      if (writtenBytes > maxBytes) throw new AppError('result-too-large')
      if (failure) throw failure
      if (stream.write(bytes)) return
      source.pause()
      await once(stream, 'drain').catch(error => {
        throw writeError(error)
      })
      source.resume()
    },
    async keep() {
      await new Promise<void>((resolve, reject) => {
        stream.once('error', error => reject(writeError(error)))
        if (failure) reject(failure)
        else stream.end(resolve)
      })
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
