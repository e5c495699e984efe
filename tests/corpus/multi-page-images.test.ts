/** Images with several pages: no page is lost, and one alone only when it is chosen. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinTiffs } from '@filesmith/engines/join-tiffs'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { heicOfTwo } from './support/heic-of-two.ts'
import { readPdfPage } from './support/pdf-page.ts'

/** Pages of different sizes; each has its own color. */
const sizes = Array.from({ length: 10 }, (_, page) => ({ width: 60 + page, height: 80 - page }))
const colorOf = (page: number) => ({ r: 20 * page, g: 255 - 20 * page, b: 100 })

let converter: Converter
let tiff: Buffer

beforeAll(async () => {
  const pages = sizes.map((size, page) =>
    sharp({ create: { ...size, channels: 3, background: colorOf(page) } })
      .tiff()
      .toBuffer(),
  )
  ;[converter, tiff] = await Promise.all([startConverter(imagesOnly), Promise.all(pages).then(joinTiffs)])
})
afterAll(() => converter.close())

const convert = (to: 'jpg' | 'png' | 'tiff' | 'gif' | 'pdf' | 'jxl' | 'ico' | 'heic', options = {}) =>
  converter.processImage({ operation: 'convert-image', input: tiff, from: 'tiff', to, options })

/** Differences of lossy formats are allowed. */
async function expectColor(image: Sharp, page: number): Promise<void> {
  const { channels } = await image.stats()
  const { r, g, b } = colorOf(page)
  for (const [index, value] of [r, g, b].entries())
    expect(Math.abs((channels[index]?.mean ?? -99) - value)).toBeLessThan(8)
}

test('joinTiffs: every page is readable with its own size', async () => {
  expect((await sharp(tiff).metadata()).pages).toBe(10)
  for (const [page, size] of sizes.entries())
    expect(await sharp(tiff, { page }).metadata()).toMatchObject(size)
})

test.for(['jpg', 'png', 'ico'] as const)(
  'convert-image: 10 TIFF pages become 10 %s files in a ZIP',
  async to => {
    const { path, format, pages } = await convert(to)
    expect({ format, pages }).toEqual({ format: 'zip', pages: 10 })
    const files = await readZip(await readFile(path))
    const names = sizes.map((_, page) => `image-page-${`${page + 1}`.padStart(2, '0')}.${to}`)
    expect([...files.keys()]).toEqual(names)
    if (to === 'ico') return
    for (const [page, name] of names.entries()) {
      const image = sharp(files.get(name))
      expect(await image.metadata()).toMatchObject(sizes[page] ?? {})
      await expectColor(image, page)
    }
  },
)

test('convert-image: 10 TIFF pages become 10 JPEG XL files in a ZIP', async () => {
  const { path, format, pages } = await convert('jxl')
  expect({ format, pages }).toEqual({ format: 'zip', pages: 10 })
  const files = await readZip(await readFile(path))
  expect(files.size).toBe(10)
  const last = await converter.convert({
    input: files.get('image-page-10.jxl') ?? '',
    from: 'jxl',
    to: 'png',
  })
  expect(await sharp(last).metadata()).toMatchObject(sizes[9] ?? {})
  await expectColor(sharp(last), 9)
})

test('convert-image: a TIFF keeps its pages', async () => {
  const { path, format, pages } = await convert('tiff')
  expect({ format, pages }).toEqual({ format: undefined, pages: 10 })
  expect((await sharp(path).metadata()).pages).toBe(10)
  for (const [page, size] of sizes.entries()) {
    expect(await sharp(path, { page }).metadata()).toMatchObject(size)
    await expectColor(sharp(path, { page }), page)
  }
})

