/** Messages between the threads that pack a RAR archive. */
import type { WindowBuffers } from './lz/shared-window.ts'

/** Chunk of one file in the window; positions count from the start of the archive's data. */
export interface FileChunk {
  readonly start: number
  readonly end: number
  readonly fileStart: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

export interface WorkerData {
  readonly buffers: WindowBuffers
  readonly level: number
}

/** Message to the index worker. */
export interface IndexTask {
  readonly id: number
  readonly chunk: FileChunk
  /** Positions restarted at 0. */
  readonly isReset: boolean
}

export interface IndexResult {
  readonly id: number
  /** Of the whole file, with its last chunk. */
  readonly hash: Uint8Array | null
}

/** Message to a pack worker. */
export interface PackTask {
  readonly id: number
  readonly chunk: FileChunk
}

export interface PackResult {
  readonly id: number
  readonly bytes: Uint8Array
}
