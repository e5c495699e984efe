/** Threads in a row: data is read into shared memory, gone through in order, and packed piece by piece at the same time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { rarLevel } from './levels.ts'
import { maxPieceBytes, reachOf } from './lz/pack-chunk.ts'
import { createWindowBuffers, openWindow, viewsOf } from './lz/shared-window.ts'
import type { NoteAnswer, NoteTask, PackAnswer, PackTask, Piece, WorkerData } from './pack-worker-messages.ts'

const maxPackers = 4
/** Positions are 32-bit numbers; before they run out everything begins again, and what came before is forgotten. */
const maxPosition = 2 ** 30

export interface WorkerChunk {
  readonly byteCount: number
  /** The data as it is; valid until released. */
  readonly views: readonly Uint8Array[]
  /** Null when it is stored as it is. */
  readonly packed: Promise<Uint8Array> | null
  /** Of the whole file, with its last piece. */
  readonly hash: Promise<Uint8Array | null>
  /** Gives its memory back; in the order the pieces came. */
  release(): void
}

export interface QueueClass {
  readonly windowBytes: number
  /** Waits for room, lets the caller fill it, and sends it on its way. */
  add(
    piece: {
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

export function startPackWorker(level: number, { totalBytes, largestFileBytes }: PackWorkerLoad): QueueClass {
  const windowBytes = windowFor(level, largestFileBytes)
  const buffers = createWindowBuffers(windowBytes)
  const window = openWindow(buffers)
  const workerData: WorkerData = { buffers, level }
  const noter = startThread<NoteTask, NoteAnswer>('./note-worker.ts', workerData)
  // A thread takes a while to start; what one packs in that time needs no other.
  const packerCount = Math.min(maxPackers, availableParallelism(), Math.ceil(totalBytes / maxPieceBytes))
  const packers = Array.from({ length: Math.max(1, packerCount) }, () =>
    startThread<PackTask, PackAnswer>('./pack-worker.ts', workerData),
  )
  const underWay: Piece[] = []
  let wake = () => {}
  let position = 0
  let fileStart = 0
  let isReset = false

  async function makeRoom(byteCount: number): Promise<void> {
    const room = windowBytes - reachOf(windowBytes)
    const isFull = () => underWay.length > 0 && position + byteCount > (underWay[0] as Piece).start + room
    const mustReset = position + byteCount > maxPosition
    while (mustReset ? underWay.length > 0 : isFull())
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
      await makeRoom(byteCount)
      if (isFirst) fileStart = position
      const piece: Piece = { start: position, end: position + byteCount, fileStart, isFirst, isLast }
      const views = viewsOf(window, piece.start, piece.end)
      await fill(views)
      position = piece.end
      underWay.push(piece)
      const noted = noter.ask({ piece, isReset })
      isReset = false
      const packed = isPacked
        ? noted.then(() => leastBusy(packers).ask({ piece })).then(({ bytes }) => bytes)
        : null
      // Whoever waits for it hears of a failure; nobody may be waiting yet.
      packed?.catch(() => {})
      noted.catch(() => {})
      return {
        byteCount,
        views,
        packed,
        hash: noted.then(({ hash }) => hash),
        release() {
          underWay.shift()
          wake()
        },
      }
    },
    async close() {
      await Promise.all([noter, ...packers].map(thread => thread.close()))
    },
  }
}

/** No more memory than the largest file can use. */
function windowFor(level: number, largestFileBytes: number): number {
  const most = rarLevel(level).windowBytes
  const least = 2 * (most - reachOf(most))
  let windowBytes = most
  while (windowBytes / 2 >= least && reachOf(windowBytes / 2) >= largestFileBytes) windowBytes /= 2
  return windowBytes
}

interface Thread<Task, Answer> {
  readonly waiting: number
  ask(task: Omit<Task, 'id'>): Promise<Answer>
  close(): Promise<unknown>
}

function startThread<Task, Answer extends { readonly id: number }>(
  file: string,
  workerData: WorkerData,
): Thread<Task, Answer> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData })
  const asked = new Map<number, PromiseWithResolvers<Answer>>()
  let lastId = 0
  worker.on('message', (answer: Answer) => {
    asked.get(answer.id)?.resolve(answer)
    asked.delete(answer.id)
  })
  worker.on('error', error => {
    for (const { reject } of asked.values()) reject(error)
  })
  return {
    get waiting() {
      return asked.size
    },
    ask(task) {
      lastId += 1
      const answer = Promise.withResolvers<Answer>()
      asked.set(lastId, answer)
      worker.postMessage({ ...task, id: lastId })
      return answer.promise
    },
    close: () => worker.terminate(),
  }
}

function leastBusy<Task, Answer>(threads: readonly Thread<Task, Answer>[]): Thread<Task, Answer> {
  return threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best))
}
