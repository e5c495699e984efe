/** Hands a job to a helper: the request first, then the input file, streamed in chunks. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { frameHeader, frameTypes, maxChunkBytes, messageFrame } from './frames.ts'

interface Sending {
  readonly request: object
  readonly inputPath: string
  readonly signal: AbortSignal
}

export async function sendJob(pipe: Writable, sending: Sending): Promise<void> {
  const { size: inputBytes } = await stat(sending.inputPath)
  pipe.write(messageFrame(frameTypes.job, { ...sending.request, inputBytes }))
  // Never more than was announced: a file that grows meanwhile must not put the frames out of step.
  const source = createReadStream(sending.inputPath, {
    highWaterMark: maxChunkBytes,
    end: Math.max(0, inputBytes - 1),
    signal: sending.signal,
  })
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      pipe.write(frameHeader(frameTypes.chunk, chunk.length))
      if (!pipe.write(chunk)) await once(pipe, 'drain', { signal: sending.signal })
    }
  } catch (error) {
    // A helper that died meanwhile breaks the pipe; its exit tells why.
    if (!sending.signal.aborted && !pipe.destroyed) throw error
  }
}
