/** PDF Workbench: stamps and signatures, measured on rendered pages of every orientation. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  redInk,
  seenSizes,
  structureOf,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = await writeOrientedPdf(tools.folder)
})

const stamp = (stamps: readonly object[], files = [path]) =>
  tools.run({ ability: 'pdf-stamp', files, options: { stamps } })

test('stamp: an image in points from the upper left corner of the page as it is seen', async () => {
  const imagePath = join(tools.folder, 'stamp.png')
  const image = sharp({ create: { width: 80, height: 40, channels: 3, background: '#ff0000' } })
  await writeFile(imagePath, await image.png().toBuffer())
  const result = await stamp([{ image: 1, x: 30, y: 50, width: 100 }], [path, imagePath])
  for (const index of seenSizes.keys()) {
    const ink = await redInk(result.path, index)
    expect(
      [ink?.left, ink?.top, ink?.right, ink?.bottom].map(edge => Math.round((edge ?? 0) / 2) * 2),
    ).toEqual([30, 50, 130, 100])
  }
  expect(await structureOf(result.path)).toEqual(await structureOf(path))
})

test('stamp: drawn lines in percent of the page, and text, on their pages', async () => {
  const result = await stamp([
    {
      path: 'M 0 0 L 100 50',
      pathWidth: 100,
      pathHeight: 50,
      x: 50,
      y: 50,
      width: 20,
      unit: 'percent',
      color: '#ff0000',
      onPages: '2-4',
    },
    { text: 'Ada Lovelace', x: 10, y: 10, width: 120, onPages: 'last' },
  ])
  expect(await redInk(result.path, 0)).toBeUndefined()
  for (const [index, { width, height }] of seenSizes.entries()) {
    if (index === 0) continue
    const ink = await redInk(result.path, index)
    expect(Math.abs((ink?.left ?? 0) - width / 2)).toBeLessThan(5)
    expect(Math.abs((ink?.top ?? 0) - height / 2)).toBeLessThan(5)
    expect(Math.abs((ink?.right ?? 0) - width * 0.7)).toBeLessThan(5)
  }
  const texts = (await readPdf(result.path)).pages
  expect(texts.map(text => text.includes('Ada Lovelace'))).toEqual([false, false, false, true])
})
