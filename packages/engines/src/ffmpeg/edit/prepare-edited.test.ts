import { expect, test } from 'vitest'
import { readLoudness } from './loudness.ts'
import type { LevelStage } from './prepare-edited.ts'
import { normalize, volumeStage } from './prepare-edited.ts'

/** Fake meter: each dB above the ceiling costs a share of the loudness gained. */
function createLevelMeter(lufs: number, peakDb: number, share: number) {
  const tries: { stage: LevelStage; isExact: boolean }[] = []
  const loudnessWith = ({ gainDb, ceilingDb }: LevelStage) => {
    const over = ceilingDb === null ? 0 : Math.max(0, peakDb + gainDb - ceilingDb)
    return lufs + gainDb - over * share
  }
  return {
    tries,
    loudnessWith,
    tryStage: async (stage: LevelStage, isExact: boolean) => {
      tries.push({ stage, isExact })
      return { lufs: loudnessWith(stage), peakDb: stage.ceilingDb ?? peakDb + stage.gainDb }
    },
  }
}

test('normalize: applies plain gain without another pass when peaks have headroom', async () => {
  const meter = createLevelMeter(-30, -20, 0)
  const { stage } = await normalize({ lufs: -30, peakDb: -20 }, meter.tryStage)
  expect(stage).toEqual({ gainDb: 14, ceilingDb: null })
  expect(meter.tries).toEqual([])
})

test.each([0.1, 0.4, 0.7])(
  'normalize: compensates the loudness lost to the limiter (share %d)',
  async share => {
    const meter = createLevelMeter(-25, -3, share)
    const { stage, after } = await normalize({ lufs: -25, peakDb: -3 }, meter.tryStage)
    expect(stage.ceilingDb).toBe(-1.5)
    expect(Math.abs(meter.loudnessWith(stage) + 16)).toBeLessThanOrEqual(0.1)
    expect(after.lufs).toBeCloseTo(meter.loudnessWith(stage), 5)
    expect(meter.tries.length).toBeLessThanOrEqual(5)
    // The last pass uses the same oversampled limiter as the result.
    expect(meter.tries.map(({ isExact }) => isExact).at(-1)).toBe(true)
  },
)

test('normalize: measures very quiet audio again, because more blocks pass the gate once it is louder', async () => {
  const meter = createLevelMeter(-64, -55, 0)
  await normalize({ lufs: -64, peakDb: -55 }, meter.tryStage)
  expect(meter.tries).toHaveLength(1)
})

test('volumeStage: limits only where the gain would clip', () => {
  expect(volumeStage(1, 0)).toBeNull()
  expect(volumeStage(0.5, 0)?.ceilingDb).toBeNull()
  expect(volumeStage(2, -6.1)?.ceilingDb).toBeNull()
  expect(volumeStage(2, -5.9)).toEqual({ gainDb: 20 * Math.log10(2), ceilingDb: -1 })
  expect(volumeStage(0, 0)?.gainDb).toBe(Number.NEGATIVE_INFINITY)
})

test('readLoudness: reads the last summary and reports the floor of the meter as null', () => {
  const log = (lufs: string, peak: string) =>
    `  Integrated loudness:\n    I:         ${lufs} LUFS\n  Sample peak:\n    Peak:      ${peak} dBFS\n`
  expect(readLoudness(log('-23.4', '-11.2'))).toEqual({ lufs: -23.4, peakDb: -11.2 })
  expect(readLoudness(log('-70.0', '-inf'))).toEqual({ lufs: null, peakDb: Number.NEGATIVE_INFINITY })
  expect(readLoudness('')).toEqual({ lufs: null, peakDb: Number.NEGATIVE_INFINITY })
})
