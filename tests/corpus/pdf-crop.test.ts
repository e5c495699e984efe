/** PDF Workbench: cropping pages of every orientation. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  inkOf,
  seenSizes,
  structureOf,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'
import { plainPdf, plainStream } from './support/plain-pdf.ts'

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = await writeOrientedPdf(tools.folder)
})

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
})

test('crop: removes what is cut off, on a rotated page with a CropBox too', async () => {
  const line = (text: string, y: number) => `BT /F1 12 Tf 120 ${y} Td (${text}) Tj ET`
  // Eight pixels of five points each, the last three beyond the new edge.
  const image = plainStream(
    '/Type /XObject /Subtype /Image /Width 8 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    'ABCDEXYZ',
  )
  const source = join(tools.folder, 'outside.pdf')
  const content = `${line('Secret', 70)} ${line('Visible', 120)} ${line('Beyond', 10)} q 40 0 0 40 230 110 cm /Im1 Do Q`
  await writeFile(
    source,
    plainPdf({
      pages: [
        {
          content,
          entries: '/Rotate 90 /CropBox [100 50 300 200] /Annots [11 0 R 12 0 R]',
          resources: '/XObject << /Im1 10 0 R >>',
        },
        { content: line('Other', 30) },
      ],
      objects: [
        image,
        '<< /Type /Annot /Subtype /Text /Rect [110 86 130 89] /Contents (Margin) >>',
        '<< /Type /Annot /Subtype /Text /Rect [110 92 130 99] /Contents (Inside) >>',
      ],
    }),
  )
  // Clockwise, what is at the lower edge of the page is on its left: 14 mm are 40 points.
  const options = { left: 14, bottom: 17, remove: true, onPages: '1' }
  const result = await tools.run({ ability: 'pdf-crop', files: [source], options })
  const { pages } = await readPdf(result.path)
  expect(pages.map(text => text.trim())).toEqual(['Visible', 'Other'])
  const everything = await qpdfOutput(
    '--qdf',
    '--object-streams=disable',
    '--decode-level=specialized',
    result.path,
    '-',
  )
  for (const word of ['Secret', 'Beyond', '536563726574', 'XYZ', '(Margin)'])
    expect(everything).not.toContain(word)
  expect(everything).toContain('(Inside)')
  expect(result.notes?.[0]).toContain('was removed from the file')
  const size = await inkOf(result.path, 0, everyPixel)
  expect(Math.abs((size?.right ?? 0) - (150 - points(14)))).toBeLessThan(2)
  expect(Math.abs((size?.bottom ?? 0) - (200 - points(17)))).toBeLessThan(2)
}, 120_000)

test('crop: keeps a size on the listed pages', async () => {
  const result = await crop({ width: 50, height: 40, onPages: '2' })
  const second = await inkOf(result.path, 1, everyPixel)
  expect(Math.abs((second?.right ?? 0) - points(50))).toBeLessThan(2)
  expect(Math.abs((second?.bottom ?? 0) - points(40))).toBeLessThan(2)
  expect((await inkOf(result.path, 0, everyPixel))?.right).toBe(400)
})

test('crop: refuses to leave nothing', async () => {
  await expect(crop({ left: 100, right: 100 })).rejects.toThrow('Nothing would be left of page 1.')
})
