import { expect, test } from 'vitest'
import { melFrames, melSpectrogram, sampleRateHz } from './mel-spectrogram.ts'

const bands = 80

function tone(hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * sampleRateHz }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / sampleRateHz),
  )
}

function loudestBand(mel: Float32Array, frame: number): number {
  const column = Array.from({ length: bands }, (_, band) => mel[band * melFrames + frame] ?? 0)
  return column.indexOf(Math.max(...column))
}

test('a tone is heard in its band, and silence behind it eight powers of ten lower', () => {
  const mel = melSpectrogram(tone(1000, 2), bands)
  expect(mel).toHaveLength(bands * melFrames)
  // 1 kHz is the 15th mel, of 45.245 in 81 steps.
  expect(loudestBand(mel, 100)).toBe(Math.round((15 * 81) / 45.245) - 1)
  const loudest = Math.max(...mel.subarray(0, 26 * melFrames + 150))
  expect((mel[10 * melFrames + 2900] ?? 0) - (mel[26 * melFrames + 100] ?? 0)).toBeCloseTo(-2, 1)
  expect(loudest).toBeGreaterThan(0)
})

test('higher tones are heard in higher bands', () => {
  const heard = [200, 500, 2000, 6000].map(hz => loudestBand(melSpectrogram(tone(hz, 1), bands), 50))
  expect(heard).toEqual(heard.toSorted((a, b) => a - b))
  expect(new Set(heard).size).toBe(4)
})
