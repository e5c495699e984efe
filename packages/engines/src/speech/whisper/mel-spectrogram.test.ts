import { expect, test } from 'vitest'
import { melFrames, melSpectrogram, whisperSampleRateHz } from './mel-spectrogram.ts'

const bands = 80

function tone(hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * whisperSampleRateHz }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / whisperSampleRateHz),
  )
}

function loudestBand(mel: Float32Array, frame: number): number {
  const column = Array.from({ length: bands }, (_, band) => mel[band * melFrames + frame] ?? 0)
  return column.indexOf(Math.max(...column))
}

test('melSpectrogram: puts a tone into its band and silence at the floor', () => {
  const mel = melSpectrogram(tone(1000, 2), bands)
  expect(mel).toHaveLength(bands * melFrames)
  // 1 kHz is mel 15 of 45.245, with 81 steps.
  expect(loudestBand(mel, 100)).toBe(Math.round((15 * 81) / 45.245) - 1)
  const loudest = Math.max(...mel.subarray(0, 26 * melFrames + 150))
  expect((mel[10 * melFrames + 2900] ?? 0) - (mel[26 * melFrames + 100] ?? 0)).toBeCloseTo(-2, 1)
  expect(loudest).toBeGreaterThan(0)
})

test('melSpectrogram: puts higher tones into higher bands', () => {
  const loudestBands = [200, 500, 2000, 6000].map(hz => loudestBand(melSpectrogram(tone(hz, 1), bands), 50))
  expect(loudestBands).toEqual(loudestBands.toSorted((a, b) => a - b))
  expect(new Set(loudestBands).size).toBe(4)
})
