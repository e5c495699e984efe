/** A thread that packs pieces of files; several do so at the same time. */
import { parentPort, workerData } from 'node:worker_threads'
import { rarLevel } from './levels.ts'
import { createPiecePacker } from './lz/pack-chunk.ts'
import { openWindow } from './lz/shared-window.ts'
import type { PackAnswer, PackTask, WorkerData } from './pack-worker-messages.ts'

const { buffers, level } = workerData as WorkerData
const pack = createPiecePacker(openWindow(buffers), rarLevel(level))

parentPort?.on('message', ({ id, piece }: PackTask) => {
  const bytes = pack(piece)
  parentPort?.postMessage({ id, bytes } satisfies PackAnswer, [bytes.buffer as ArrayBuffer])
})
