/** Raw photos, tone mapping, 16 bits, pages and notes of rare image formats on the real, sandboxed engine. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ffmpeg } from '../support/run-program.ts'
import { difference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, drawPhoto } from './support/images.ts'
import { encodeWithFfmpeg, packDcx, packIcns, writePfm, writeRadiance } from './support/rare-samples.ts'
import { writeDng } from './support/write-dng.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
}, 60_000)

afterAll(() => converter.close())

const convert = (input: Buffer, from: FormatId, to: FormatId = 'png', options = {}) =>
  converter.processImage({
    operation: 'convert-image',
    input,
    from,
    to,
    options: { quality: 'high', ...options },
  })

describe('convert-image: raw photos', () => {
  test('keep 16 bits in high quality, and the size of the photo', async () => {
    const { path } = await convert(writeDng(drawFlag()), 'raw', 'tiff')
    expect(await sharp(path).metadata()).toMatchObject({ width: 160, height: 120, depth: 'ushort' })
  })

  test('are upright', async () => {
    const { path } = await convert(writeDng(drawFlag(), { orientation: 6 }), 'raw')
    const turned = sharp(await toSharp(drawFlag()).rotate(90).png().toBuffer())
    expect(await sharp(path).metadata()).toMatchObject({ width: 120, height: 160 })
    expect(await difference(sharp(path), turned)).toBeLessThan(8)
  })

  test('have the white balance of the camera: gray stays gray', async () => {
    const gray = { ...drawFlag(), data: Buffer.alloc(160 * 120 * 3, 120) }
    gray.data.fill(240, 0, 160 * 20 * 3)
    const { path } = await convert(writeDng(gray), 'raw')
    const pixels = await sharp(path).extract({ left: 20, top: 50, width: 100, height: 50 }).toBuffer()
    const { channels } = await sharp(pixels).stats()
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
    expect(Math.abs(red - green)).toBeLessThan(3)
    expect(Math.abs(blue - green)).toBeLessThan(3)
  })

  test.each([0.4, 1.5])(
    'are as bright as the preview of the camera, here %f times as bright',
    async factor => {
      const input = drawPhoto(320, 240)
      const brighter = (value: number) => 255 * Math.min(1, (value / 255) ** 2.4 * factor) ** (1 / 2.4)
      const seen = { ...input, data: input.data.map(brighter) }
      const preview = await toSharp({ ...seen, data: Buffer.from(seen.data) })
        .jpeg({ quality: 95 })
        .toBuffer()
      const dng = writeDng(input, { preview })
      for (const to of ['jpg', 'tiff'] as const) {
        const { path } = await convert(dng, 'raw', to)
        expect(await difference(sharp(path), sharp(preview))).toBeLessThan(5)
      }
    },
  )

  test('of an unknown compression show the preview, turned as the photo, with a warning', async () => {
    const preview = await toSharp(drawPhoto(800, 600)).jpeg({ quality: 95 }).toBuffer()
    const unknown = writeDng(drawPhoto(800, 600), { compression: 34_999, preview, orientation: 6 })
    const { path, notes } = await convert(unknown, 'raw')
    expect(notes).toEqual([
      'The sensor data of this photo cannot be read; the preview that the camera has added was used.',
    ])
    const turned = sharp(await toSharp(drawPhoto(800, 600)).rotate(90).png().toBuffer())
    expect(await difference(sharp(path), turned)).toBeLessThan(4)
  })

  test('are resized and edited like other images', async () => {
    const input = writeDng(drawFlag())
    const request = { input, from: 'raw', to: 'jpg' } as const
    const resized = await converter.processImage({
      ...request,
      operation: 'resize-image',
      options: { width: 80 },
    })
    expect(await sharp(resized.path).metadata()).toMatchObject({ format: 'jpeg', width: 80, height: 60 })
    const edited = await converter.processImage({
      ...request,
      operation: 'edit-image',
      options: { rotate: 90 },
    })
    expect(await sharp(edited.path).metadata()).toMatchObject({ width: 120, height: 160 })
  })
})

describe('convert-image: high dynamic range', () => {
  test.each([
    ['pfm', writePfm],
    ['hdr', writeRadiance],
  ] as const)('a %s sixteen times as bright as a screen keeps its highlights apart', async (from, write) => {
    const { path } = await convert(write(drawFlag(), 16), from)
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    const [orange, white, blue] = [at(100, 20), at(60, 80), at(10, 10)]
    expect(orange[0]).toBeGreaterThan((orange[2] ?? 0) + 60)
    expect((white[1] ?? 0) - (orange[1] ?? 0)).toBeGreaterThan(20)
    expect(blue[2]).toBeGreaterThan((blue[0] ?? 0) + 60)
  })

  test.each([
    ['none', 0],
    ['rle', 1],
    ['zip1', 2],
    ['zip16', 3],
  ] as const)('reads an OpenEXR with the compression %s', async (_name, compression) => {
    const black = { ...drawFlag(), data: Buffer.alloc(160 * 120 * 3) }
    black.data.fill(255, 0, 160 * 3 * 40)
    const exr = encodeWithFfmpeg(black, 'exr', 'gbrpf32le', '-compression', `${compression}`)
    const { path } = await convert(exr, 'exr')
    expect(await difference(sharp(path), toSharp(black))).toBeLessThan(2)
  })
})

test('convert-image: PPM and PGM keep 16 bits', async () => {
  const deep = Uint16Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 97) % 65_536)
  const png = await sharp(deep, { raw: { width: 64, height: 64, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const ppm = await readFile((await convert(png, 'png', 'ppm')).path)
  expect(ppm.toString('latin1', 0, 15)).toBe('P6\n64 64\n65535\n')
  expect([...deep.subarray(0, 9)]).toEqual(
    Array.from({ length: 9 }, (_, index) => ppm.readUInt16BE(15 + index * 2)),
  )
  const back = await convert(ppm, 'ppm', 'png')
  const { data } = await sharp(back.path)
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  expect(new Uint16Array(data.buffer, data.byteOffset, 9)).toEqual(deep.slice(0, 9))
})

test.each([16, 640])('convert-image: a JPEG 2000 of one color keeps it, %d pixels wide', async side => {
  const color = { width: side, height: side, channels: 3 as const, data: Buffer.alloc(side * side * 3, 0) }
  color.data.forEach((_, at) => {
    color.data[at] = at % 3 === 0 ? 254 : 0
  })
  const { path } = await convert(await toSharp(color).png().toBuffer(), 'png', 'jp2', { quality: 'medium' })
  await ffmpeg('-v', 'error', '-i', path, '-pix_fmt', 'rgb24', '-f', 'rawvideo', `${path}.rgb`)
  expect((await readFile(`${path}.rgb`)).equals(color.data)).toBe(true)
})

test('convert-image: every page of a DCX is converted', async () => {
  const page = encodeWithFfmpeg(drawFlag(), 'pcx', 'rgb24')
  const result = await convert(packDcx([page, page, page]), 'dcx', 'png')
  expect(result).toMatchObject({ format: 'zip', pages: 3 })
  expect(await convert(packDcx([page, page]), 'dcx', 'tiff')).toMatchObject({ pages: 2 })
})

test('convert-image: an MPO is its first image, with a note', async () => {
  const first = await toSharp(drawFlag()).jpeg({ quality: 95 }).toBuffer()
  const second = await toSharp(drawPhoto(160, 120)).jpeg().toBuffer()
  const { path, notes } = await convert(Buffer.concat([first, second]), 'mpo')
  expect(notes).toEqual(['This file has several images; the first one was used.'])
  expect(await difference(sharp(path), toSharp(drawFlag()))).toBeLessThan(4)
})

test('convert-image: reads an ICNS with packed channels and their mask', async () => {
  // 16 by 16: a run has at most 130 bytes, so 256 are 130 and 126.
  const channel = (value: number) => [0xff, value, 0x80 + 126 - 3, value]
  const pixels = Buffer.from([...channel(200), ...channel(100), ...channel(50)])
  const { path } = await convert(packIcns('is32', pixels), 'icns')
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, ...data.subarray(0, 4), ...data.subarray(-4)]).toEqual([
    ...[16, 16],
    ...[200, 100, 50, 255],
    ...[200, 100, 50, 255],
  ])
})
