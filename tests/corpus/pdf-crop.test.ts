/** PDF Workbench: cropping pages of every orientation. */
import {
  inkOf,
  seenSizes,
  structureOf,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PdfToolHarness, startPdfToolHarness } from './support/pdf-tools-harness.ts'

let tools: PdfToolHarness
let path: string

beforeAll(async () => {
  tools = await startPdfToolHarness()
  path = await writeOrientedPdf(tools.folder)
}, 120_000)

afterAll(() => tools.close())

const crop = (options: object) => tools.run({ ability: 'pdf-crop', files: [path], options })
/** The rendered page has this many points. */
const everyPixel = () => true
const isText = (red: number) => red < 128
const points = (millimeters: number) => (millimeters * 72) / 25.4

test('crop: cuts margins off the page as it is seen, and says that the rest stays in the file', async () => {
  const result = await crop({ left: 10, top: 5, right: 2.5 })
  for (const [index, { width, height }] of seenSizes.entries()) {
    const page = await inkOf(result.path, index, everyPixel)
    expect(Math.abs((page?.right ?? 0) - (width - points(12.5)))).toBeLessThan(2)
    expect(Math.abs((page?.bottom ?? 0) - (height - points(5)))).toBeLessThan(2)
    const [before, after] = [await inkOf(path, index, isText), await inkOf(result.path, index, isText)]
    expect(Math.abs((before?.left ?? 0) - (after?.left ?? 0) - points(10))).toBeLessThan(2)
    expect(Math.abs((before?.top ?? 0) - (after?.top ?? 0) - points(5))).toBeLessThan(2)
  }
  expect(result.notes).toEqual([
    'What was cut off is no longer shown, but stays in the file and can be restored.',
  ])
  expect(await structureOf(result.path)).toEqual(await structureOf(path))
}, 120_000)

test('crop: keeps a size on the listed pages', async () => {
  const result = await crop({ width: 50, height: 40, onPages: '2' })
  const second = await inkOf(result.path, 1, everyPixel)
  expect(Math.abs((second?.right ?? 0) - points(50))).toBeLessThan(2)
  expect(Math.abs((second?.bottom ?? 0) - points(40))).toBeLessThan(2)
  expect((await inkOf(result.path, 0, everyPixel))?.right).toBe(400)
}, 120_000)

test('crop: refuses to leave nothing', async () => {
  await expect(crop({ left: 100, right: 100 })).rejects.toThrow('Nothing would be left of page 1.')
}, 120_000)
