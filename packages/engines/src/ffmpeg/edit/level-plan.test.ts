import { expect, test } from 'vitest'
import type { LevelStage } from './level-filters.ts'
import { normalize, volumeStage } from './level-plan.ts'
import { readLoudness } from './loudness.ts'

/** A recording whose peaks are held back: each dB over the ceiling costs a share of what is gained. */
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

test('gain alone where peaks have room, without another look', async () => {
  const levelMeter = createLevelMeter(-30, -20, 0)
  const { stage } = await normalize({ lufs: -30, peakDb: -20 }, levelMeter.tryStage)
  expect(stage).toEqual({ gainDb: 14, ceilingDb: null })
  expect(levelMeter.tries).toEqual([])
})

test.each([0.1, 0.4, 0.7])('what holding back costs is made up for (%d)', async share => {
  const levelMeter = createLevelMeter(-25, -3, share)
  const { stage, after } = await normalize({ lufs: -25, peakDb: -3 }, levelMeter.tryStage)
  expect(stage.ceilingDb).toBe(-1.5)
  expect(Math.abs(levelMeter.loudnessWith(stage) + 16)).toBeLessThanOrEqual(0.1)
  expect(after.lufs).toBeCloseTo(levelMeter.loudnessWith(stage), 5)
  expect(levelMeter.tries.length).toBeLessThanOrEqual(5)
  // The last look is the one with the same limiter as the result.
  expect(levelMeter.tries.map(({ isExact }) => isExact).at(-1)).toBe(true)
})

test('a whisper is listened to again: more of it counts once it is louder', async () => {
  const levelMeter = createLevelMeter(-64, -55, 0)
  await normalize({ lufs: -64, peakDb: -55 }, levelMeter.tryStage)
  expect(levelMeter.tries).toHaveLength(1)
})

test('volume is held back only where it would be cut off', () => {
  expect(volumeStage(1, 0)).toBeNull()
  expect(volumeStage(0.5, 0)?.ceilingDb).toBeNull()
  expect(volumeStage(2, -6.1)?.ceilingDb).toBeNull()
  expect(volumeStage(2, -5.9)).toEqual({ gainDb: 20 * Math.log10(2), ceilingDb: -1 })
  expect(volumeStage(0, 0)?.gainDb).toBe(Number.NEGATIVE_INFINITY)
})

test("the meter's last word counts, and its floor means nothing was heard", () => {
  const log = (lufs: string, peak: string) =>
    `  Integrated loudness:\n    I:         ${lufs} LUFS\n  Sample peak:\n    Peak:      ${peak} dBFS\n`
  expect(readLoudness(log('-23.4', '-11.2'))).toEqual({ lufs: -23.4, peakDb: -11.2 })
  expect(readLoudness(log('-70.0', '-inf'))).toEqual({ lufs: null, peakDb: Number.NEGATIVE_INFINITY })
  expect(readLoudness('')).toEqual({ lufs: null, peakDb: Number.NEGATIVE_INFINITY })
})
