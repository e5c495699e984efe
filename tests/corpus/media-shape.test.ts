/** Video conversions keep orientation and aspect ratio and stay within the requested size. */

import { describe, expect, test } from 'vitest'
import { everyNth, partOf } from '../support/thorough.ts'
import { h264, testCard } from './support/clips.ts'
import { colorAt } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

const outputs = ['mp4', 'mov', 'avi', 'webm', 'mkv'] as const

describe.each([
  [90, ['mp4', 'avi']],
  [180, ['mov']],
  [270, ['webm', 'mkv']],
] as const)('convert-video: rotation metadata of %i degrees', (degrees, sample) => {
  const corner = (color: string, name: string) => `color=${color}:size=160x90:duration=0.4[${name}];`
  const corners = ['red', 'lime', 'blue', 'white'].map((color, index) => corner(color, `c${index}`)).join('')
  const flag = `${corners}[c0][c1]hstack[t];[c2][c3]hstack[b];[t][b]vstack`

  async function source(): Promise<string> {
    const upright = await harness.clips.make('upright.mp4', '-f', 'lavfi', '-i', flag, ...h264)
    const rotation = ['-c', 'copy', '-metadata:s:v:0', `rotate=${degrees}`]
    return harness.clips.make(`rotated-${degrees}.mp4`, '-i', upright, ...rotation)
  }

  test.concurrent.each(partOf(outputs, sample))('is displayed the same way as %s', async to => {
    const original = await source()
    const { path, media } = await harness.video(original, 'mp4', to)
    const isPortrait = degrees !== 180
    const [width, height] = isPortrait ? [180, 320] : [320, 180]
    expect(media.before.video).toMatchObject({ width, height })
    expect(media.after.video).toMatchObject({ width, height })
    for (const [x, y] of [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.1, 0.9],
      [0.9, 0.9],
    ] as const) {
      const [before, after] = [await colorAt(original, 0.2, x, y), await colorAt(path, 0.2, x, y)]
      expect(differs(before, after)).toBeLessThan(25)
    }
    // Players ignore rotation metadata in these containers, so the frames themselves are rotated.
    if (to !== 'mp4' && to !== 'mov')
      expect(videoOf(await probeResult(path))).toMatchObject({ width, height, rotation: 0 })
  })
})

describe('convert-video: size', () => {
  const video = (width: number, height: number) =>
    harness.clips.make(`${width}x${height}.mp4`, '-f', 'lavfi', '-i', testCard(width, height, 0.2), ...h264)

  test.concurrent.each(
    everyNth(2, [
      [1920, 1080, '1080p', 1920, 1080],
      [1920, 1080, '720p', 1280, 720],
      [1920, 1080, '480p', 854, 480],
      [1920, 1080, '360p', 640, 360],
      [1080, 1920, '720p', 720, 1280],
      [1080, 1920, '360p', 360, 640],
      [1440, 1080, '720p', 960, 720],
      [2560, 1080, '720p', 1280, 540],
      [320, 180, '1080p', 320, 180],
      [1280, 720, '720p', 1280, 720],
    ]),
  )('HOME-17 %i x %i at %s becomes %i x %i', async (width, height, quality, outWidth, outHeight) => {
    for (const to of partOf(['mp4', 'webm'], [quality === '720p' ? 'webm' : 'mp4'])) {
      const { path } = await harness.video(await video(width, height), 'mp4', to, quality)
      expect(videoOf(await probeResult(path))).toMatchObject({ width: outWidth, height: outHeight })
    }
  })

  test.concurrent('rounds odd sizes to even ones where the codec needs it', async () => {
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p']
    const source = await harness.clips.make(
      'odd.webm',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=161x121:duration=0.4',
      ...vp9,
    )
    for (const to of ['mp4', 'avi'] as const) {
      const { width = 0, height = 0 } =
        videoOf(await probeResult((await harness.video(source, 'webm', to)).path)) ?? {}
      expect([width % 2, height % 2]).toEqual([0, 0])
      expect([Math.abs(width - 161), Math.abs(height - 121)]).toEqual([1, 1])
    }
  })

  test.concurrent.each(everyNth(3, ['mp4', 'webm', 'avi']))(
    'converts non-square pixels of a DVD to square ones as %s',
    async to => {
      const circle = `color=black:size=720x576:rate=25:duration=0.4,geq=lum='255*lte(hypot((X-360)*16/15,Y-288),200)':cb=128:cr=128,setsar=16/15`
      const source = await harness.clips.make(
        'dvd.mpg',
        '-f',
        'lavfi',
        '-i',
        circle,
        '-c:v',
        'mpeg2video',
        '-q:v',
        '2',
      )
      const { path, media } = await harness.video(source, 'mpeg', to)
      expect(videoOf(await probeResult(path))).toMatchObject({ width: 768, height: 576 })
      expect(['1:1', undefined]).toContain(videoOf(await probeResult(path))?.sampleAspectRatio)
      expect(media.before.video).toMatchObject({ width: 768, height: 576 })
      // A circle: the same distance from the center to the side and to the top.
      for (const [x, y] of [
        [0.5 + 190 / 768, 0.5],
        [0.5, 0.5 - 190 / 576],
      ] as const)
        expect((await colorAt(path, 0.2, x, y))[0]).toBeGreaterThan(200)
      for (const [x, y] of [
        [0.5 + 212 / 768, 0.5],
        [0.5, 0.5 - 212 / 576],
      ] as const)
        expect((await colorAt(path, 0.2, x, y))[0]).toBeLessThan(50)
    },
  )
})

function differs(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))))
}
