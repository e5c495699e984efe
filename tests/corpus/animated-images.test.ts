/** The GIF maker's engine: pieces of films and pictures become what was chosen, to the frame and the hundredth. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ffprobe } from '../support/run-program.ts'
import {
  difference,
  frameOf,
  type GivenFile,
  inspectAnimation,
  lookAtApng,
  openGifStage,
} from './support/gif-stage.ts'
import { drawAnimatedSquare, drawCutFlag, drawFlag, flagSvg } from './support/images.ts'
import { toSharp } from './support/likeness.ts'
import { writeApng } from './support/write-apng.ts'

const stage = openGifStage()
const quickly = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p']
const noGifsicle = '/nonexistent/gifsicle'
let video: string

beforeAll(async () => {
  video = await stage.draw('film.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', ...quickly)
})

const total = (delaysMs: readonly number[]) => delaysMs.reduce((sum, delay) => sum + delay, 0)
const rowBytes = (width: number) => width * 4

describe.concurrent('a piece of a film', () => {
  const options = { width: 208, fps: 8, startTime: 0.5, duration: 1.3 }

  test('GIF-25 has the chosen width, rate and duration, and plays for ever', async () => {
    const { path } = await stage.video(video, 'mp4', { options })
    const gif = await inspectAnimation(path)
    expect(gif).toMatchObject({ width: 208, height: 117, frames: 11, plays: 0 })
    expect(total(gif.delaysMs)).toBe(1300)
    expect(gif.delaysMs.slice(0, 8)).toEqual([130, 120, 130, 120, 130, 120, 130, 120])
  })

  test('of an FLV, whose first picture comes a moment late, from its beginning', async () => {
    const flv = await stage.draw('film.flv', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', ...quickly)
    const { path } = await stage.video(flv, 'flv', { options: { width: 160, fps: 10, duration: 1 } })
    expect((await inspectAnimation(path)).frames).toBeGreaterThanOrEqual(9)
  })

  test('without gifsicle it is the same, only larger', async () => {
    const usual = await stage.video(video, 'mp4', { options })
    const plain = await stage.video(video, 'mp4', { options, optimiser: noGifsicle })
    expect(await inspectAnimation(plain.path)).toEqual(await inspectAnimation(usual.path))
    expect((await stat(plain.path)).size).toBeGreaterThan((await stat(usual.path)).size)
  })

  test.each(['webp', 'apng'] as const)('as %s: frames, times and plays', async to => {
    const { path } = await stage.video(video, 'mp4', { to, options: { ...options, loopCount: 3 } })
    const moving = await (to === 'apng' ? lookAtApng : inspectAnimation)(path)
    expect(moving).toMatchObject({ width: 208, height: 117, frames: 11, plays: 3 })
    expect(total(moving.delaysMs)).toBe(1300)
  })

  test('as mp4: even sizes, the rate, no sound, and a word about loops', async () => {
    const { path, notes } = await stage.video(video, 'mp4', {
      to: 'mp4',
      options: { ...options, loopCount: 2, duration: 1 },
    })
    const [stream, ...others] = JSON.parse(await ffprobe('-show_streams', '-of', 'json', path)).streams
    expect(others).toEqual([])
    expect(stream).toMatchObject({ codec_name: 'h264', width: 208, height: 118, avg_frame_rate: '8/1' })
    expect(stream).toMatchObject({ nb_frames: '8', pix_fmt: 'yuv420p' })
    expect(notes.join()).toMatch(/cannot say how often/)
  })

  test.each([1, 4])('asked to play %i times it does', async plays => {
    const { path } = await stage.video(video, 'mp4', {
      options: { width: 160, fps: 4, duration: 0.5, loopCount: plays },
    })
    expect((await inspectAnimation(path)).plays).toBe(plays)
    if (plays === 1) expect((await readFile(path)).includes('NETSCAPE')).toBe(false)
  })

  test('reversed it begins with the end', async () => {
    const short = { width: 160, fps: 5, duration: 1, quality: 'high' }
    const forward = await stage.video(video, 'mp4', { options: short })
    const backward = await stage.video(video, 'mp4', { options: { ...short, isReversed: true } })
    const [first, last] = [await frameOf(forward.path, 0), await frameOf(forward.path, 4)]
    expect(difference(await frameOf(backward.path, 0), last)).toBeLessThan(3)
    expect(difference(await frameOf(backward.path, 4), first)).toBeLessThan(3)
    expect(difference(first, last)).toBeGreaterThan(6)
  })

  test('what is longer than the film ends with it', async () => {
    const { path } = await stage.video(video, 'mp4', { options: { width: 160, startTime: 2.5, duration: 9 } })
    const { frames, delaysMs } = await inspectAnimation(path)
    expect([frames, total(delaysMs)]).toEqual([5, 500])
  })

  test('turned and stretched films are upright and in proportion', async () => {
    const turned = await stage.draw('turned.mp4', '-i', video, '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
    const stretched = ['-f', 'lavfi', '-i', 'testsrc2=s=160x160:r=10:d=0.5,setsar=2']
    const wide = await stage.draw('wide.mp4', ...stretched, ...quickly)
    const options = { width: 180, fps: 5, duration: 0.4 }
    const upright = await stage.video(turned, 'mp4', { options })
    expect(await inspectAnimation(upright.path)).toMatchObject({ width: 180, height: 320 })
    const square = await stage.video(wide, 'mp4', { options })
    expect(await inspectAnimation(square.path)).toMatchObject({ width: 180, height: 90 })
  })
})

describe('a caption', () => {
  const still = { width: 320, fps: 2, duration: 0.5, quality: 'high' }
  let gray: string
  let bare: Buffer
  beforeAll(async () => {
    gray = await stage.draw('grey.mp4', '-f', 'lavfi', '-i', 'color=0x707070:s=320x180:r=10:d=1', ...quickly)
    bare = await frameOf((await stage.video(gray, 'mp4', { options: still })).path, 0)
  })

  async function changeBy(caption: string): Promise<readonly [above: number, below: number]> {
    const { path } = await stage.video(gray, 'mp4', { options: { ...still, caption } })
    const shown = await frameOf(path, 0)
    const middle = 100 * rowBytes(320)
    return [difference(bare, shown, 0, middle), difference(bare, shown, middle)]
  }

  test('stands at the bottom, in any script', async () => {
    for (const caption of ['Hello', 'مرحبا', '你好世界']) {
      const [above, below] = await changeBy(caption)
      expect(above).toBeLessThan(0.5)
      expect(below).toBeGreaterThan(1.5)
    }
  })

  test('is only text: no orders to any program', async () => {
    const [above, below] = await changeBy("{\\an8}x':[0]%{pts}\\N;drawbox=c=red:t=fill,{\\pos(0,0)}")
    expect(above).toBeLessThan(0.5)
    expect(below).toBeGreaterThan(1.5)
  })
})

describe('pictures', () => {
  const encoded = async (name: string, format: 'png' | 'jpg' | 'webp', image = drawFlag()) => ({
    name,
    format,
    bytes: await toSharp(image)[format === 'jpg' ? 'jpeg' : format]({ quality: 95 }).toBuffer(),
  })
  const sample = async (format: 'heic' | 'psd'): Promise<GivenFile> => ({
    name: `flag.${format}`,
    format,
    bytes: await readFile(fileURLToPath(new URL(`samples/flag.${format}`, import.meta.url))),
  })

  test('of every kind, each as long as it was told', async () => {
    const turned = await sharp(await toSharp(drawFlag()).rotate(-90).jpeg({ quality: 95 }).toBuffer())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const files: GivenFile[] = [
      await encoded('one.png', 'png'),
      { name: 'turned.jpg', format: 'jpg', bytes: turned },
      { name: 'flag.svg', format: 'svg', bytes: Buffer.from(flagSvg()) },
      await encoded('three.webp', 'webp'),
      await sample('heic'),
      await sample('psd'),
    ]
    const { path } = await stage.images(files, {
      options: { width: 160, fps: 4, delays: '300,500,25,40,2000', quality: 'high' },
    })
    const gif = await inspectAnimation(path)
    // The same picture each time: what does not change is one frame that stays for all of them.
    expect(gif).toMatchObject({ width: 160, height: 120 })
    expect(total(gif.delaysMs)).toBe(3120)
    const webp = await stage.images(files, {
      to: 'apng',
      options: { width: 160, fps: 4, delays: '300,500,25,40,2000' },
    })
    const moving = await lookAtApng(webp.path)
    expect(moving.delaysMs).toEqual([300, 500, 25, 40, 2000, 250])
    const [first, ...others] = await Promise.all([0, gif.frames - 1].map(page => frameOf(path, page)))
    for (const other of others) expect(difference(first as Buffer, other)).toBeLessThan(6)
  })

  test('see-through ones stay so, and nothing shines through from the picture before', async () => {
    const tall = { width: 60, height: 120, channels: 3 as const, data: Buffer.alloc(60 * 120 * 3, 200) }
    const files = [
      await encoded('whole.png', 'png'),
      await encoded('cut.png', 'png', drawCutFlag()),
      await encoded('tall.png', 'png', tall),
    ]
    for (const to of ['gif', 'webp'] as const) {
      const { path } = await stage.images(files, { to, options: { width: 160, fps: 2 } })
      expect((await inspectAnimation(path)).delaysMs).toEqual([500, 500, 500])
      const alphaAt = async (page: number, x: number, y: number) =>
        (await frameOf(path, page))[(y * 160 + x) * 4 + 3]
      expect(await alphaAt(0, 10, 10)).toBe(255)
      expect(await alphaAt(1, 10, 10)).toBe(0)
      expect(await alphaAt(1, 100, 20)).toBe(255)
      expect(await alphaAt(2, 10, 60)).toBe(0)
      expect(await alphaAt(2, 80, 60)).toBe(255)
    }
  })

  test('a moving one alone is played, and among others stands still', async () => {
    const frames = [0, 1, 2].map(index => ({ image: drawAnimatedSquare(index), delayMs: 200 }))
    const apng: GivenFile = { name: 'moving.png', format: 'apng', bytes: writeApng(frames, 0) }
    const alone = await stage.images([apng], { options: { width: 192, fps: 10, startTime: 0.2 } })
    const { delaysMs } = await inspectAnimation(alone.path)
    expect(delaysMs).toEqual([200, 200])
    const among = await stage.images([await encoded('one.png', 'png'), apng], { options: { fps: 2 } })
    expect((await inspectAnimation(among.path)).frames).toBe(2)
    expect(among.notes.join()).toMatch(/only the first frame/)
    const late = stage.images([apng], { options: { startTime: 5 } })
    expect((await stage.refusal(late)).code).toBe('start-beyond-end')
  })

  test('a damaged one among them is named', async () => {
    const whole = await encoded('whole.jpg', 'jpg')
    const cut = { ...whole, name: 'holiday.jpg', bytes: whole.bytes.subarray(0, whole.bytes.length / 3) }
    const error = await stage.refusal(stage.images([whole, cut]))
    expect([error.code, error.message]).toEqual(['file-damaged', expect.stringContaining('holiday.jpg')])
  })
})

describe('a size that was asked for', () => {
  let grainy: string
  beforeAll(async () => {
    const source = 'testsrc2=s=320x180:r=10:d=1,noise=alls=30:allf=t'
    grainy = await stage.draw('grainy.mp4', '-f', 'lavfi', '-i', source, ...quickly)
  })

  test('is kept to', async () => {
    const options = { width: 176, duration: 1 }
    const free = await stat((await stage.video(grainy, 'mp4', { options })).path)
    const maxKilobytes = Math.floor(free.size / 1024 / 2)
    const { path, notes } = await stage.video(grainy, 'mp4', { options: { ...options, maxKilobytes } })
    expect((await stat(path)).size).toBeLessThanOrEqual(maxKilobytes * 1024)
    expect(notes.join()).not.toMatch(/could not/)
  })

  test('or it is said what had to give way, and by how much it was missed', async () => {
    const { path, notes } = await stage.video(grainy, 'mp4', {
      options: { width: 160, duration: 1, maxKilobytes: 1 },
    })
    const over = Math.ceil((await stat(path)).size / 1024) - 1
    expect(over).toBeGreaterThan(0)
    expect(notes.join(' ')).toContain(`${over} KB larger`)
    expect(notes.join(' ')).toMatch(/40 x 23 pixels and 2.5 frames a second/)
  })
})

describe('refusals', () => {
  test('a start behind the end is said with the length', async () => {
    const error = await stage.refusal(stage.video(video, 'mp4', { options: { startTime: 7 } }))
    expect([error.code, error.message]).toEqual(['start-beyond-end', expect.stringContaining('3.0 seconds')])
  })

  test('a damaged film', async () => {
    const bytes = await readFile(video)
    const path = video.replace('film.mp4', 'broken.mp4')
    await writeFile(path, bytes.subarray(0, bytes.length / 2))
    expect((await stage.refusal(stage.video(path, 'mp4'))).code).toBe('file-damaged')
  })

  test.each(['decode', 'encode'])('cancelled at the stage %s nothing is left', async wanted => {
    const canceling = new AbortController()
    const work = stage.video(video, 'mp4', {
      options: { width: 640, fps: 25, duration: 3 },
      signal: canceling.signal,
      onProgress: ({ stage: reached }) => {
        if (reached === wanted) canceling.abort()
      },
    })
    expect((await stage.refusal(work)).code).toBe('cancelled')
  })
})
