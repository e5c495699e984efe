/** The browser functions the editor needs to read, measure and play audio; tests inject a fake. */

import { type ChunkReader, createChunkReader } from './audio/chunk-reader.ts'
import { openAudioSource } from './audio/open-audio-source.ts'
import type { AudioMeasurements } from './measure/audio-measurements.ts'
import { measureAudio } from './measure/measure-audio.ts'
import { type AudioPlayer, createAudioPlayer } from './playback/player.ts'

export interface AudioBackend {
  /** Throws UnreadableAudio. */
  open(file: Blob): Promise<ChunkReader>
  measure(
    reader: ChunkReader,
    onMeasured: (measurements: AudioMeasurements) => void,
    signal: AbortSignal,
  ): Promise<void>
  createAudioPlayer(reader: ChunkReader, onEnded: () => void): AudioPlayer
}

export const browserAudioBackend: AudioBackend = {
  open: async file => createChunkReader(await openAudioSource(file)),
  measure: measureAudio,
  createAudioPlayer,
}
