/** What the threads that pack a RAR archive say to each other. */
import type { WindowBuffers } from './lz/shared-window.ts'

/** A piece of one file in the window; positions count from the very beginning. */
export interface Piece {
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

/** To the thread that reads everything in order. */
export interface NoteTask {
  readonly id: number
  readonly piece: Piece
  /** Positions have begun at 0 again. */
  readonly isReset: boolean
}

export interface NoteAnswer {
  readonly id: number
  /** Of the whole file, with its last piece. */
  readonly hash: Uint8Array | null
}

/** To the threads that pack. */
export interface PackTask {
  readonly id: number
  readonly piece: Piece
}

export interface PackAnswer {
  readonly id: number
  readonly bytes: Uint8Array
}
