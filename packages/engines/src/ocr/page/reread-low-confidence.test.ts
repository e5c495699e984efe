import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePgm } from '../image/pgm.ts'
import type { PageOnDisk } from './page-source.ts'
import { rereadLowConfidence } from './reread-low-confidence.ts'
import type { ReadOptions, TesseractReader } from './tesseract-reader.ts'

let folder = ''
let page: PageOnDisk

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-doubtful-'))
  const pgmPath = join(folder, 'page.pgm')
  const [width, height] = [400, 60]
  await writeFile(pgmPath, writePgm({ pixels: new Uint8Array(width * height).fill(255), width, height }))
  const geometry = {
    rotation: 0,
    width,
    height,
    skewDegrees: 0,
    scale: 1,
    readWidth: width,
    readHeight: height,
  }
  page = {
    pgmPath,
    samplePath: pgmPath,
    isSampleWhole: true,
    geometry: { ...geometry, rotation: 0 },
    dpi: 200,
    pointsPerPixel: 0.36,
    letterCount: 20,
    steps: [],
  }
})
afterAll(() => rm(folder, { recursive: true }))

const lineOf = (text: string, confidences: Readonly<Record<string, number>> = {}) =>
  text.split(' ').map((word, at) => ({
    text: word,
    x: 20 + 70 * at,
    y: 25,
    width: 60,
    height: 20,
    confidence: confidences[word] ?? 95,
    line: '1',
  }))

/** Returns the given texts, one per call. */
function readerWith(...texts: string[]) {
  const calls: ReadOptions[] = []
  const reader: TesseractReader = {
    installed: new Set(['eng']),
    async read(_, options) {
      calls.push(options)
      return lineOf(texts[calls.length - 1] ?? '')
    },
    orient: async () => undefined,
    identify: async () => [],
  }
  return { reader, calls }
}
const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')
const lowConfidence = () => lineOf('the boat wos moored', { wos: 40 })

test('rereadLowConfidence: skips pages without low-confidence words', async () => {
  const { reader, calls } = readerWith()
  const words = lineOf('the boat was moored')
  expect(await rereadLowConfidence(reader, { page, words, languages: ['eng'] })).toBe(words)
  expect(calls).toEqual([])
})

test('rereadLowConfidence: needs only one further pass if it confirms the first', async () => {
  const { reader, calls } = readerWith('boat wos moored')
  const read = await rereadLowConfidence(reader, { page, words: lowConfidence(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat wos moored')
  expect(calls).toHaveLength(1)
})

test('rereadLowConfidence: decides by a third pass at another scale', async () => {
  const { reader, calls } = readerWith('boat was moored', 'boat was moored')
  const read = await rereadLowConfidence(reader, { page, words: lowConfidence(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat was moored')
  expect(new Set(calls.map(({ dpi }) => dpi)).size).toBe(2)
  expect(await readdir(folder)).toEqual(['page.pgm'])
})

test('rereadLowConfidence: keeps the first reading if all three differ', async () => {
  const { reader } = readerWith('boat was moored', 'boat is moored')
  const read = await rereadLowConfidence(reader, { page, words: lowConfidence(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat wos moored')
})

test('rereadLowConfidence: skips vertical text', async () => {
  const { reader, calls } = readerWith()
  await rereadLowConfidence(reader, { page, words: lowConfidence(), languages: ['jpn_vert'] })
  expect(calls).toEqual([])
})
