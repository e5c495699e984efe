/** Pictures of films stay upright, in shape, in time and in colour, whatever the recorder did. */
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClipFolder, openClipFolder, testCard } from './support/clips.ts'
import { colourAt, likeness } from './support/compare-media.ts'
import { type Converter, type MediaResult, mediaOnly, startConverter } from './support/converter.ts'
import { filmOf, lookInto } from './support/look-into.ts'
import { ffmpeg, ffprobe } from './support/run-program.ts'

let converter: Converter
let clips: ClipFolder

beforeAll(async () => {
  converter = await startConverter(mediaOnly)
  clips = await openClipFolder()
})

afterAll(async () => {
  await clips.close()
  await converter.close()
})

const outputs = ['mp4', 'mov', 'avi', 'webm', 'mkv'] as const
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

function convert(inputPath: string, from: FormatId, to: FormatId, quality = '720p'): Promise<MediaResult> {
  return converter.convertMedia({ operation: 'convert-video', inputPath, from, to, quality })
}

describe.each([90, 180, 270])('a phone held at %i degrees', degrees => {
  const corner = (colour: string, name: string) => `color=${colour}:size=160x90:duration=0.4[${name}];`
  const corners = ['red', 'lime', 'blue', 'white']
    .map((colour, index) => corner(colour, `c${index}`))
    .join('')
  const flag = `${corners}[c0][c1]hstack[t];[c2][c3]hstack[b];[t][b]vstack`

  async function source(): Promise<string> {
    const upright = await clips.make('upright.mp4', '-f', 'lavfi', '-i', flag, ...h264)
    const turn = ['-c', 'copy', '-metadata:s:v:0', `rotate=${degrees}`]
    return clips.make(`turned-${degrees}.mp4`, '-i', upright, ...turn)
  }

  test.each(outputs)('is shown the same way as %s', async to => {
    const original = await source()
    const { path, media } = await convert(original, 'mp4', to)
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
      const [before, after] = [await colourAt(original, 0.2, x, y), await colourAt(path, 0.2, x, y)]
      expect(differs(before, after)).toBeLessThan(25)
    }
    // Players are known to ignore the flag where it is not usual: there the pictures themselves are turned.
    if (to !== 'mp4' && to !== 'mov')
      expect(filmOf(await lookInto(path))).toMatchObject({ width, height, rotation: 0 })
  })
})

