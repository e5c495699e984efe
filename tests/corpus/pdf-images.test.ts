/** PDF Workbench: images as pages of a PDF. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

/** Red, with a blue corner at the top left; 300 x 200 pixels. */
function drawing() {
  const corner = { create: { width: 100, height: 50, channels: 3, background: '#0033ff' } } as const
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#cc3311' } }).composite([
    { input: corner, left: 0, top: 0 },
  ])
}

async function imageFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(tools.folder, name)
  await writeFile(path, bytes)
  return path
}

interface PageFacts {
  readonly size: readonly [number, number]
  /** Which corners are blue. */
  readonly blue: readonly string[]
}

async function pagesOf(path: string): Promise<PageFacts[]> {
  const document = await openForRendering(await readFile(path), { maxPages: 9, maxPixels: 1e6 })
  const pages: PageFacts[] = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const image = await renderPage(page, 72, 1e6)
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const isBlue = (x: number, y: number) => {
      const at =
        (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
      return (data[at] ?? 0) < 60 && (data[at + 2] ?? 0) > 200
    }
    const corners = { 'top left': [0.1, 0.1], 'top right': [0.9, 0.1], 'bottom left': [0.1, 0.9] } as const
    const blue = Object.entries(corners).flatMap(([corner, [x, y]]) => (isBlue(x, y) ? [corner] : []))
    pages.push({ size: [Math.round(originalWidth), Math.round(originalHeight)], blue })
  }
  document.destroy()
  return pages
}

const fromImages = (files: readonly string[], options: object = {}) =>
  tools.run({ ability: 'pdf-from-images', files, options })

test('images: every format becomes a page', async () => {
  const files = [
    await imageFile('a.jpg', await drawing().jpeg().toBuffer()),
    await imageFile('a.png', await drawing().ensureAlpha().png().toBuffer()),
    await imageFile('a.webp', await drawing().webp().toBuffer()),
    await imageFile('a.tiff', await drawing().tiff().toBuffer()),
    await imageFile('a.gif', await drawing().gif().toBuffer()),
    await imageFile('a.avif', await drawing().avif().toBuffer()),
  ]
  const { path } = await fromImages(files)
  expect(await pagesOf(path)).toEqual(files.map(() => ({ size: [300, 200], blue: ['top left'] })))
})

test('images: JPEG data is copied without location, upright and in print size', async () => {
  const jpeg = await drawing()
    .withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
    .withMetadata({ orientation: 6, density: 150 })
    .jpeg()
    .toBuffer()
  const { path, bytes } = await fromImages([await imageFile('turned.jpg', jpeg)])
  expect(await pagesOf(path)).toEqual([{ size: [96, 144], blue: ['top right'] }])
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])))
  expect(bytes.includes(scan)).toBe(true)
  expect(bytes.includes('Exif')).toBe(false)
})

test('images: paper, orientation and margin', async () => {
  const image = await imageFile('wide.png', await drawing().png().toBuffer())
  const sizeOf = async (options: object) =>
    (await pagesOf((await fromImages([image], options)).path))[0]?.size
  expect(await sizeOf({ pageSize: 'a4' })).toEqual([842, 595])
  expect(await sizeOf({ pageSize: 'letter', orientation: 'portrait' })).toEqual([612, 792])
  expect(await sizeOf({ margin: 25.4 })).toEqual([444, 344])
})

test('images: separate PDFs come as one ZIP file', async () => {
  const png = await drawing().png().toBuffer()
  const files = [await imageFile('one.png', png), await imageFile('two.png', png)]
  const result = await fromImages(files, { separate: true })
  expect(result).toMatchObject({ format: 'zip', pages: 2 })
  expect([...(await readZip(result.bytes)).keys()]).toEqual(['one.pdf', 'two.pdf'])
})

test('images: a truncated JPEG is refused', async () => {
  const jpeg = await drawing().jpeg().toBuffer()
  const file = await imageFile('short.jpg', jpeg.subarray(0, jpeg.length / 2))
  await expect(fromImages([file])).rejects.toMatchObject({ code: 'file-damaged' })
})

test('organize: an image among PDFs becomes a page', async () => {
  const image = await imageFile('page.jpg', await drawing().jpeg().toBuffer())
  const { path } = await tools.run({
    ability: 'pdf-organize',
    files: [pdfSample('lists'), image],
    options: { pages: '2:1, 1:1' },
  })
  expect((await pagesOf(path))[0]).toEqual({ size: [300, 200], blue: ['top left'] })
  expect(Number(await qpdfOutput('--show-npages', path))).toBe(2)
})

test('draw pages: small images in the size of each page, without its text', async () => {
  const source = pdfSample('running')
  const { path, pages } = await tools.run({ ability: 'pdf-draw-pages', files: [source] })
  const [given, drawn] = [await pagesOf(source), await pagesOf(path)]
  expect([pages, drawn.map(({ size }) => size)]).toEqual([given.length, given.map(({ size }) => size)])
  const { pages: texts, imageCount } = await readPdf(path)
  expect([texts.join('').trim(), imageCount]).toEqual(['', given.length])
  const listed = (await qpdfOutput('--show-pages', '--with-images', path)).match(/\d+ x \d+/g) ?? []
  expect(listed).toHaveLength(given.length)
  for (const size of listed) expect(Math.max(...size.split(' x ').map(Number))).toBeLessThanOrEqual(1000)
})
