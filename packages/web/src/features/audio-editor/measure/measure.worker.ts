/** Measures a recording piece by piece beside the page: what its waveform is drawn from, and how loud it is. */
import { createLoudnessMeter, type LoudnessMeter } from './loudness-meter.ts'
import type { MeasuredPiece, MeasureRequest } from './measure-messages.ts'
import { measurePeaks } from './peak-levels.ts'

let meter: LoudnessMeter | undefined

self.onmessage = ({ data }: MessageEvent<MeasureRequest>) => {
  meter ??= createLoudnessMeter(data.sampleRateHz)
  const energies = meter.push(data.channels)
  const { levels, loudest } = measurePeaks(data.channels)
  const reply: MeasuredPiece = { levels, loudest, energies }
  self.postMessage(reply, {
    transfer: [...levels, loudest, energies].map(({ buffer }) => buffer as ArrayBuffer),
  })
}
