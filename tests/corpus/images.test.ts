/** Converts every declared pair of image formats on the real, sandboxed engines. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, flagSize } from './support/images.ts'
import { pairsOf } from './support/pairs.ts'
import { readPdfPage } from './support/pdf-page.ts'
import { rareInputs } from './support/rare-samples.ts'
import { type ImageInput, makeSamples } from './support/samples.ts'

let converter: Converter
let samples: Record<ImageInput, Buffer>

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
  samples = await makeSamples(converter)
}, 60_000)

afterAll(() => converter.close())

type ImageOutput = (typeof convertImage.outputs)[number]

/** Opens a result with a decoder that was not involved in writing it. */
async function open(path: string, format: ImageOutput): Promise<Sharp> {
  const bytes = await readFile(path)
  if (format === 'pdf') return sharp(readPdfPage(bytes).jpeg)
  if (
    format === 'tga' ||
    format === 'ppm' ||
    format === 'pgm' ||
    format === 'pbm' ||
    format === 'jp2' ||
    format === 'dds' ||
    format === 'exr'
  )
    return sharp(decodeWithFfmpeg(path, format))
  if (
    format !== 'png' &&
    format !== 'jpg' &&
    format !== 'webp' &&
    format !== 'gif' &&
    format !== 'tiff' &&
    format !== 'avif'
  ) {
    return sharp(
      await readFile(await converter.convert({ input: bytes, from: format, to: 'png', quality: 'high' })),
    )
  }
  return sharp(bytes)
}

async function atSide(image: Sharp, side: number): Promise<Sharp> {
  return sharp(await image.resize(side, side).png().toBuffer())
}

function decodeWithFfmpeg(path: string, format: ImageOutput): Buffer {
  // ffmpeg recognizes TGA only by its name.
  const readers: Partial<Record<ImageOutput, readonly string[]>> = {
    tga: ['-f', 'image2', '-c:v', 'targa'],
    // From linear light to sRGB.
    exr: ['-f', 'exr_pipe', '-apply_trc', 'iec61966_2_1'],
  }
  const reader = readers[format] ?? ['-f', 'image2pipe']
  return execFileSync('ffmpeg', [
    '-v',
    'error',
    ...reader,
    '-i',
    path,
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-',
  ])
}

/** Icons are square with the image centered. */
async function withoutBorder(image: Sharp): Promise<Sharp> {
  const top = (flagSize.width - flagSize.height) / 2
  return sharp(
    await image
      .extract({ left: 0, top, ...flagSize })
      .png()
      .toBuffer(),
  )
}

const rareOutputs: readonly ImageOutput[] = ['jp2', 'tga', 'ppm', 'pgm', 'pbm', 'icns', 'dds', 'exr']
const usualInputs = convertImage.inputs.filter(
  format => !(rareInputs as readonly ImageInput[]).includes(format),
)
const usualOutputs = convertImage.outputs.filter(format => !rareOutputs.includes(format))
/** Every pair of usual formats, each rare input to PNG and one more, and each rare output from some. */
const pairs: (readonly [from: ImageInput, to: ImageOutput])[] = [
  ...usualInputs.flatMap(from => usualOutputs.map(to => [from, to] as const)),
  ...rareInputs.map(from => [from, 'png'] as const),
  ...pairsOf(rareInputs, convertImage.outputs),
  ...rareOutputs.map(to => ['png', to] as const),
  ...pairsOf(usualInputs, rareOutputs),
]

/** A PBM is written with dots, which are as dark as the gray of the image. */
const grayFormats: ReadonlySet<ImageInput> = new Set(['pgm', 'pbm'])
const bitmapInputs: ReadonlySet<ImageInput> = new Set(['pbm', 'xbm', 'msp'])

/** What is left of the image in formats without colors. */
async function shownIn(from: ImageInput, to: ImageOutput): Promise<Sharp> {
  const flag = toSharp(drawFlag())
  const both = [from, to] as ImageInput[]
  const isBitmap = bitmapInputs.has(from)
  if (!isBitmap && !both.some(format => grayFormats.has(format))) return flag
  const gray = isBitmap ? flag.greyscale().threshold(128) : flag.greyscale()
  return inColor(gray)
}

/** With three channels, whatever the file has. */
async function inColor(image: Sharp): Promise<Sharp> {
  const png = await image.png().toBuffer()
  return sharp(await sharp(png).flatten({ background: '#ffffff' }).toColourspace('srgb').tiff().toBuffer())
}

/** Dots at the edges of a demosaiced or dithered image differ more. */
function tolerated(from: ImageInput, to: ImageOutput): number {
  if (to === 'pbm') return 12
  return from === 'raw' || from === 'xbm' || from === 'pbm' ? 8 : 4
}

describe('HOME-08 CONV-21 convert-image', () => {
  test.each(
    [...new Set(pairs.map(pair => pair.join(' ')))].map(pair => pair.split(' ') as [ImageInput, ImageOutput]),
  )('from %s to %s keeps size and pixels', async (from, to) => {
    const path = await converter.convert({ input: samples[from], from, to })
    expect(sniffFormat(await readFile(path))).toBe(to)

    const isIcon = from === 'ico' || to === 'ico' || to === 'icns'
    const opened = await open(path, to)
    const { width, height } = await opened.metadata()
    const side = to === 'icns' ? 256 : 160
    expect({ width, height }).toEqual(isIcon ? { width: side, height: side } : flagSize)
    const shown = isIcon ? await withoutBorder(await atSide(opened, 160)) : opened
    expect(await difference(await inColor(shown), await shownIn(from, to))).toBeLessThan(tolerated(from, to))
  })
})

test('sniffFormat: recognizes every sample', () => {
  for (const from of convertImage.inputs)
    expect(sniffFormat(samples[from])).toBe(from === 'mpo' ? 'jpg' : from)
})

test('convert-image: reads a cursor (CUR) as an icon', async () => {
  const cursor = Buffer.from(samples.ico)
  cursor.writeUInt16LE(2, 2)
  const path = await converter.convert({ input: cursor, from: 'ico', to: 'png' })
  expect(await sharp(path).metadata()).toMatchObject({ width: 160, height: 160 })
})

test('convert-image: an icon contains the standard icon sizes', async () => {
  const icon = await readFile(await converter.convert({ input: samples.png, from: 'png', to: 'ico' }))
  const sides = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.readUInt8(6 + index * 16))
  expect(sides).toEqual([16, 32, 48, 160])
})

test('convert-image: a PDF page has the size of its image', async () => {
  const pdf = await readFile(await converter.convert({ input: samples.png, from: 'png', to: 'pdf' }))
  expect(readPdfPage(pdf)).toMatchObject({ widthPoints: 160, heightPoints: 120 })
})

test('convert-image: leaves no files besides inputs and results', async () => {
  expect(await converter.leftovers()).toEqual([])
})
