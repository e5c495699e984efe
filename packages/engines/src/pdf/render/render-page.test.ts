import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePdf } from '../../sharp/write-pdf.ts'
import { openForRendering, renderPage } from './render-page.ts'

async function renderedSize(widthPoints: number, heightPoints: number, dpi: number, maxPixels: number) {
  const background = { r: 200, g: 30, b: 30 }
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const pdf = writePdf([{ jpeg, width: 8, height: 8, isGray: false, widthPoints, heightPoints }])
  const document = await openForRendering(pdf, { maxPages: 1, maxPixels })
  try {
    const image = await renderPage(document.getPage(0), dpi, maxPixels)
    const { info } = await image.raw().toBuffer({ resolveWithObject: true })
    return [info.width, info.height]
  } finally {
    document.destroy()
  }
}

test('renderPage: renders at the requested resolution', async () => {
  expect(await renderedSize(200, 100, 144, 1_000_000)).toEqual([400, 200])
})

test('renderPage: reduces the resolution of a page above the pixel limit', async () => {
  expect(await renderedSize(1000, 1000, 144, 10_000)).toEqual([100, 100])
})

test('renderPage: renders at least one pixel', async () => {
  expect(await renderedSize(1, 1, 24, 1_000_000)).toEqual([1, 1])
  expect(await renderedSize(30, 1, 24, 1_000_000)).toEqual([30, 1])
})
