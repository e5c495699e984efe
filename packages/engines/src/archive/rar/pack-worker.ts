/** Worker thread that packs chunks; several run in parallel. */
import { parentPort, workerData } from 'node:worker_threads'
import { rarLevel } from './levels.ts'
import { createChunkPacker } from './lz/pack-chunk.ts'
import { openWindow } from './lz/shared-window.ts'
import type { PackResult, PackTask, WorkerData } from './pack-worker-messages.ts'

const { buffers, level } = workerData as WorkerData
const pack = createChunkPacker(openWindow(buffers), rarLevel(level))

parentPort?.on('message', ({ id, chunk }: PackTask) => {
  const bytes = pack(chunk)
  parentPort?.postMessage({ id, bytes } satisfies PackResult, [bytes.buffer as ArrayBuffer])
})
