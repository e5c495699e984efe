import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import { writeJbig2 } from './write-jbig2.ts'

/** On a page with one point for each pixel, as PDFium draws it. */
async function readJbig2(data: Buffer, width: number, height: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const about = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 1 }
  const image = context.stream(data, { ...about, Width: width, Height: height, Filter: 'JBIG2Decode' })
  const page = pdf.addPage([width, height])
  const name = page.node.newXObject('Image', context.register(image))
  page.node.addContentStream(context.register(context.stream(`${width} 0 0 ${height} 0 0 cm ${name} Do`)))
  const document = await openForRendering(Buffer.from(await pdf.save()), {
    maxPages: 1,
    maxPixels: 10_000_000,
  })
  try {
    return await (await renderPage(document.getPage(0), 72, 10_000_000)).extractChannel(0).raw().toBuffer()
  } finally {
    document.destroy()
  }
}

/** Runs of both colors, and noise, for which every context is used. */
function randomPixels(width: number, height: number, seed: number): Buffer {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const pixels = Buffer.alloc(width * height, 255)
  for (let run = 0; run < height * 4; run++) {
    const at = Math.floor(next() * pixels.length)
    pixels.subarray(at, at + Math.floor(next() ** 3 * width)).fill(next() < 0.7 ? 0 : 255)
  }
  for (let at = 0; at < pixels.length / 4; at++) pixels[at] = next() < 0.5 ? 0 : 255
  return pixels
}

test.each([
  [3, 2],
  [7, 3],
  [64, 64],
  [333, 300],
  [2480, 40],
  [1000, 1400],
])('writeJbig2: PDFium reads back %i x %i pixels', async (width, height) => {
  for (const seed of [1, 2, 3]) {
    const pixels = randomPixels(width, height, seed)
    expect((await readJbig2(writeJbig2(pixels, width, height), width, height)).equals(pixels)).toBe(true)
  }
})

test('writeJbig2: an empty and a full image', async () => {
  for (const value of [0, 255]) {
    const pixels = Buffer.alloc(500 * 300, value)
    const data = writeJbig2(pixels, 500, 300)
    expect(data.length).toBeLessThan(150)
    expect((await readJbig2(data, 500, 300)).equals(pixels)).toBe(true)
  }
})