test('convert-image: TIFF pages become the images of a HEIC file, the first as its main image', async () => {
  const { path, format, pages } = await convert('heic')
  expect({ format, pages }).toEqual({ format: undefined, pages: 10 })
  const input = await readFile(path)
  const back = await converter.processImage({ operation: 'convert-image', input, from: 'heic', to: 'tiff' })
  expect(back.pages).toBe(10)
  for (const [page, size] of sizes.entries()) {
    expect(await sharp(back.path, { page }).metadata()).toMatchObject(size)
    await expectColor(sharp(back.path, { page }), page)
  }
})

test('convert-image: TIFF pages become the frames of a GIF, a second each', async () => {
  const { path, pages } = await convert('gif')
  expect(pages).toBe(10)
  const metadata = await sharp(path, { animated: true }).metadata()
  expect(metadata).toMatchObject({ pages: 10, width: 69, pageHeight: 80, delay: sizes.map(() => 1000) })
})

test('convert-image: TIFF pages become the pages of a PDF', async () => {
  const { path, pages } = await convert('pdf')
  expect(pages).toBe(10)
  expect(readPdfPage(await readFile(path))).toMatchObject({ pageCount: 10 })
})

describe('a chosen page', () => {
  test('is converted alone', async () => {
    const { path, format, pages } = await convert('jpg', { page: 3 })
    expect({ format, pages }).toEqual({ format: undefined, pages: undefined })
    expect(await sharp(path).metadata()).toMatchObject(sizes[2] ?? {})
    await expectColor(sharp(path), 2)
  })

  test('reaches a format that needs two steps', async () => {
    const { path, format } = await convert('jxl', { page: 10 })
    expect(format).toBeUndefined()
    const png = await converter.convert({ input: await readFile(path), from: 'jxl', to: 'png' })
    expect(await sharp(png).metadata()).toMatchObject(sizes[9] ?? {})
  })

  test('that does not exist is refused', async () => {
    await expect(convert('jpg', { page: 11 })).rejects.toMatchObject({
      code: 'page-beyond-end',
      params: { page: 11, pages: 10 },
    })
  })
})

test('convert-image: the first frame of an animation is named in a note', async () => {
  const frames = Buffer.concat([Buffer.alloc(48, 10), Buffer.alloc(48, 240)])
  const input = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif()
    .toBuffer()
  const work = { operation: 'convert-image', input, from: 'gif', to: 'png' } as const
  expect((await converter.processImage(work)).notes).toEqual([
    'This image is animated; its first frame was used.',
  ])
  const second = await converter.processImage({ ...work, options: { page: 2 } })
  expect(second.notes).toEqual([])
  expect((await sharp(second.path).stats()).channels[0]?.mean).toBeGreaterThan(200)
})

describe('HEIC with two images', () => {
  const heic = heicOfTwo()
  const sizes = [
    { width: 160, height: 120 },
    { width: 120, height: 160 },
  ]
  const work = { input: heic, from: 'heic' } as const

  test.for(['jpg', 'png', 'webp'] as const)('becomes two numbered %s files', async to => {
    const { path, format, pages } = await converter.processImage({
      operation: 'convert-image',
      ...work,
      to,
    })
    expect({ format, pages }).toEqual({ format: 'zip', pages: 2 })
    const files = await readZip(await readFile(path))
    expect([...files.keys()]).toEqual([`image-page-01.${to}`, `image-page-02.${to}`])
    for (const [page, file] of [...files.values()].entries())
      expect(await sharp(file).metadata()).toMatchObject(sizes[page] ?? {})
  })

  test('becomes two numbered JPEG XL files, which need no second step', async () => {
    const { path, format } = await converter.processImage({ operation: 'convert-image', ...work, to: 'jxl' })
    expect(format).toBe('zip')
    const second = (await readZip(await readFile(path))).get('image-page-02.jxl')
    const png = await converter.convert({ input: second ?? '', from: 'jxl', to: 'png' })
    expect(await sharp(png).metadata()).toMatchObject(sizes[1] ?? {})
  })

  test('keeps its images as the pages of a PDF', async () => {
    const { path } = await converter.processImage({ operation: 'convert-image', ...work, to: 'pdf' })
    expect(readPdfPage(await readFile(path))).toMatchObject({ pageCount: 2 })
  })

  test('gives the chosen image alone, resized or not', async () => {
    const options = { page: 2 }
    const converted = await converter.processImage({
      operation: 'convert-image',
      ...work,
      to: 'jpg',
      options,
    })
    expect(converted.format).toBeUndefined()
    expect(await sharp(converted.path).metadata()).toMatchObject(sizes[1] ?? {})
    const resized = await converter.processImage({
      operation: 'resize-image',
      ...work,
      to: 'jpg',
      options: { ...options, mode: 'percentage', percent: 50, outputFormat: 'jpg' },
    })
    expect(await sharp(resized.path).metadata()).toMatchObject({ width: 60, height: 80 })
    await expect(
      converter.processImage({ operation: 'convert-image', ...work, to: 'jpg', options: { page: 3 } }),
    ).rejects.toMatchObject({ code: 'page-beyond-end', params: { page: 3, pages: 2 } })
  })

  test('is counted before it is converted, with a preview', async () => {
    const { found, preview } = await inspect('heic', heic)
    expect(found).toEqual({ media: null, hasPreview: true, pages: 2 })
    expect(await preview.metadata()).toMatchObject({ format: 'jpeg', ...sizes[0] })
  })
})

