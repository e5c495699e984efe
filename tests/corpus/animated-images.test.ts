/** GIF engine: clips of videos and slideshows of images have the requested frames, timing and size. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox, type Sandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ffprobe } from '../support/run-program.ts'
import { toSharp } from './support/compare-images.ts'
import {
  difference,
  frameOf,
  type InputFile,
  inspectAnimation,
  inspectApng,
  openGifHarness,
} from './support/gif-harness.ts'
import { drawAnimatedSquare, drawCutFlag, drawFlag, flagSvg } from './support/images.ts'
import { writeApng } from './support/write-apng.ts'

const harness = openGifHarness()
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p']
type Command = Parameters<Sandbox['prepare']>[0]
let video: string

beforeAll(async () => {
  video = await harness.draw('video.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', ...fast)
})

const total = (delaysMs: readonly number[]) => delaysMs.reduce((sum, delay) => sum + delay, 0)
const rowBytes = (width: number) => width * 4

describe.concurrent('gif-create from a video', () => {
  const options = { width: 208, fps: 8, startTime: 0.5, duration: 1.3 }

  test('GIF-25 has the requested width, rate and duration and loops forever', async () => {
    const { path } = await harness.video(video, 'mp4', { options })
    const gif = await inspectAnimation(path)
    expect(gif).toMatchObject({ width: 208, height: 117, frames: 11, plays: 0 })
    expect(total(gif.delaysMs)).toBe(1300)
    expect(gif.delaysMs.slice(0, 8)).toEqual([130, 120, 130, 120, 130, 120, 130, 120])
  })

  test('reads an FLV whose first timestamp is late from its start', async () => {
    const flv = await harness.draw('video.flv', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', ...fast)
    const { path } = await harness.video(flv, 'flv', { options: { width: 160, fps: 10, duration: 1 } })
    expect((await inspectAnimation(path)).frames).toBeGreaterThanOrEqual(9)
  })

  test('starts a probe, one decoder and one encoder, which starts no other program', async () => {
    const started: string[] = []
    const sandbox = await createSandbox('required', () => {})
    const isJob = ({ mounts }: Command) => mounts.some(({ target }) => target === '/job/out')
    const prepare = (command: Command) => {
      const program = basename(command.command)
      if (isJob(command)) started.push(program)
      // The encoder finds a program that fails in place of ffmpeg.
      const hidden = program === 'node' ? [{ source: '/usr/bin/false', target: '/usr/bin/ffmpeg' }] : []
      return sandbox.prepare({ ...command, mounts: [...command.mounts, ...hidden] })
    }
    const engine = await startGif({ ...defaultEngineSettings, warn: () => {} }, { ...sandbox, prepare })
    // Codecs were checked.
    started.length = 0
    const outputPath = `${video}.counted.gif`
    await engine.runStep({
      step: { ability: 'gif-create', from: 'mp4', to: 'gif', options },
      ...{ inputPath: video, outputPath, signal: new AbortController().signal, onProgress: () => {} },
    })
    expect(started.toSorted()).toEqual(['ffmpeg', 'ffprobe', 'node'])
    expect(await inspectAnimation(outputPath)).toMatchObject({ width: 208, frames: 11 })
    await engine.close()
  })

  test.each(['webp', 'apng'] as const)('as %s has the same frames, delays and loop count', async to => {
    const { path } = await harness.video(video, 'mp4', { to, options: { ...options, loopCount: 3 } })
    const animation = await (to === 'apng' ? inspectApng : inspectAnimation)(path)
    expect(animation).toMatchObject({ width: 208, height: 117, frames: 11, plays: 3 })
    expect(total(animation.delaysMs)).toBe(1300)
  })

  test('as mp4 has even sizes, the rate, no audio, and a note about loops', async () => {
    const { path, notes } = await harness.video(video, 'mp4', {
      to: 'mp4',
      options: { ...options, loopCount: 2, duration: 1 },
    })
    const [stream, ...others] = JSON.parse(await ffprobe('-show_streams', '-of', 'json', path)).streams
    expect(others).toEqual([])
    expect(stream).toMatchObject({ codec_name: 'h264', width: 208, height: 118, avg_frame_rate: '8/1' })
    expect(stream).toMatchObject({ nb_frames: '8', pix_fmt: 'yuv420p' })
    expect(notes.join()).toMatch(/cannot store a loop count/)
  })

  test.each([1, 4])('plays %i times when requested', async plays => {
    const { path } = await harness.video(video, 'mp4', {
      options: { width: 160, fps: 4, duration: 0.5, loopCount: plays },
    })
    expect((await inspectAnimation(path)).plays).toBe(plays)
    if (plays === 1) expect((await readFile(path)).includes('NETSCAPE')).toBe(false)
  })

  test('isReversed plays backward', async () => {
    const short = { width: 160, fps: 5, duration: 1, quality: 'high' }
    const forward = await harness.video(video, 'mp4', { options: short })
    const backward = await harness.video(video, 'mp4', { options: { ...short, isReversed: true } })
    const [first, last] = [await frameOf(forward.path, 0), await frameOf(forward.path, 4)]
    expect(difference(await frameOf(backward.path, 0), last)).toBeLessThan(3)
    expect(difference(await frameOf(backward.path, 4), first)).toBeLessThan(3)
    expect(difference(first, last)).toBeGreaterThan(6)
  })

  test('ends with the video when the requested duration is longer', async () => {
    const { path } = await harness.video(video, 'mp4', {
      options: { width: 160, startTime: 2.5, duration: 9 },
    })
    const { frames, delaysMs } = await inspectAnimation(path)
    expect([frames, total(delaysMs)]).toEqual([5, 500])
  })

  test('applies rotation and pixel aspect ratio', async () => {
    const rotated = await harness.draw(
      'rotated.mp4',
      '-i',
      video,
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
    )
    const stretched = ['-f', 'lavfi', '-i', 'testsrc2=s=160x160:r=10:d=0.5,setsar=2']
    const wide = await harness.draw('wide.mp4', ...stretched, ...fast)
    const options = { width: 180, fps: 5, duration: 0.4 }
    const upright = await harness.video(rotated, 'mp4', { options })
    expect(await inspectAnimation(upright.path)).toMatchObject({ width: 180, height: 320 })
    const square = await harness.video(wide, 'mp4', { options })
    expect(await inspectAnimation(square.path)).toMatchObject({ width: 180, height: 90 })
  })
})

describe('gif-create: caption', () => {
  const still = { width: 320, fps: 2, duration: 0.5, quality: 'high' }
  let gray: string
  let bare: Buffer
  beforeAll(async () => {
    gray = await harness.draw('gray.mp4', '-f', 'lavfi', '-i', 'color=0x707070:s=320x180:r=10:d=1', ...fast)
    bare = await frameOf((await harness.video(gray, 'mp4', { options: still })).path, 0)
  })

  async function changeBy(caption: string): Promise<readonly [above: number, below: number]> {
    const { path } = await harness.video(gray, 'mp4', { options: { ...still, caption } })
    const shown = await frameOf(path, 0)
    const middle = 100 * rowBytes(320)
    return [difference(bare, shown, 0, middle), difference(bare, shown, middle)]
  }

  test('is drawn at the bottom in any script', async () => {
    for (const caption of ['Hello', 'مرحبا', '你好世界']) {
      const [above, below] = await changeBy(caption)
      // Without noise of dithering, only the caption differs.
      expect(above).toBe(0)
      expect(below).toBeGreaterThan(1)
    }
  })

  test('is rendered as plain text, without ASS or filter injection', async () => {
    const [above, below] = await changeBy("{\\an8}x':[0]%{pts}\\N;drawbox=c=red:t=fill,{\\pos(0,0)}")
    expect(above).toBeLessThan(0.5)
    expect(below).toBeGreaterThan(1.5)
  })
})

describe('gif-create from images', () => {
  const encoded = async (name: string, format: 'png' | 'jpg' | 'webp', image = drawFlag()) => ({
    name,
    format,
    bytes: await toSharp(image)[format === 'jpg' ? 'jpeg' : format]({ quality: 95 }).toBuffer(),
  })
  const sample = async (format: 'heic' | 'psd'): Promise<InputFile> => ({
    name: `flag.${format}`,
    format,
    bytes: await readFile(fileURLToPath(new URL(`samples/flag.${format}`, import.meta.url))),
  })

  test('accepts every image format, each with its own delay', async () => {
    const rotated = await sharp(await toSharp(drawFlag()).rotate(-90).jpeg({ quality: 95 }).toBuffer())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const files: InputFile[] = [
      await encoded('one.png', 'png'),
      { name: 'rotated.jpg', format: 'jpg', bytes: rotated },
      { name: 'flag.svg', format: 'svg', bytes: Buffer.from(flagSvg()) },
      await encoded('three.webp', 'webp'),
      await sample('heic'),
      await sample('psd'),
    ]
    const { path } = await harness.images(files, {
      options: { width: 160, fps: 4, delays: '300,500,25,40,2000', quality: 'high' },
    })
    const gif = await inspectAnimation(path)
    // The images are identical, so unchanged frames merge into one.
    expect(gif).toMatchObject({ width: 160, height: 120 })
    expect(total(gif.delaysMs)).toBe(3120)
    const webp = await harness.images(files, {
      to: 'apng',
      options: { width: 160, fps: 4, delays: '300,500,25,40,2000' },
    })
    const animation = await inspectApng(webp.path)
    expect(animation.delaysMs).toEqual([300, 500, 25, 40, 2000, 250])
    const [first, ...others] = await Promise.all([0, gif.frames - 1].map(page => frameOf(path, page)))
    for (const other of others) expect(difference(first as Buffer, other)).toBeLessThan(6)
  })

  test('keeps transparency without remains of the previous image', async () => {
    const tall = { width: 60, height: 120, channels: 3 as const, data: Buffer.alloc(60 * 120 * 3, 200) }
    const files = [
      await encoded('whole.png', 'png'),
      await encoded('cut.png', 'png', drawCutFlag()),
      await encoded('tall.png', 'png', tall),
    ]
    for (const to of ['gif', 'webp'] as const) {
      const { path } = await harness.images(files, { to, options: { width: 160, fps: 2 } })
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

  test('plays a single animated image, but uses only the first frame among several files', async () => {
    const frames = [0, 1, 2].map(index => ({ image: drawAnimatedSquare(index), delayMs: 200 }))
    const apng: InputFile = { name: 'moving.png', format: 'apng', bytes: writeApng(frames, 0) }
    const alone = await harness.images([apng], { options: { width: 192, fps: 10, startTime: 0.2 } })
    const { delaysMs } = await inspectAnimation(alone.path)
    expect(delaysMs).toEqual([200, 200])
    const among = await harness.images([await encoded('one.png', 'png'), apng], { options: { fps: 2 } })
    expect((await inspectAnimation(among.path)).frames).toBe(2)
    expect(among.notes.join()).toMatch(/only their first frame/)
    const late = harness.images([apng], { options: { startTime: 5 } })
    expect((await harness.rejection(late)).code).toBe('start-beyond-end')
  })

  test('names the damaged file among several', async () => {
    const complete = await encoded('whole.jpg', 'jpg')
    const cut = {
      ...complete,
      name: 'holiday.jpg',
      bytes: complete.bytes.subarray(0, complete.bytes.length / 3),
    }
    const error = await harness.rejection(harness.images([complete, cut]))
    expect([error.code, error.message]).toEqual(['file-damaged', expect.stringContaining('holiday.jpg')])
  })
})

describe('gif-create: maxKilobytes', () => {
  let grainy: string
  beforeAll(async () => {
    const source = 'testsrc2=s=320x180:r=10:d=1,noise=alls=30:allf=t'
    grainy = await harness.draw('grainy.mp4', '-f', 'lavfi', '-i', source, ...fast)
  })

  test('is not exceeded', async () => {
    const options = { width: 176, duration: 1 }
    const free = await stat((await harness.video(grainy, 'mp4', { options })).path)
    const maxKilobytes = Math.floor(free.size / 1024 / 2)
    const { path, notes } = await harness.video(grainy, 'mp4', { options: { ...options, maxKilobytes } })
    expect((await stat(path)).size).toBeLessThanOrEqual(maxKilobytes * 1024)
    expect(notes.join()).not.toMatch(/missed/)
  })

  test('reports what was reduced, and by how much the limit was missed', async () => {
    const { path, notes } = await harness.video(grainy, 'mp4', {
      options: { width: 160, duration: 1, maxKilobytes: 1 },
    })
    const over = Math.ceil((await stat(path)).size / 1024) - 1
    expect(over).toBeGreaterThan(0)
    expect(notes.join(' ')).toContain(`by ${over} KB`)
    expect(notes.join(' ')).toMatch(/40 x 23 pixels and 2.5 frames per second/)
  })
})

describe('gif-create: damaged images', () => {
  const photo = () => toSharp(drawFlag()).resize(320, 240).jpeg().toBuffer()
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.8))

  test('a slideshow takes what can be read, and names the file', async () => {
    const jpeg = await photo()
    const { path, warnings } = await harness.images([
      { name: 'whole.jpg', format: 'jpg', bytes: jpeg },
      { name: 'cut.jpg', format: 'jpg', bytes: cut(jpeg) },
    ])
    expect(warnings).toEqual(['The image "cut.jpg" is damaged: parts of it could not be read.'])
    expect((await inspectAnimation(path)).frames).toBe(2)
  })

  test('an animation plays the frames that are left', async () => {
    const frames = await Promise.all(
      [0, 1, 2, 3].map(frame => toSharp(drawAnimatedSquare(frame)).png().toBuffer()),
    )
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    const { warnings } = await harness.images([{ name: 'cut.webp', format: 'webp', bytes: cut(webp) }])
    expect(warnings).toEqual(['This image is damaged: parts of it could not be read.'])
  })

  test('a file of which nothing can be read is refused', async () => {
    const bytes = (await photo()).subarray(0, 200)
    const work = harness.images([{ name: 'cut.jpg', format: 'jpg', bytes }])
    expect((await harness.rejection(work)).code).toBe('file-damaged')
  })
})

describe('gif-create: rejections', () => {
  test('a start beyond the end reports the duration', async () => {
    const error = await harness.rejection(harness.video(video, 'mp4', { options: { startTime: 7 } }))
    expect([error.code, error.message]).toEqual(['start-beyond-end', expect.stringContaining('3.0 seconds')])
  })

  test('a damaged video', async () => {
    const bytes = await readFile(video)
    const path = video.replace('video.mp4', 'broken.mp4')
    await writeFile(path, bytes.subarray(0, bytes.length / 2))
    expect((await harness.rejection(harness.video(path, 'mp4'))).code).toBe('file-damaged')
  })

  test.each(['decode', 'encode'])('canceling during %s leaves no files behind', async cancelStage => {
    const cancel = new AbortController()
    const work = harness.video(video, 'mp4', {
      options: { width: 640, fps: 25, duration: 3 },
      signal: cancel.signal,
      onProgress: ({ stage: reached }) => {
        if (reached === cancelStage) cancel.abort()
      },
    })
    expect((await harness.rejection(work)).code).toBe('cancelled')
  })
})
