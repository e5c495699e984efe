/** Gives out a recording in pieces of equal length, and keeps the last few: who plays and who measures ask for the same ones. */
import { coarsestSamples } from '../measure/peak-levels.ts'
import type { AudioSource } from './audio-source.ts'

const pieceSeconds = 20
const keptPieces = 4

export interface PieceReader {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  readonly pieceSamples: number
  readonly pieceCount: number
  piece(index: number): Promise<AudioBuffer>
}

export function createPieceReader(source: AudioSource): PieceReader {
  const { sampleRateHz, lengthSamples } = source
  // Whole stretches of every level: no stretch is then torn between two pieces.
  const pieceSamples = Math.round((pieceSeconds * sampleRateHz) / coarsestSamples) * coarsestSamples
  const kept = new Map<number, Promise<AudioBuffer>>()
  return {
    sampleRateHz,
    lengthSamples,
    pieceSamples,
    pieceCount: Math.ceil(lengthSamples / pieceSamples),
    piece(index) {
      const from = index * pieceSamples
      const piece = kept.get(index) ?? source.read(from, Math.min(lengthSamples, from + pieceSamples))
      kept.delete(index)
      kept.set(index, piece)
      // A piece that could not be read may be asked for again.
      piece.catch(() => kept.delete(index))
      const [oldest] = kept.keys()
      if (kept.size > keptPieces && oldest !== undefined) kept.delete(oldest)
      return piece
    },
  }
}
