/** Converts every declared pair of image formats on the real, sandboxed engines. */
import { readFile } from 'node:fs/promises'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, flagSize } from './support/images.ts'
import { readPdfPage } from './support/pdf-page.ts'
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
  if (format === 'bmp' || format === 'ico' || format === 'jxl' || format === 'psd' || format === 'qoi') {
    return sharp(
      await readFile(await converter.convert({ input: bytes, from: format, to: 'png', quality: 'high' })),
    )
  }
  return sharp(bytes)
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

describe.each(convertImage.inputs)('HOME-08 CONV-21 convert-image: from %s', from => {
  test.each(convertImage.outputs)('to %s keeps size and pixels', async to => {
    const path = await converter.convert({ input: samples[from], from, to })
    expect(sniffFormat(await readFile(path))).toBe(to)

    const isIcon = from === 'ico' || to === 'ico'
    const opened = await open(path, to)
    const { width, height } = await opened.metadata()
    expect({ width, height }).toEqual(isIcon ? { width: 160, height: 160 } : flagSize)
    const shown = isIcon ? await withoutBorder(opened) : opened
    expect(await difference(shown, toSharp(drawFlag()))).toBeLessThan(4)
  })
})

test('sniffFormat: recognizes every sample', () => {
  for (const from of convertImage.inputs) expect(sniffFormat(samples[from])).toBe(from)
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
