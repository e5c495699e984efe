/** Web worker that measures audio chunk by chunk: waveform peaks and loudness. */
import { createLoudnessMeter, type LoudnessMeter } from './loudness-meter.ts'
import type { ChunkMeasurements, MeasureRequest } from './measure-messages.ts'
import { measurePeaks } from './peak-levels.ts'

let meter: LoudnessMeter | undefined

self.onmessage = ({ data }: MessageEvent<MeasureRequest>) => {
  meter ??= createLoudnessMeter(data.sampleRateHz)
  const energies = meter.push(data.channels)
  const { levels, peaks } = measurePeaks(data.channels)
  const reply: ChunkMeasurements = { levels, peaks, energies }
  self.postMessage(reply, {
    transfer: [...levels, peaks, energies].map(({ buffer }) => buffer as ArrayBuffer),
  })
}
