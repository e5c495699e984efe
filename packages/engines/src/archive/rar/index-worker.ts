/** Worker thread that processes all data in order: computes file hashes and indexes the window for the packers. */
import { parentPort, workerData } from 'node:worker_threads'
import { createBlake2sp } from './blake2sp.ts'
import { createIndexer } from './lz/index-window.ts'
import { openWindow, viewsOf } from './lz/shared-window.ts'
import type { IndexResult, IndexTask, WorkerData } from './pack-worker-messages.ts'

const { buffers } = workerData as WorkerData
const window = openWindow(buffers)
const indexer = createIndexer(window)
let hash = createBlake2sp()

parentPort?.on('message', ({ id, chunk, isReset }: IndexTask) => {
  if (chunk.isFirst) hash = createBlake2sp()
  for (const view of viewsOf(window, chunk.start, chunk.end)) hash.update(view)
  if (isReset) indexer.reset()
  // Index stored data as well: positions must be contiguous.
  indexer.index(chunk.end)
  parentPort?.postMessage({ id, hash: chunk.isLast ? hash.digest() : null } satisfies IndexResult)
})
