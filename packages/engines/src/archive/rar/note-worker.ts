/** The thread that goes through all data in order: the hash of every file, and notes for those who pack it. */
import { parentPort, workerData } from 'node:worker_threads'
import { createBlake2sp } from './blake2sp.ts'
import { createIndexer } from './lz/index-window.ts'
import { openWindow, viewsOf } from './lz/shared-window.ts'
import type { NoteAnswer, NoteTask, WorkerData } from './pack-worker-messages.ts'

const { buffers } = workerData as WorkerData
const window = openWindow(buffers)
const indexer = createIndexer(window)
let hash = createBlake2sp()

parentPort?.on('message', ({ id, piece, isReset }: NoteTask) => {
  if (piece.isFirst) hash = createBlake2sp()
  for (const view of viewsOf(window, piece.start, piece.end)) hash.update(view)
  if (isReset) indexer.reset()
  // Also of what is stored as it is: places are noted without a gap.
  indexer.index(piece.end)
  parentPort?.postMessage({ id, hash: piece.isLast ? hash.digest() : null } satisfies NoteAnswer)
})
