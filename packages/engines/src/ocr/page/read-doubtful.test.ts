import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePgm } from '../image/pgm.ts'
import type { PageOnDisk } from './page-source.ts'
import { withSecondLook } from './read-doubtful.ts'
import type { ReadingWish, TesseractReader } from './tesseract-reader.ts'

let folder = ''
let page: PageOnDisk

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-doubtful-'))
  const readingPath = join(folder, 'page.pgm')
  const [width, height] = [400, 60]
  await writeFile(readingPath, writePgm({ pixels: new Uint8Array(width * height).fill(255), width, height }))
  const geometry = { turn: 0, width, height, skewDegrees: 0, scale: 1, readWidth: width, readHeight: height }
  page = {
    readingPath,
    samplePath: readingPath,
    isSampleWhole: true,
    geometry: { ...geometry, turn: 0 },
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

/** Answers one text after the other. */
function readerWith(...texts: string[]) {
  const wishes: ReadingWish[] = []
  const reader: TesseractReader = {
    installed: new Set(['eng']),
    async read(_, how) {
      wishes.push(how)
      return lineOf(texts[wishes.length - 1] ?? '')
    },
    orient: async () => undefined,
    identify: async () => [],
  }
  return { reader, wishes }
}
const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')
const doubtful = () => lineOf('the boat wos moored', { wos: 40 })

test('a page without doubtful words is not looked at again', async () => {
  const { reader, wishes } = readerWith()
  const words = lineOf('the boat was moored')
  expect(await withSecondLook(reader, { page, words, languages: ['eng'] })).toBe(words)
  expect(wishes).toEqual([])
})

test('a word that is read alike again costs one look', async () => {
  const { reader, wishes } = readerWith('boat wos moored')
  const read = await withSecondLook(reader, { page, words: doubtful(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat wos moored')
  expect(wishes).toHaveLength(1)
})

test('otherwise a third look decides, at yet another size', async () => {
  const { reader, wishes } = readerWith('boat was moored', 'boat was moored')
  const read = await withSecondLook(reader, { page, words: doubtful(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat was moored')
  expect(new Set(wishes.map(({ dpi }) => dpi)).size).toBe(2)
  expect(await readdir(folder)).toEqual(['page.pgm'])
})

test('three looks that all differ leave the first', async () => {
  const { reader } = readerWith('boat was moored', 'boat is moored')
  const read = await withSecondLook(reader, { page, words: doubtful(), languages: ['eng'] })
  expect(textOf(read)).toBe('the boat wos moored')
})

test('lines that run downward are left alone', async () => {
  const { reader, wishes } = readerWith()
  await withSecondLook(reader, { page, words: doubtful(), languages: ['jpn_vert'] })
  expect(wishes).toEqual([])
})
