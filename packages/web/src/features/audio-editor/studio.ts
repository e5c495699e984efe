/** What the editor needs of a browser to read, measure and play a recording; tests bring a studio of their own. */
import { measureSound } from './measure/measure-sound.ts'
import type { Measures } from './measure/measures.ts'
import { createPlayer, type Player } from './playback/player.ts'
import { openSource } from './sound/open-source.ts'
import { createPieceReader, type PieceReader } from './sound/piece-reader.ts'

export interface Studio {
  /** Throws UnreadableSound. */
  open(file: Blob): Promise<PieceReader>
  measure(reader: PieceReader, onMeasured: (measures: Measures) => void, signal: AbortSignal): Promise<void>
  createPlayer(reader: PieceReader, onEnded: () => void): Player
}

export const browserStudio: Studio = {
  open: async file => createPieceReader(await openSource(file)),
  measure: measureSound,
  createPlayer,
}
