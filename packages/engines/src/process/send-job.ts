/** Hands a job to a helper: the request first, then the input file, streamed in chunks. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { frameHeader, frameTypes, maxChunkBytes, messageFrame } from './frames.ts'

interface Sending {
  readonly request: object
  readonly inputPath?: string
  readonly attachedPath?: string
  readonly signal: AbortSignal
}

export async function sendJob(pipe: Writable, sending: Sending): Promise<void> {
  const { signal, inputPath, attachedPath } = sending
  const paths = [inputPath, attachedPath].filter(path => path !== undefined)
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size))
  const inputBytes = sizes.reduce((sum, size) => sum + size, 0)
  pipe.write(messageFrame(frameTypes.job, { ...sending.request, inputBytes }))
  try {
    for (const [index, path] of paths.entries()) await sendFile(pipe, path, sizes[index] ?? 0, signal)
  } catch (error) {
    // A helper that died meanwhile breaks the pipe; its exit tells why.
    if (!signal.aborted && !pipe.destroyed) throw error
  }
}

async function sendFile(pipe: Writable, path: string, bytes: number, signal: AbortSignal): Promise<void> {
  if (bytes === 0) return
  // Never more than was announced: a file that grows meanwhile must not put the frames out of step.
  const source = createReadStream(path, { highWaterMark: maxChunkBytes, end: bytes - 1, signal })
  for await (const chunk of source as AsyncIterable<Buffer>) {
    pipe.write(frameHeader(frameTypes.chunk, chunk.length))
    if (!pipe.write(chunk)) await once(pipe, 'drain', { signal })
  }
}
