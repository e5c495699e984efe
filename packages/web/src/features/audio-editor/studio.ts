/** What the editor needs of a browser to read, measure and play a recording; tests bring a studio of their own. */

import { openSource } from './audio/open-source.ts'
import { createPieceReader, type PieceReader } from './audio/piece-reader.ts'
import { measureAudio } from './measure/measure-audio.ts'
import type { Measures } from './measure/measures.ts'
import { createPlayer, type Player } from './playback/player.ts'

export interface Studio {
  /** Throws UnreadableSound. */
  open(file: Blob): Promise<PieceReader>
  measure(reader: PieceReader, onMeasured: (measures: Measures) => void, signal: AbortSignal): Promise<void>
  createPlayer(reader: PieceReader, onEnded: () => void): Player
}

export const browserStudio: Studio = {
  open: async file => createPieceReader(await openSource(file)),
  measure: measureAudio,
  createPlayer,
}
