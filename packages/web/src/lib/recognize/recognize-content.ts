/** Recognizes a file by its content, within a time limit and without blocking the page. */
import { sniffHeadBytes, tailStart } from '@filesmith/contract/sniff-format'
import type { FileParts, Recognition } from './recognize-parts.ts'

const maxMs = 5_000
/** After a suspension the limit has passed, but the reply may be waiting behind the timer. */
const graceMs = 500

export interface RecognizedContent extends Recognition {
  readonly head: Uint8Array
}

/** Rejects if the file cannot be read, or its content takes too long. */
export async function recognizeContent(file: File): Promise<RecognizedContent> {
  const head = await readPart(file, 0)
  const start = tailStart(head, file.size)
  const tail = start === undefined ? head : await readPart(file, start)
  return { head, ...(await askWorker({ head, tail })) }
}

async function readPart(file: File, start: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + sniffHeadBytes).arrayBuffer())
}

interface IdleWorker {
  readonly worker: Worker
  readonly timer: ReturnType<typeof setTimeout>
}

/** Kept for the next file of a drop. */
const idleMs = 10_000
const idleWorkers: IdleWorker[] = []

function askWorker(parts: FileParts): Promise<Recognition> {
  const worker = takeWorker()
  const { promise, resolve, reject } = Promise.withResolvers<Recognition>()
  const listening = new AbortController()
  const { signal } = listening
  worker.addEventListener('message', ({ data }: MessageEvent<Recognition>) => resolve(data), { signal })
  worker.addEventListener('error', () => reject(new Error('the recognition failed')), { signal })
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(new Error('the recognition took too long')), graceMs)
  }, maxMs)
  worker.postMessage(parts)
  promise.then(
    () => keepWorker(worker),
    () => worker.terminate(),
  )
  return promise.finally(() => {
    clearTimeout(timer)
    listening.abort()
  })
}

function takeWorker(): Worker {
  const idle = idleWorkers.pop()
  if (!idle) return new Worker(new URL('./recognize.worker.ts', import.meta.url), { type: 'module' })
  clearTimeout(idle.timer)
  return idle.worker
}

function keepWorker(worker: Worker): void {
  const idle = {
    worker,
    timer: setTimeout(() => {
      idleWorkers.splice(idleWorkers.indexOf(idle), 1)
      worker.terminate()
    }, idleMs),
  }
  idleWorkers.push(idle)
}
