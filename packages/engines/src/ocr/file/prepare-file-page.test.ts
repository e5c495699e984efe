import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPgm } from '../image/pgm.ts'
import type { PrepareReport } from '../request.ts'
import { prepareFilePage } from './prepare-file-page.ts'

const lines = Array.from(
  { length: 12 },
  (_, at) => `<text x="80" y="${420 + 44 * at}">The harbour office opens at seven in the morning</text>`,
).join('')
/** A halftone bar above the text has more ink than any line. */
const page = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="1000">
  <defs><pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="4"/></pattern></defs>
  <rect width="1100" height="1000" fill="white"/><rect x="60" y="40" width="900" height="300" fill="url(#dots)"/>
  <g font-family="Liberation Sans" font-size="38">${lines}</g></svg>`)

async function prepare(density: number) {
  const input = await sharp(page).flatten().withMetadata({ density }).png().toBuffer()
  const result = await prepareFilePage(input, {
    kind: 'prepare',
    format: 'png',
    page: 1,
    isEnhanced: true,
    rotation: 0,
    previewPixels: 0,
    isPreviewOnly: false,
    maxPages: 1,
    maxPixels: 10_000_000,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of result.chunks) chunks.push(chunk)
  return { about: result.about() as PrepareReport, bytes: Buffer.concat(chunks) }
}

test('prepareFilePage: takes the sample from the lines of text and not from a halftone bar', async () => {
  const { about, bytes } = await prepare(300)
  const sample = readPgm(bytes.subarray(about.pgmBytes, about.pgmBytes + about.sampleBytes))
  const mean = (sample?.pixels.reduce((sum, value) => sum + value, 0) ?? 0) / (sample?.pixels.length ?? 1)
  expect(mean).toBeGreaterThan(200)
})

test('prepareFilePage: uses a plausible density and estimates it from the letters otherwise', async () => {
  expect((await prepare(300)).about.dpi).toBeCloseTo(300, 0)
  const { dpi } = (await prepare(72)).about
  expect(dpi).toBeGreaterThan(200)
  expect(dpi).toBeLessThan(400)
})
