/** PDF Workbench: several pages on each sheet, and booklets. */

import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { inkOf, seenSizes, writeOrientedPdf } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { pdfSample, usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = await writeOrientedPdf(tools.folder)
})

const arrange = (options: object, files = [path]) => tools.run({ ability: 'pdf-arrange', files, options })
const isText = (red: number) => red < 128
const everyPixel = () => true
const numbersOn = async (file: string) =>
  (await readPdf(file)).pages.map(text =>
    [...text.matchAll(/Page (\d)/g)].map(([, number]) => Number(number)),
  )

test('arrange: four pages on one sheet, with what forms show', async () => {
  const result = await arrange({ perSheet: 4, paper: 'letter' })
  const sheet = await inkOf(result.path, 0, everyPixel)
  expect([sheet?.right, sheet?.bottom]).toEqual([612, 792])
  const [text = ''] = (await readPdf(result.path)).pages
  for (const expected of ['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Ada']) expect(text).toContain(expected)
  expect(result.notes?.[0]).toContain('bookmarks')
})

test('arrange: one page fills its sheet up to the margin, and the paper is turned for each page', async () => {
  const result = await arrange({ perSheet: 1, paper: 'a5', margin: 10, borders: true })
  const sheets = await Promise.all(seenSizes.map((_, index) => inkOf(result.path, index, everyPixel)))
  const drawn = await Promise.all(seenSizes.map((_, index) => inkOf(result.path, index, isText)))
  for (const [index, { width, height }] of seenSizes.entries()) {
    const [short, long] = [419, 595]
    const isTurned = width > height
    expect(Math.abs((sheets[index]?.right ?? 0) - (isTurned ? long : short))).toBeLessThan(3)
    // The border lies on one of the margins of 28 points.
    const margins = [drawn[index]?.left ?? 0, drawn[index]?.top ?? 0]
    expect(Math.abs(Math.min(...margins) - 28)).toBeLessThan(3)
  }
  expect((await readPdf(result.path)).pages).toHaveLength(seenSizes.length)
}, 120_000)

test('arrange: a page that is listed twice keeps its orientation each time', async () => {
  const result = await arrange({ pages: '3, 3@90', gap: 0, margin: 0 })
  const [first, rotated] = await Promise.all([
    inkOf((await arrange({ pages: '3, blank', gap: 0, margin: 0 })).path, 0, isText),
    inkOf(result.path, 0, isText),
  ])
  expect(await numbersOn(result.path)).toEqual([[3, 3]])
  // The second one lies in the other half of the sheet.
  expect(rotated?.left).toBe(first?.left)
  expect(rotated?.right).toBeGreaterThan(421)
})

test('arrange: a booklet has the pages in folded order, and says how many are empty', async () => {
  const result = await arrange({ layout: 'booklet' }, [pdfSample('running')])
  expect(await numbersOn(result.path)).toEqual([[1], [2], [3], [4, 5]])
  const [front, back] = await Promise.all([0, 1].map(side => inkOf(result.path, side, isText)))
  expect(front?.left).toBeGreaterThan(421)
  expect(back?.right).toBeLessThan(421)
  expect(result.notes).toContain('3 empty pages were added, because a folded sheet has four pages.')
})
