/** Video conversions keep timing: interlacing, variable frame rates and unusual frame rates. */

import { describe, expect, test } from 'vitest'
import { ffmpeg, ffprobe } from '../support/run-program.ts'
import { everyNth, partOf } from '../support/thorough.ts'
import { h264, testCard } from './support/clips.ts'
import { likeness } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

describe('convert-video: timing', () => {
  test.concurrent.each(everyNth(2, ['mp4', 'webm']))('deinterlaces to %s', async to => {
    const wave =
      "color=black:size=320x240:rate=50:duration=1.2,geq=lum='128+100*sin((X+8*N)/15)':cb=128:cr=128"
    const fields = `${wave},tinterlace=interleave_top`
    const codec = ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-top', '1', '-q:v', '2']
    const source = await harness.clips.make('interlaced.mpg', '-f', 'lavfi', '-i', fields, ...codec)
    expect(await combedShare(source)).toBeGreaterThan(0.9)
    const { path } = await harness.video(source, 'mpeg', to)
    expect(await combedShare(path)).toBeLessThan(0.1)
    expect(['progressive', undefined]).toContain(videoOf(await probeResult(path))?.fieldOrder)
  })

  const uneven = () =>
    harness.clips.make(
      'uneven.mp4',
      ...[
        '-f',
        'lavfi',
        '-i',
        `${testCard(160, 90)},select='not(mod(n,3))+not(mod(n,4))'`,
        '-vsync',
        'vfr',
        ...h264,
      ],
    )

  test.concurrent.each(everyNth(2, ['webm', 'mkv', 'mov']))(
    'keeps frame times of a variable frame rate as %s',
    async to => {
      const source = await uneven()
      const { path } = await harness.video(source, 'mp4', to)
      const [before, after] = [await frameTimes(source), await frameTimes(path)]
      expect(after).toHaveLength(before.length)
      for (const [index, time] of before.entries()) expect(after[index]).toBeCloseTo(time, 2)
    },
  )

  test.concurrent('converts a variable to a constant frame rate in avi and keeps the duration', async () => {
    const source = await uneven()
    const { path } = await harness.video(source, 'mp4', 'avi')
    const [before, after] = [await probeResult(source), await probeResult(path)]
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThanOrEqual(0.1)
    expect(await likeness(path, source)).toBeGreaterThan(0.85)
  })

  test.concurrent.each([
    [23.976, '24000/1001'],
    [50, '50'],
    [15, '15'],
  ])('keeps %d frames per second', async (rate, argument) => {
    const card = `testsrc2=size=160x90:rate=${argument}:duration=1`
    const source = await harness.clips.make(`rate-${rate}.avi`, '-f', 'lavfi', '-i', card, '-c:v', 'mpeg4')
    for (const to of partOf(['mp4', 'webm'], [rate === 50 ? 'webm' : 'mp4'])) {
      const { path, media } = await harness.video(source, 'avi', to)
      expect(videoOf(await probeResult(path))?.framesPerSecond).toBeCloseTo(rate, 1)
      expect(media.after.video?.framesPerSecond).toBeCloseTo(rate, 1)
    }
  })
})

/** Share of frames that combine two fields of different times. */
async function combedShare(path: string): Promise<number> {
  const log = await ffmpeg('-i', path, '-vf', 'idet', '-f', 'null', '-')
  const counts = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(log) ?? []
  const [top = 0, bottom = 0, whole = 0] = counts.slice(1).map(Number)
  return (top + bottom) / (top + bottom + whole)
}

async function frameTimes(path: string): Promise<number[]> {
  const times = await ffprobe(
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
    path,
  )
  const sorted = times
    .trim()
    .split('\n')
    .map(Number.parseFloat)
    .toSorted((a, b) => a - b)
  return sorted.map(time => time - (sorted[0] ?? 0))
}
