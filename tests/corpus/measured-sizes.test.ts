/** Size estimates of the GIF engine, measured on a few frames, are close to the actual result. */

import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { type InputFile, openGifHarness } from './support/gif-harness.ts'

// Sizes are measured at the lowest priority: on a busy machine everything else comes first.
vi.setConfig({ testTimeout: 300_000 })

const harness = openGifHarness()
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '14', '-pix_fmt', 'yuv420p']
const options = { width: 200, fps: 10, duration: 6 }
/** As for large clips. */
const maxWholePixels = 0

/** A page that scrolls midway, with a pointer that moves over it. */
const screen = [
  "life=s=320x720:ratio=0.25:mold=0:life_color=black:death_color=white:seed=3,trim=end_frame=1,loop=-1:1,fps=25,crop=320:180:0:'clip((t-2)*200,0,400)',trim=duration=6[page]",
  'color=c=red:s=10x14:r=25:d=6[pointer]',
  "[page][pointer]overlay=x='140+90*sin(t)':y='80+50*cos(1.4*t)',format=yuv420p",
].join(';')
const clips = {
  grain: 'testsrc2=s=320x180:r=25:d=6,noise=alls=12:allf=t:all_seed=1',
  screen,
  /** Pans over a detailed still image, then rests. */
  photo:
    "mandelbrot=s=640x360:rate=25:start_scale=0.05:end_scale=0.05,trim=end_frame=1,loop=-1:1,fps=25,crop=320:180:'160-160*cos(min(t,4))':'90+40*sin(2*min(t,4))',trim=duration=6",
}
type ClipName = keyof typeof clips
const videos = new Map<ClipName, string>()

beforeAll(async () => {
  for (const name of Object.keys(clips) as ClipName[]) {
    const video = await harness.draw(`${name}.mp4`, '-filter_complex', clips[name], '-t', '6', ...fast)
    videos.set(name, video)
  }
})
const videoOf = (name: ClipName) => videos.get(name) ?? ''

async function ratioOf(
  measuring: Promise<{ readonly bytes: number } | null>,
  making: Promise<{ readonly path: string }>,
): Promise<number> {
  const measured = await measuring
  if (!measured) throw new Error('it was not measured')
  return measured.bytes / (await stat((await making).path)).size
}

function expectNear(ratio: number, within = 0.2) {
  expect(ratio).toBeGreaterThan(1 - within)
  expect(ratio).toBeLessThan(1 + within)
}

test.each([
  ['grain', 'low'],
  ['screen', 'medium'],
  ['photo', 'high'],
] as const)('measureSize: %s at %s quality is within a fifth of the result', async (name, quality) => {
  const job = { options: { ...options, quality }, maxWholePixels }
  const video = videoOf(name)
  expectNear(await ratioOf(harness.measureVideo(video, 'mp4', job), harness.video(video, 'mp4', job)))
})

test.each(everyNth(2, ['webp', 'apng']))('measureSize: is within a fifth as %s', async to => {
  const job = { to, options, maxWholePixels }
  expectNear(
    await ratioOf(
      harness.measureVideo(videoOf('photo'), 'mp4', job),
      harness.video(videoOf('photo'), 'mp4', job),
    ),
  )
})

test.each(
  everyNth(2, [
    ['grain', { width: 160, fps: 15, duration: 2, startTime: 1.3 }],
    ['screen', { width: 320, fps: 6, quality: 'low', caption: 'Two lines of text, at the bottom' }],
    ['photo', { width: 240, fps: 8, duration: 3, quality: 'high', isReversed: true }],
  ]),
)('measureSize: %s, encoded completely, has exactly the size of the result', async (name, settings) => {
  const job = { options: settings }
  const measured = await harness.measureVideo(videoOf(name), 'mp4', job)
  expect(measured?.isExact).toBe(true)
  expect(await ratioOf(Promise.resolve(measured), harness.video(videoOf(name), 'mp4', job))).toBe(1)
})

test('measureSize: is exact for short clips and small MP4s, and null where it would take too long', async () => {
  const short = { options: { ...options, duration: 1.5 } }
  const video = videoOf('photo')
  expect(await ratioOf(harness.measureVideo(video, 'mp4', short), harness.video(video, 'mp4', short))).toBe(1)
  const mp4 = { to: 'mp4', options } as const
  expect(await ratioOf(harness.measureVideo(video, 'mp4', mp4), harness.video(video, 'mp4', mp4))).toBe(1)
  const large = { to: 'mp4', options: { width: 1280, fps: 30, duration: 6 } } as const
  expect(await harness.measureVideo(video, 'mp4', large)).toBeNull()
  const huge = { options: { width: 1280, fps: 30, duration: 30 } }
  expect(await harness.measureVideo(video, 'mp4', huge)).toBeNull()
})

test('measureSize: supports reversal and captions and never exceeds maxKilobytes', async () => {
  const video = videoOf('screen')
  const job = { options: { ...options, isReversed: true, caption: 'Look here' }, maxWholePixels }
  expectNear(await ratioOf(harness.measureVideo(video, 'mp4', job), harness.video(video, 'mp4', job)))
  const limited = { options: { ...options, maxKilobytes: 12 } }
  expect(await harness.measureVideo(video, 'mp4', limited)).toMatchObject({
    bytes: 12 * 1024,
    isExact: false,
  })
})

test('measureSize: supports an animated image, and more images than are sampled', async () => {
  const { path } = await harness.video(videoOf('photo'), 'mp4', { options: { ...options, width: 320 } })
  const animation: InputFile[] = [{ name: 'a.gif', format: 'gif', bytes: await readFile(path) }]
  const sampled = { options, maxWholePixels }
  expectNear(await ratioOf(harness.measureImages(animation, sampled), harness.images(animation, { options })))
  const images: InputFile[] = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => ({
      name: `${index}.png`,
      format: 'png' as const,
      bytes: await sharp(path, { page: index }).png().toBuffer(),
    })),
  )
  const measured = await harness.measureImages(images, { options })
  expect(measured).toMatchObject({ frames: 18, isExact: false })
  expectNear(await ratioOf(Promise.resolve(measured), harness.images(images, { options })))
})

test('measureSize: rejects like the conversion, and leaves no files behind when canceled', async () => {
  const beyond = harness.measureVideo(videoOf('photo'), 'mp4', { options: { ...options, startTime: 60 } })
  expect((await harness.rejection(beyond)).code).toBe('start-beyond-end')
  const stop = new AbortController()
  const stopped = harness.measureVideo(videoOf('grain'), 'mp4', { options, signal: stop.signal })
  const refused = harness.rejection(stopped)
  const isBegun = async () => (await readdir(dirname(videoOf('grain')))).some(name => name.includes('.work-'))
  await vi.waitFor(async () => expect(await isBegun()).toBe(true), { timeout: 10_000 })
  stop.abort()
  expect((await refused).code).toBe('cancelled')
})
