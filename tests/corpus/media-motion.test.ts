/** Pictures of films come when they should: fields, uneven times and odd rates. */
import { describe, expect, test } from 'vitest'
import { ffmpeg, ffprobe } from '../support/run-program.ts'
import { h264, testCard } from './support/clips.ts'
import { likeness } from './support/compare-media.ts'
import { lookInto, videoOf } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'

const stage = openMediaStage()

describe('time', () => {
  test.concurrent.each(['mp4', 'webm'] as const)('an interlaced film is no longer combed as %s', async to => {
    const wave =
      "color=black:size=320x240:rate=50:duration=1.2,geq=lum='128+100*sin((X+8*N)/15)':cb=128:cr=128"
    const fields = `${wave},tinterlace=interleave_top`
    const codec = ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-top', '1', '-q:v', '2']
    const source = await stage.clips.make('interlaced.mpg', '-f', 'lavfi', '-i', fields, ...codec)
    expect(await combedShare(source)).toBeGreaterThan(0.9)
    const { path } = await stage.video(source, 'mpeg', to)
    expect(await combedShare(path)).toBeLessThan(0.1)
    expect(['progressive', undefined]).toContain(videoOf(await lookInto(path))?.fieldOrder)
  })

  const uneven = () =>
    stage.clips.make(
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

  test.concurrent.each(['webm', 'mkv', 'mov'] as const)(
    'frames at uneven times stay where they are as %s',
    async to => {
      const source = await uneven()
      const { path } = await stage.video(source, 'mp4', to)
      const [before, after] = [await frameTimes(source), await frameTimes(path)]
      expect(after).toHaveLength(before.length)
      for (const [index, time] of before.entries()) expect(after[index]).toBeCloseTo(time, 2)
    },
  )

  test.concurrent('frames at uneven times fill an even grid as avi, and the length stays', async () => {
    const source = await uneven()
    const { path } = await stage.video(source, 'mp4', 'avi')
    const [before, after] = [await lookInto(source), await lookInto(path)]
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThanOrEqual(0.1)
    expect(await likeness(path, source)).toBeGreaterThan(0.85)
  })

  test.concurrent.each([
    [23.976, '24000/1001'],
    [50, '50'],
    [15, '15'],
  ])('%d frames a second stay that many', async (rate, argument) => {
    const card = `testsrc2=size=160x90:rate=${argument}:duration=1`
    const source = await stage.clips.make(`rate-${rate}.avi`, '-f', 'lavfi', '-i', card, '-c:v', 'mpeg4')
    for (const to of ['mp4', 'webm'] as const) {
      const { path, media } = await stage.video(source, 'avi', to)
      expect(videoOf(await lookInto(path))?.framesPerSecond).toBeCloseTo(rate, 1)
      expect(media.after.video?.framesPerSecond).toBeCloseTo(rate, 1)
    }
  })
})

/** Share of the frames that are made of two moments. */
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
