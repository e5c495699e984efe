import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePgm } from '../image/pgm.ts'
import type { PageOnDisk } from './page-source.ts'
import { confidentLines, recognizePage } from './recognize-page.ts'
import { repairBullets } from './repair-lookalikes.ts'

const wordsOf = (...lines: string[]) =>
  lines.flatMap((line, at) =>
    line
      .split(' ')
      .map(text => ({ text, line: String(at), x: 0, y: 0, width: 9, height: 9, confidence: 90 })),
  )
const linesOf = (words: ReturnType<typeof repairBullets>) =>
  [...Map.groupBy(words, ({ line }) => line).values()].map(line => line.map(({ text }) => text).join(' '))

test('repairBullets: replaces bullet lookalikes at the start of several lines', () => {
  const lines = linesOf(repairBullets(wordsOf('¢ One track', '© Two tracks', 'costs 5 ¢ each')))
  expect(lines).toEqual(['• One track', '• Two tracks', 'costs 5 ¢ each'])
})

test('repairBullets: keeps a single lookalike', () => {
  expect(linesOf(repairBullets(wordsOf('© 2026 The Harbour Office', 'All rights reserved')))[0]).toContain(
    '©',
  )
})

test('confidentLines: drops texture that is read as symbols or short runs of letters', () => {
  const lineOf = (line: string, text: string, confidence: number) => ({
    ...{ text, line, x: 0, y: 0, width: 9, height: 9, confidence },
  })
  const words = [
    lineOf('1', 'SSS', 90.5),
    lineOf('2', '\\', 97),
    lineOf('3', 'B', 96),
    lineOf('4', '200.00', 80),
    lineOf('5', 'Harbour', 66),
    lineOf('6', 'Harbcur', 60),
  ]
  expect(confidentLines(words).map(({ text }) => text)).toEqual(['B', '200.00', 'Harbour'])
})

/** Number of OCR passes over a page that is read with this confidence. */
async function passesWith(confidence: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recognize-page-'))
  const [width, height] = [400, 60]
  const page: PageOnDisk = {
    pgmPath: join(folder, 'page.pgm'),
    samplePath: join(folder, 'sample.pgm'),
    isSampleWhole: false,
    geometry: {
      ...{ rotation: 0, width, height, skewDegrees: 0, scale: 1 },
      readWidth: width,
      readHeight: height,
    },
    ...{ dpi: 200, pointsPerPixel: 0.36, letterCount: 40, steps: [] },
  }
  await writeFile(page.pgmPath, writePgm({ pixels: new Uint8Array(width * height).fill(255), width, height }))
  const passes: string[] = []
  const reader = {
    installed: new Set(['eng']),
    read: async (path: string) => {
      passes.push(path)
      return wordsOf('The harbour office opens at seven in the morning').map((word, at) => ({
        ...word,
        ...{ x: 40 * at, width: 36, confidence },
      }))
    },
    orient: async () => undefined,
    identify: async () => [],
  }
  const options = { isEnhanced: true, detectsLanguage: false, languages: ['eng'] }
  await recognizePage(reader, { prepare: async () => page }, options, { rotation: 0 })
  await rm(folder, { recursive: true })
  return passes.filter(path => path !== page.samplePath).length
}

test('recognizePage: reads a page once if the confidence is high, and again if it is low', async () => {
  expect(await passesWith(96)).toBe(1)
  expect(await passesWith(84)).toBeGreaterThan(1)
})
