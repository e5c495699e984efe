import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePdf } from '../../sharp/write-pdf.ts'
import { drawPage, openForDrawing } from './render-page.ts'

async function drawn(widthPoints: number, heightPoints: number, dpi: number, maxPixels: number) {
  const background = { r: 200, g: 30, b: 30 }
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const pdf = writePdf([{ jpeg, width: 8, height: 8, isGray: false, widthPoints, heightPoints }])
  const document = await openForDrawing(pdf, { maxPages: 1, maxPixels })
  try {
    const image = await drawPage(document.getPage(0), dpi, maxPixels)
    const { info } = await image.raw().toBuffer({ resolveWithObject: true })
    return [info.width, info.height]
  } finally {
    document.destroy()
  }
}

test('a page is drawn at the density that is asked for', async () => {
  expect(await drawn(200, 100, 144, 1_000_000)).toEqual([400, 200])
})

test('a page that is too large is drawn coarser', async () => {
  expect(await drawn(1000, 1000, 144, 10_000)).toEqual([100, 100])
})

test('a page that is smaller than a dot is drawn as one', async () => {
  expect(await drawn(1, 1, 24, 1_000_000)).toEqual([1, 1])
  expect(await drawn(30, 1, 24, 1_000_000)).toEqual([30, 1])
})
