/** PDF Workbench: watermarks on pages of every orientation, measured on rendered pages. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  inkOf,
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

const watermark = (options: object, files = [path]) =>
  tools.run({ ability: 'pdf-watermark', files, options: { color: '#ff0000', opacity: 100, ...options } })

test('watermark: is where it is asked for, as the page is seen', async () => {
  const result = await watermark({ text: 'MARK', position: 'top-left', size: 30 })
  for (const [index, { width, height }] of seenSizes.entries()) {
    const ink = await redInk(result.path, index)
    expect(ink?.left).toBeLessThan(width * 0.08)
    expect(ink?.right).toBeGreaterThan(width * 0.28)
    expect(ink?.right).toBeLessThan(width * 0.36)
    expect(ink?.bottom).toBeLessThan(height * 0.3)
  }
  const texts = (await readPdf(result.path)).pages
  expect(texts.map(text => text.includes('MARK'))).toEqual([true, true, true, true])
})

test('watermark: links, bookmarks, form fields and tags stay', async () => {
  const before = await structureOf(path)
  expect(before).toMatchObject({ links: [1, 0, 0, 0], hasTags: true, isMarked: true })
  expect(before.acroform.fields).toHaveLength(1)
  expect(before.outlines).toHaveLength(1)
  const result = await watermark({ text: 'MARK', tiled: true, rotation: 30, size: 20 })
  expect(await structureOf(result.path)).toEqual(before)
  const ink = await redInk(result.path, 3)
  expect(ink?.left).toBeLessThan(30)
  expect(ink?.right).toBeGreaterThan(420)
})

test('watermark: in the scripts of the world, with embedded fonts, on the listed pages only', async () => {
  const text = 'Grüße Ελλάδα 秘密 비밀 ひみつ हिन्दी'
  const result = await watermark({ text, onPages: '2-3', size: 90 })
  const { pages } = await readPdf(result.path)
  expect(pages.map(page => page.includes('秘密'))).toEqual([false, true, true, false])
  expect(pages[1]).toContain('Grüße Ελλάδα')
  expect(pages[1]).toContain('비밀')
  expect(result.bytes.length).toBeLessThan(200_000)
})

test('watermark: an image, under the content', async () => {
  const imagePath = join(tools.folder, 'logo.png')
  const image = sharp({ create: { width: 200, height: 100, channels: 4, background: '#ff0000' } })
  await writeFile(imagePath, await image.png().toBuffer())
  const result = await watermark({ layer: 'below', size: 100, position: 'center' }, [path, imagePath])
  const ink = await redInk(result.path, 0)
  expect(ink?.left).toBeGreaterThan(5)
  expect(ink?.right).toBeLessThan(395)
  expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeGreaterThan(370)
  // The text of the page is drawn over the image.
  const text = await inkOf(result.path, 0, (red, green, blue) => red + green + blue < 120)
  expect(text?.pixels).toBeGreaterThan(20)
})

test('watermark: names a page that does not exist, and a character without a font', async () => {
  await expect(watermark({ text: 'MARK', onPages: '9' })).rejects.toThrow('There is no page 9')
  await expect(watermark({ text: '\u{e123}' })).rejects.toThrow('No installed font has the character')
})
