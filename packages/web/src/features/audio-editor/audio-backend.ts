/** The browser functions the editor needs to read, measure and play audio; tests inject a fake. */

import { type ChunkReader, createChunkReader } from './audio/chunk-reader.ts'
import { openAudioSource } from './audio/open-audio-source.ts'
import { type AudioMeasurements, addChunk, createMeasurements } from './measure/audio-measurements.ts'
import type { ChunkMeasurements, MeasureRequest } from './measure/measure-messages.ts'
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

/** Measures a whole audio file chunk by chunk in a web worker, reporting progress. */
async function measureAudio(
  reader: ChunkReader,
  onMeasured: (measurements: AudioMeasurements) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./measure/measure.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  try {
    let measurements = createMeasurements(reader.sampleRateHz, reader.lengthSamples)
    onMeasured(measurements)
    for (let index = 0; index < reader.chunkCount; index += 1) {
      const buffer = await reader.readChunk(index)
      if (signal.aborted) return
      // Decode the next chunk while this one is measured.
      if (index + 1 < reader.chunkCount) void reader.readChunk(index + 1).catch(() => undefined)
      const chunk = await askWorker(worker, {
        sampleRateHz: reader.sampleRateHz,
        // Copies, because the chunk itself may be playing.
        channels: Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
          buffer.getChannelData(channel).slice(),
        ),
      })
      if (signal.aborted) return
      measurements = addChunk(measurements, chunk, buffer.length)
      onMeasured(measurements)
    }
  } finally {
    worker.terminate()
  }
}

function askWorker(worker: Worker, request: MeasureRequest): Promise<ChunkMeasurements> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ChunkMeasurements>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(request, { transfer: request.channels.map(({ buffer }) => buffer as ArrayBuffer) })
  })
}
