/** Video conversions keep colors: HDR is tone-mapped, and transparency is flattened. */
import { describe, expect, test } from 'vitest'
import { colorAt } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

describe('convert-video: color', () => {
  /** Gray ramp from black on the left to peak white on the right, in ten bits. */
  const ramp = `color=black:size=192x108:rate=25:duration=0.4,format=yuv420p10le,geq=lum='64+876*(X/W)':cb=512:cr=512`
  const tags = (transfer: string) => [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'],
    ...['-x265-params', `log-level=none:crf=12:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`],
    ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'],
  ]

  /** Signal level of reference white (203 cd/m²) in each transfer function. */
  test.concurrent.each([
    ['smpte2084', 0.58],
    ['arib-std-b67', 0.75],
  ])('tone-maps HDR (%s) to SDR', async (transfer, whiteSignal) => {
    const source = await harness.clips.make(`${transfer}.mp4`, '-f', 'lavfi', '-i', ramp, ...tags(transfer))
    for (const to of ['mp4', 'webm', 'avi'] as const) {
      const { path, media } = await harness.video(source, 'mp4', to)
      expect(media.before.video?.isHdr).toBe(true)
      expect(media.after.video?.isHdr).toBe(false)
      const video = videoOf(await probeResult(path))
      expect(video?.pixelFormat).toBe('yuv420p')
      if (to === 'mp4') expect(video).toMatchObject({ colorTransfer: 'bt709', colorPrimaries: 'bt709' })
      const [black = [], dark = [], white = [], bright = []] = await Promise.all(
        [0.02, whiteSignal / 2, whiteSignal, 0.97].map(x => colorAt(path, 0.2, x)),
      )
      expect(Math.max(...black)).toBeLessThan(30)
      expect(Math.min(...white)).toBeGreaterThan(150)
      expect(mean(dark)).toBeGreaterThan(mean(black))
      expect(mean(white)).toBeGreaterThan(mean(dark) + 50)
      expect(mean(bright)).toBeGreaterThanOrEqual(mean(white))
      for (const gray of [black, dark, white, bright])
        expect(Math.max(...gray) - Math.min(...gray)).toBeLessThan(12)
    }
  })

  test.concurrent.each(['mp4', 'webm', 'avi'] as const)(
    'converts a GIF with transparency to %s',
    async to => {
      const square = "geq=r=0:g=0:b=255:a='255*between(X,16,47)*between(Y,16,47)'"
      const holes = `color=red:size=64x64:rate=10:duration=0.5,format=rgba,${square}`
      const source = await harness.clips.make(
        'holes.gif',
        '-f',
        'lavfi',
        '-i',
        `${holes},split[a][b];[a]palettegen[p];[b][p]paletteuse`,
      )
      const { path } = await harness.video(source, 'gif', to)
      expect(differs(await colorAt(path, 0.2), [0, 0, 255])).toBeLessThan(40)
    },
  )
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function differs(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))))
}
