/**
 * Recognizes formats by content in a separate thread, so that no content can stop this process (denial of service): a
 * thread that takes too long is ended, and the file counts as unreadable.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'

export interface FileParts {
  readonly head: Uint8Array
  /** Second part; the head itself for a short file. */
  readonly tail: Uint8Array
}

/** Of processor time, so that a busy machine refuses nothing. The slowest file of the corpus takes a few milliseconds. */
const maxCpuMs = 2_000
const checkMs = 250
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }
const threadUrl = new URL('recognition-thread.ts', import.meta.url)

export interface FormatRecognizer {
  /** Undefined if the format is unknown. Throws `unknown-type` if its content takes too long. */
  recognize(head: Uint8Array, tail?: Uint8Array): Promise<FormatId | undefined>
  close(): Promise<void>
}

export function createFormatRecognizer(program = threadUrl): FormatRecognizer {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function ask(parts: FileParts): Promise<FormatId | undefined> {
    thread ??= new Worker(program, { execArgv: [], resourceLimits })
    const asked = thread
    // A thread that waits for its next file must not keep a finished process alive.
    asked.ref()
    try {
      return await replyOf(asked, parts)
    } catch (cause) {
      thread = undefined
      await asked.terminate()
      throw new AppError('unknown-type', {}, { cause })
    } finally {
      asked.unref()
    }
  }

  return {
    recognize(head, tail = head) {
      const result = last.then(() => ask({ head, tail }))
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await last
      await thread?.terminate()
      thread = undefined
    },
  }
}

function replyOf(thread: Worker, parts: FileParts): Promise<FormatId | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<FormatId | undefined>()
  let startCpuMs = 0
  const check = async () => {
    const usedCpuMs = await cpuMsOf(thread)
    startCpuMs ||= usedCpuMs
    if (usedCpuMs - startCpuMs > maxCpuMs) reject(new Error('recognizing the format took too long'))
  }
  // A thread that is still starting has no figures; one that has ended says so itself.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs)
  const fail = (error: unknown) => reject(error)
  const end = () => reject(new Error('the thread that recognizes formats has ended'))
  thread.once('message', resolve).once('error', fail).once('exit', end)
  thread.postMessage(parts)
  return promise.finally(() => {
    clearInterval(timer)
    thread.off('message', resolve).off('error', fail).off('exit', end)
  })
}

async function cpuMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1000
}

const processRecognizer = createFormatRecognizer()

/** By the one thread of this process, which starts with the first file. */
export const recognizeFormat = processRecognizer.recognize
