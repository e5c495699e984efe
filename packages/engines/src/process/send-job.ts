/** Sends a job to a helper: the request as a message, the input files on their own pipe. */
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { frameTypes, messageFrame } from './frames.ts'
import { sendFile } from './send-file.ts'

interface HelperPipes {
  readonly messages: Writable
  readonly input: Writable
}

interface Sending {
  readonly request: object
  readonly inputPath?: string
  readonly attachedPath?: string
  readonly signal: AbortSignal
}

export async function sendJob({ messages, input }: HelperPipes, sending: Sending): Promise<void> {
  const { signal, inputPath, attachedPath } = sending
  const paths = [inputPath, attachedPath].filter(path => path !== undefined)
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size))
  const inputBytes = sizes.reduce((sum, size) => sum + size, 0)
  messages.write(messageFrame(frameTypes.job, { ...sending.request, inputBytes }))
  try {
    for (const [index, path] of paths.entries()) await sendFile(input, path, sizes[index] ?? 0)
  } catch (error) {
    // A helper that died breaks the pipe; its exit is handled instead.
    if (!signal.aborted && !input.destroyed) throw error
  }
}
