/** Reads a recording from its beginning to its end and has every piece measured, telling how far it is. */
import type { PieceReader } from '../audio/piece-reader.ts'
import type { MeasuredPiece, MeasureRequest } from './measure-messages.ts'
import { emptyMeasures, type Measures, withPiece } from './measures.ts'

export async function measureAudio(
  reader: PieceReader,
  onMeasured: (measures: Measures) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  try {
    let measures = emptyMeasures(reader.sampleRateHz, reader.lengthSamples)
    onMeasured(measures)
    for (let index = 0; index < reader.pieceCount; index += 1) {
      const buffer = await reader.piece(index)
      if (signal.aborted) return
      // The next one is decoded while this one is measured.
      if (index + 1 < reader.pieceCount) void reader.piece(index + 1).catch(() => undefined)
      const piece = await askWorker(worker, {
        sampleRateHz: reader.sampleRateHz,
        // Copies: the piece itself may be playing.
        channels: Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
          buffer.getChannelData(channel).slice(),
        ),
      })
      if (signal.aborted) return
      measures = withPiece(measures, piece, buffer.length)
      onMeasured(measures)
    }
  } finally {
    worker.terminate()
  }
}

function askWorker(worker: Worker, request: MeasureRequest): Promise<MeasuredPiece> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<MeasuredPiece>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(request, { transfer: request.channels.map(({ buffer }) => buffer as ArrayBuffer) })
  })
}
