/** PDF Workbench: colors of every kind in gray, measured on rendered pages. */
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  inkOf,
  pdfLib,
  structureOf,
  writeCompressed,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfSample, usePdfTools } from './support/pdf-tools-harness.ts'

const { PDFDocument, PDFName, PDFOperator, PDFOperatorNames, rgb } = pdfLib

const tools = usePdfTools()

const grayscale = (path: string) => tools.run({ ability: 'pdf-grayscale', files: [path] })
const isColored = (red: number, green: number, blue: number) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) > 12

/** One stripe for each kind of color, 50 points high, from the bottom. */
async function writeColors(path: string): Promise<void> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 500])
  const { context } = document
  const [image, photo] = await Promise.all(
    (['png', 'jpeg'] as const).map(format =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: '#e02020' } })
        .toFormat(format)
        .toBuffer(),
    ),
  )
  if (image === undefined || photo === undefined) throw new Error('no images')
  page.drawImage(await document.embedPng(image), { x: 0, y: 0, width: 300, height: 50 })
  page.drawImage(await document.embedJpg(photo), { x: 0, y: 50, width: 300, height: 50 })
  page.drawText('Red words', { x: 20, y: 120, size: 20, color: rgb(1, 0, 0) })
  addResources(page, context)
  const content = [
    '0 1 1 0 k 0 150 300 50 re f',
    '/DeviceRGB cs 0 0 1 sc 0 200 300 50 re f',
    '/Spot cs 1 scn 0 250 300 50 re f',
    '/Pal cs 1 sc 0 300 300 50 re f',
    'q 0 350 300 50 re W n /Axial sh Q',
    '/Pattern cs /Tiles scn 0 400 300 50 re f',
    'q 300 0 0 50 0 450 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \x7f \x10 EI Q',
  ]
  page.pushOperators(...content.map(line => operatorsOf(line)))
  await writeCompressed(document, path)
}

/** Written as they are, as one operator. */
function operatorsOf(text: string): pdfLib.PDFOperator {
  return PDFOperator.of(PDFOperatorNames.NonStrokingColor, [`${text}\n0`])
}

function addResources(page: pdfLib.PDFPage, context: pdfLib.PDFContext): void {
  const tint = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [0, 1, 0.5, 0], N: 1 }
  const resources = page.node.Resources()
  resources?.set(
    PDFName.of('ColorSpace'),
    context.obj({
      Spot: ['Separation', 'Orange', 'DeviceCMYK', context.register(context.obj(tint))],
      Pal: [
        'Indexed',
        'DeviceRGB',
        1,
        context.register(context.stream(new Uint8Array([0, 0, 0, 20, 200, 20]))),
      ],
    }),
  )
  const blend = { FunctionType: 2, Domain: [0, 1], C0: [1, 0, 0], C1: [0, 0, 1], N: 1 }
  const axial = { ShadingType: 2, ColorSpace: 'DeviceRGB', Coords: [0, 0, 300, 0], Function: blend }
  resources?.set(PDFName.of('Shading'), context.obj({ Axial: context.register(context.obj(axial)) }))
  const tiles = context.stream('0 1 0 rg 0 0 5 10 re f', {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, 10, 10],
    XStep: 10,
    YStep: 10,
    Resources: {},
  })
  resources?.set(PDFName.of('Pattern'), context.obj({ Tiles: context.register(tiles) }))
}

test('grayscale: colors, spot colors, palettes, shadings, patterns and images have no color left', async () => {
  const path = join(tools.folder, 'colors.pdf')
  await writeColors(path)
  const before = await inkOf(path, 0, isColored)
  expect(before).toMatchObject({ left: 0, right: 300, bottom: 500 })
  expect(before?.top).toBe(0)
  const result = await grayscale(path)
  expect(await inkOf(result.path, 0, isColored)).toBeUndefined()
  // Every stripe is still there, in a shade between black and white.
  const shades = await inkOf(result.path, 0, red => red > 5 && red < 250)
  expect(shades).toMatchObject({ left: 0, right: 300, top: 0, bottom: 500 })
  expect(shades?.pixels).toBeGreaterThan(300 * 330)
  expect((await readPdf(result.path)).pages[0]).toContain('Red words')
  expect(result.notes).toBeUndefined()
})

test('grayscale: documents stay as they are otherwise', async () => {
  for (const name of ['images', 'drawings']) {
    const result = await grayscale(pdfSample(name))
    expect(await inkOf(pdfSample(name), 0, isColored)).toBeDefined()
    expect(await inkOf(result.path, 0, isColored)).toBeUndefined()
    expect((await readPdf(result.path)).pages).toEqual((await readPdf(pdfSample(name))).pages)
  }
  const path = await writeOrientedPdf(tools.folder)
  expect(await structureOf((await grayscale(path)).path)).toEqual(await structureOf(path))
})
