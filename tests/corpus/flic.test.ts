/** Autodesk animations (FLI, FLC) on the real, sandboxed ffmpeg. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Converter, mediaOnly, startConverter } from './support/converter.ts'

let converter: Converter
let folder: string

beforeAll(async () => {
  converter = await startConverter(mediaOnly)
  folder = await mkdtemp(join(tmpdir(), 'filesmith-flic-'))
}, 60_000)

afterAll(async () => {
  await converter.close()
  await rm(folder, { recursive: true })
})

const [width, height, millisecondsPerFrame] = [64, 48, 100]

function chunk(type: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const header = Buffer.alloc(6)
  header.writeUInt32LE(body.length + 6, 0)
  header.writeUInt16LE(type, 4)
  return Buffer.concat([header, body])
}

/** A frame has a palette of 256 colors and all pixels as they are. */
function frame(color: readonly [number, number, number]): Buffer {
  const palette = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    Buffer.from(Array.from({ length: 256 }, () => color).flat()),
  ])
  const counts = Buffer.alloc(10)
  counts.writeUInt16LE(2, 0)
  return chunk(0xf1fa, counts, chunk(4, palette), chunk(16, Buffer.alloc(width * height)))
}

function writeFlc(colors: readonly (readonly [number, number, number])[]): Buffer {
  const frames = Buffer.concat(colors.map(frame))
  const header = Buffer.alloc(128)
  header.writeUInt32LE(128 + frames.length, 0)
  header.writeUInt16LE(0xaf12, 4)
  header.writeUInt16LE(colors.length, 6)
  header.writeUInt16LE(width, 8)
  header.writeUInt16LE(height, 10)
  header.writeUInt16LE(8, 12)
  header.writeUInt32LE(millisecondsPerFrame, 16)
  header.writeUInt32LE(128, 80)
  return Buffer.concat([header, frames])
}

const colors = [
  [255, 0, 0],
  [255, 0, 0],
  [255, 0, 0],
  [0, 0, 255],
  [0, 0, 255],
  [0, 0, 255],
] as const

test('convert-video: a FLIC animation keeps its colors, size and length', async () => {
  const flc = writeFlc(colors)
  expect(sniffFormat(flc)).toBe('flic')
  const inputPath = join(folder, 'animation.flc')
  await writeFile(inputPath, flc)
  const { path, media } = await converter.convertMedia({
    operation: 'convert-video',
    inputPath,
    from: 'flic',
    to: 'mp4',
  })
  expect(JSON.stringify(media)).toMatch(/"width":64,"height":48/)
  const pixelAt = async (seconds: string) => {
    const png = execFileSync('ffmpeg', [
      '-v',
      'error',
      '-ss',
      seconds,
      '-i',
      path,
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ])
    return [...(await sharp(png).removeAlpha().raw().toBuffer()).subarray(0, 3)].map(value => value > 128)
  }
  expect(await pixelAt('0')).toEqual([true, false, false])
  expect(await pixelAt('0.4')).toEqual([false, false, true])
})

test('convert-video: a FLIC with false sizes is rejected', async () => {
  const flc = writeFlc(colors)
  flc.writeUInt16LE(65_535, 8)
  flc.writeUInt16LE(65_535, 10)
  const inputPath = join(folder, 'huge.flc')
  await writeFile(inputPath, flc)
  await expect(
    converter.convertMedia({ operation: 'convert-video', inputPath, from: 'flic', to: 'mp4' }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/damaged|too-large|unsupported|no-video|too-many/) })
})