describe('sizes', () => {
  const film = (width: number, height: number) =>
    clips.make(`${width}x${height}.mp4`, '-f', 'lavfi', '-i', testCard(width, height, 0.2), ...h264)

  test.each([
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
  ])('HOME-17 %i x %i at %s is %i x %i', async (width, height, quality, outWidth, outHeight) => {
    for (const to of ['mp4', 'webm'] as const) {
      const { path } = await convert(await film(width, height), 'mp4', to, quality)
      expect(filmOf(await lookInto(path))).toMatchObject({ width: outWidth, height: outHeight })
    }
  })

  test('odd sizes become even ones where the codec needs it', async () => {
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p']
    const source = await clips.make(
      'odd.webm',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=161x121:duration=0.4',
      ...vp9,
    )
    for (const to of ['mp4', 'avi'] as const) {
      const { width = 0, height = 0 } = filmOf(await lookInto((await convert(source, 'webm', to)).path)) ?? {}
      expect([width % 2, height % 2]).toEqual([0, 0])
      expect([Math.abs(width - 161), Math.abs(height - 121)]).toEqual([1, 1])
    }
  })

  test.each(['mp4', 'webm', 'avi'] as const)(
    'a DVD with oblong pixels comes out in shape as %s',
    async to => {
      const circle = `color=black:size=720x576:rate=25:duration=0.4,geq=lum='255*lte(hypot((X-360)*16/15,Y-288),200)':cb=128:cr=128,setsar=16/15`
      const source = await clips.make(
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
      const { path, media } = await convert(source, 'mpeg', to)
      expect(filmOf(await lookInto(path))).toMatchObject({ width: 768, height: 576 })
      expect(['1:1', undefined]).toContain(filmOf(await lookInto(path))?.sampleAspectRatio)
      expect(media.before.video).toMatchObject({ width: 768, height: 576 })
      // Round: as far from the middle to the side as to the top.
      for (const [x, y] of [
        [0.5 + 190 / 768, 0.5],
        [0.5, 0.5 - 190 / 576],
      ] as const)
        expect((await colourAt(path, 0.2, x, y))[0]).toBeGreaterThan(200)
      for (const [x, y] of [
        [0.5 + 212 / 768, 0.5],
        [0.5, 0.5 - 212 / 576],
      ] as const)
        expect((await colourAt(path, 0.2, x, y))[0]).toBeLessThan(50)
    },
  )
})

describe('time', () => {
  test.each(['mp4', 'webm'] as const)('an interlaced film is no longer combed as %s', async to => {
    const wave =
      "color=black:size=320x240:rate=50:duration=1.2,geq=lum='128+100*sin((X+8*N)/15)':cb=128:cr=128"
    const fields = `${wave},tinterlace=interleave_top`
    const codec = ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-top', '1', '-q:v', '2']
    const source = await clips.make('interlaced.mpg', '-f', 'lavfi', '-i', fields, ...codec)
    expect(await combedShare(source)).toBeGreaterThan(0.9)
    const { path } = await convert(source, 'mpeg', to)
    expect(await combedShare(path)).toBeLessThan(0.1)
    expect(['progressive', undefined]).toContain(filmOf(await lookInto(path))?.fieldOrder)
  })

  const uneven = () =>
    clips.make(
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

  test.each(['webm', 'mkv', 'mov'] as const)('frames at uneven times stay where they are as %s', async to => {
    const source = await uneven()
    const { path } = await convert(source, 'mp4', to)
    const [before, after] = [await frameTimes(source), await frameTimes(path)]
    expect(after).toHaveLength(before.length)
    for (const [index, time] of before.entries()) expect(after[index]).toBeCloseTo(time, 2)
  })

  test('frames at uneven times fill an even grid as avi, and the length stays', async () => {
    const source = await uneven()
    const { path } = await convert(source, 'mp4', 'avi')
    const [before, after] = [await lookInto(source), await lookInto(path)]
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThanOrEqual(0.1)
    expect(await likeness(path, source)).toBeGreaterThan(0.85)
  })

  test.each([
    [23.976, '24000/1001'],
    [50, '50'],
    [15, '15'],
  ])('%d frames a second stay that many', async (rate, argument) => {
    const card = `testsrc2=size=160x90:rate=${argument}:duration=1`
    const source = await clips.make(`rate-${rate}.avi`, '-f', 'lavfi', '-i', card, '-c:v', 'mpeg4')
    for (const to of ['mp4', 'webm'] as const) {
      const { path, media } = await convert(source, 'avi', to)
      expect(filmOf(await lookInto(path))?.framesPerSecond).toBeCloseTo(rate, 1)
      expect(media.after.video?.framesPerSecond).toBeCloseTo(rate, 1)
    }
  })
})

describe('colour', () => {
  /** Grey from black on the left to the brightest on the right, in ten bits. */
  const ramp = `color=black:size=192x108:rate=25:duration=0.4,format=yuv420p10le,geq=lum='64+876*(X/W)':cb=512:cr=512`
  const tags = (transfer: string) => [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'],
    ...['-x265-params', `log-level=none:crf=12:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`],
    ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'],
  ]

  /** Signal of the white of a page in each system: 203 candela per square metre. */
  test.each([
    ['smpte2084', 0.58],
    ['arib-std-b67', 0.75],
  ])('a film for bright screens (%s) is made for all screens', async (transfer, whiteSignal) => {
    const source = await clips.make(`${transfer}.mp4`, '-f', 'lavfi', '-i', ramp, ...tags(transfer))
    for (const to of ['mp4', 'webm', 'avi'] as const) {
      const { path, media } = await convert(source, 'mp4', to)
      expect(media.before.video?.isHdr).toBe(true)
      expect(media.after.video?.isHdr).toBe(false)
      const film = filmOf(await lookInto(path))
      expect(film?.pixelFormat).toBe('yuv420p')
      if (to === 'mp4') expect(film).toMatchObject({ colourTransfer: 'bt709', colourPrimaries: 'bt709' })
      const [black = [], dark = [], white = [], bright = []] = await Promise.all(
        [0.02, whiteSignal / 2, whiteSignal, 0.97].map(x => colourAt(path, 0.2, x)),
      )
      expect(Math.max(...black)).toBeLessThan(30)
      expect(Math.min(...white)).toBeGreaterThan(150)
      expect(mean(dark)).toBeGreaterThan(mean(black))
      expect(mean(white)).toBeGreaterThan(mean(dark) + 50)
      expect(mean(bright)).toBeGreaterThanOrEqual(mean(white))
      for (const grey of [black, dark, white, bright])
        expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(12)
    }
  })

  test.each(['mp4', 'webm', 'avi'] as const)('an animation with holes becomes a film as %s', async to => {
    const square = "geq=r=0:g=0:b=255:a='255*between(X,16,47)*between(Y,16,47)'"
    const holes = `color=red:size=64x64:rate=10:duration=0.5,format=rgba,${square}`
    const source = await clips.make(
      'holes.gif',
      '-f',
      'lavfi',
      '-i',
      `${holes},split[a][b];[a]palettegen[p];[b][p]paletteuse`,
    )
    const { path } = await convert(source, 'gif', to)
    expect(differs(await colourAt(path, 0.2), [0, 0, 255])).toBeLessThan(40)
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function differs(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))))
}

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