describe('resize-image', () => {
  const resize = (outputFormat: 'original' | 'jpg', page = 0) =>
    converter.processImage({
      operation: 'resize-image',
      input: tiff,
      from: 'tiff',
      to: outputFormat === 'original' ? 'tiff' : 'jpg',
      options: { mode: 'percentage', percent: 50, outputFormat, page },
    })

  test.for(['original', 'jpg'] as const)('the chosen page is resized alone to %s', async outputFormat => {
    const { path, format } = await resize(outputFormat, 10)
    expect(format).toBeUndefined()
    const { pages = 1, width, height } = await sharp(path).metadata()
    expect({ pages, width, height }).toEqual({ pages: 1, width: 35, height: 36 })
    await expectColor(sharp(path), 9)
  })

  test('the chosen frame of an animation is resized as a still image', async () => {
    const frames = Buffer.concat([Buffer.alloc(48, 10), Buffer.alloc(48, 240)])
    const input = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .gif()
      .toBuffer()
    const { path } = await converter.processImage({
      operation: 'resize-image',
      input,
      from: 'gif',
      to: 'gif',
      options: { mode: 'percentage', percent: 50, page: 2 },
    })
    const { pages = 1, width } = await sharp(path).metadata()
    expect({ pages, width }).toEqual({ pages: 1, width: 2 })
    expect((await sharp(path).stats()).channels[0]?.mean).toBeGreaterThan(200)
  })

  test('a TIFF keeps all its pages', async () => {
    const { path, pages } = await resize('original')
    expect(pages).toBe(10)
    expect((await sharp(path).metadata()).pages).toBe(10)
    expect(await sharp(path, { page: 9 }).metadata()).toMatchObject({ width: 35, height: 36 })
  })

  test('pages become numbered files', async () => {
    const { path, format } = await resize('jpg')
    expect(format).toBe('zip')
    expect((await readZip(await readFile(path))).size).toBe(10)
  })
})

test('inspect: counts the pages of a TIFF and draws a preview', async () => {
  const { found, preview } = await inspect('tiff', tiff)
  expect(found).toEqual({ media: null, hasPreview: true, pages: 10 })
  await expectColor(preview, 0)
})

async function inspect(format: 'tiff' | 'heic', file: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const inputPath = join(folder, 'file')
  const previewPath = join(folder, 'preview.jpg')
  await writeFile(inputPath, file)
  const { signal } = new AbortController()
  const found = await converter.runtime.inspect({ format, inputPath, previewPath, signal })
  return { found, preview: sharp(await readFile(previewPath)) }
}
