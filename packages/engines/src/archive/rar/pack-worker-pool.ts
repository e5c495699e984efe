/** Pipeline of worker threads: data is read into shared memory, indexed in order, and packed chunk by chunk in parallel. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { rarLevel } from './levels.ts'
import { maxPackChunkBytes, reachOf } from './lz/pack-chunk.ts'
import { createWindowBuffers, openWindow, viewsOf } from './lz/shared-window.ts'
import type {
  FileChunk,
  IndexResult,
  IndexTask,
  PackResult,
  PackTask,
  WorkerData,
} from './pack-worker-messages.ts'

const maxPackers = 4
/** Positions are 32-bit integers: before they overflow, the index restarts and earlier data is no longer referenced. */
const maxPosition = 2 ** 30

export interface WorkerChunk {
  readonly byteCount: number
  /** Uncompressed data; valid until released. */
  readonly views: readonly Uint8Array[]
  /** Null for stored data. */
  readonly packed: Promise<Uint8Array> | null
  /** Of the whole file, with its last chunk. */
  readonly hash: Promise<Uint8Array | null>
  /** Frees its memory; must be called in the order of the chunks. */
  release(): void
}

export interface PackWorkerPool {
  readonly windowBytes: number
  /** Waits for space in the window, lets the caller fill it, and starts processing. */
  add(
    chunk: {
      readonly byteCount: number
      readonly isFirst: boolean
      readonly isLast: boolean
      readonly isPacked: boolean
    },
    fill: (views: readonly Uint8Array[]) => Promise<void>,
  ): Promise<WorkerChunk>
  close(): Promise<void>
}

export interface PackWorkerLoad {
  readonly totalBytes: number
  readonly largestFileBytes: number
}

export function startPackWorkerPool(
  level: number,
  { totalBytes, largestFileBytes }: PackWorkerLoad,
): PackWorkerPool {
  const windowBytes = windowBytesFor(level, largestFileBytes)
  const buffers = createWindowBuffers(windowBytes)
  const window = openWindow(buffers)
  const workerData: WorkerData = { buffers, level }
  const indexWorker = startThread<IndexTask, IndexResult>('./index-worker.ts', workerData)
  // Starting a thread takes time: small inputs need only one.
  const packerCount = Math.min(maxPackers, availableParallelism(), Math.ceil(totalBytes / maxPackChunkBytes))
  const packers = Array.from({ length: Math.max(1, packerCount) }, () =>
    startThread<PackTask, PackResult>('./pack-worker.ts', workerData),
  )
  const inFlight: FileChunk[] = []
  let wake = () => {}
  let position = 0
  let fileStart = 0
  let isReset = false

  async function waitForSpace(byteCount: number): Promise<void> {
    const capacity = windowBytes - reachOf(windowBytes)
    const isFull = () =>
      inFlight.length > 0 && position + byteCount > (inFlight[0] as FileChunk).start + capacity
    const mustReset = position + byteCount > maxPosition
    while (mustReset ? inFlight.length > 0 : isFull())
      await new Promise<void>(resolve => {
        wake = resolve
      })
    if (!mustReset) return
    position = 0
    fileStart = 0
    isReset = true
  }

  return {
    windowBytes,
    async add({ byteCount, isFirst, isLast, isPacked }, fill) {
      await waitForSpace(byteCount)
      if (isFirst) fileStart = position
      const chunk: FileChunk = { start: position, end: position + byteCount, fileStart, isFirst, isLast }
      const views = viewsOf(window, chunk.start, chunk.end)
      await fill(views)
      position = chunk.end
      inFlight.push(chunk)
      const indexed = indexWorker.send({ chunk, isReset })
      isReset = false
      const packed = isPacked
        ? indexed.then(() => leastBusy(packers).send({ chunk })).then(({ bytes }) => bytes)
        : null
      // The consumer awaits these later; avoid an unhandled rejection until then.
      packed?.catch(() => {})
      indexed.catch(() => {})
      return {
        byteCount,
        views,
        packed,
        hash: indexed.then(({ hash }) => hash),
        release() {
          inFlight.shift()
          wake()
        },
      }
    },
    async close() {
      await Promise.all([indexWorker, ...packers].map(thread => thread.close()))
    },
  }
}

/** Limits memory to what the largest file can use. */
function windowBytesFor(level: number, largestFileBytes: number): number {
  const maxBytes = rarLevel(level).windowBytes
  const minBytes = 2 * (maxBytes - reachOf(maxBytes))
  let windowBytes = maxBytes
  while (windowBytes / 2 >= minBytes && reachOf(windowBytes / 2) >= largestFileBytes) windowBytes /= 2
  return windowBytes
}

interface WorkerThread<Task, Result> {
  readonly pendingCount: number
  send(task: Omit<Task, 'id'>): Promise<Result>
  close(): Promise<unknown>
}

function startThread<Task, Result extends { readonly id: number }>(
  file: string,
  workerData: WorkerData,
): WorkerThread<Task, Result> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData })
  const pending = new Map<number, PromiseWithResolvers<Result>>()
  let lastId = 0
  worker.on('message', (result: Result) => {
    pending.get(result.id)?.resolve(result)
    pending.delete(result.id)
  })
  worker.on('error', error => {
    for (const { reject } of pending.values()) reject(error)
  })
  return {
    get pendingCount() {
      return pending.size
    },
    send(task) {
      lastId += 1
      const result = Promise.withResolvers<Result>()
      pending.set(lastId, result)
      worker.postMessage({ ...task, id: lastId })
      return result.promise
    },
    close: () => worker.terminate(),
  }
}

function leastBusy<Task, Result>(threads: readonly WorkerThread<Task, Result>[]): WorkerThread<Task, Result> {
  return threads.reduce((best, thread) => (thread.pendingCount < best.pendingCount ? thread : best))
}
