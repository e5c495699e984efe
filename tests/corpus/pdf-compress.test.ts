/** PDF Workbench: compression, on files with photos, drawings, scans and masks. */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { pdfWithWholeFonts } from '@filesmith/engines/pdf-tools/compress/fonts/embedded-fonts.fixture'
import { writeFax } from '@filesmith/engines/pdf-tools/compress/write-fax'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'
import { encodeWithFfmpeg } from './support/rare-samples.ts'
import { meanDifference, renderedPage } from './support/rendered-page.ts'

const tools = usePdfTools()

const compress = (file: string, options: object = {}) =>
  tools.run({ ability: 'pdf-compress', files: [file], options })

/** Soft shapes with noise, like a photo. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .blur(6)
    .normalise()
    .raw()
    .toBuffer()
}

interface Drawn {
  readonly bytes: Buffer
  readonly kind: 'jpg' | 'png'
}

/** Each image fills a page of 3 by 2 inches. */
async function pdfOf(name: string, images: readonly Drawn[]): Promise<string> {
  const pdf = await pdfLib.PDFDocument.create()
  for (const { bytes, kind } of images) {
    const image = kind === 'jpg' ? await pdf.embedJpg(bytes) : await pdf.embedPng(bytes)
    pdf.addPage([216, 144]).drawImage(image, { x: 0, y: 0, width: 216, height: 144 })
  }
  const path = join(tools.folder, `${name}.pdf`)
  await writeFile(path, await pdf.save())
  return path
}

async function imagesOf(path: string): Promise<{ width: number; filter: string }[]> {
  const output: { qpdf: [unknown, Record<string, { stream?: { dict: Record<string, unknown> } }>] } =
    JSON.parse(await qpdfOutput('--json=2', '--json-key=qpdf', '--json-stream-data=none', path))
  return Object.values(output.qpdf[1]).flatMap(({ stream }) =>
    stream?.dict['/Subtype'] === '/Image'
      ? [{ width: Number(stream.dict['/Width']), filter: String(stream.dict['/Filter']) }]
      : [],
  )
}

async function photoPdf(): Promise<string> {
  const raw = { width: 900, height: 600, channels: 3 } as const
  const jpg = await sharp(await photo(900, 600), { raw })
    .jpeg({ quality: 95 })
    .toBuffer()
  return pdfOf('photo', [{ bytes: jpg, kind: 'jpg' }])
}

test('compress: reduces images to the resolution of the level, and the page looks the same', async () => {
  const path = await photoPdf()
  const { size } = await stat(path)
  const light = await compress(path, { level: 'light' })
  const strong = await compress(path, { level: 'strong' })
  expect(await imagesOf(light.path)).toEqual([{ width: 600, filter: '/DCTDecode' }])
  expect(await imagesOf(strong.path)).toEqual([{ width: 288, filter: '/DCTDecode' }])
  expect(light.bytes.length).toBeLessThan(size)
  expect(strong.bytes.length).toBeLessThan(light.bytes.length)
  expect(light.notes).toEqual([
    '1 image was compressed again with quality 82. 1 of them had more than 200 dpi and were reduced to it. Text and drawings are unchanged.',
  ])
  expect(meanDifference(await renderedPage(light.path), await renderedPage(path))).toBeLessThan(3)
})

test('compress: stays below a size that can be reached, and names the smallest one otherwise', async () => {
  const path = await photoPdf()
  const { size } = await stat(path)
  const megabytes = size / 1024 / 1024 / 4
  const result = await compress(path, { maxMegabytes: megabytes })
  expect(result.bytes.length).toBeLessThanOrEqual(megabytes * 1024 * 1024)
  expect(result.bytes.length).toBeGreaterThan((megabytes * 1024 * 1024) / 4)
  const least = await compress(pdfSample('images'), { maxMegabytes: 0.01 })
  expect(least.notes?.at(-1)).toMatch(
    /^0\.01 MB cannot be reached: 0\.\d+ MB is the smallest size with images at 72 dpi and quality 30\. Removing pages helps\.$/,
  )
})

test('compress: black and white pixels are packed as such, exactly', async () => {
  const raw = { width: 600, height: 400, channels: 1 } as const
  const pixels = Buffer.alloc(600 * 400, 255)
  for (let row = 0; row < 400; row += 7) pixels.fill(0, row * 600 + row, row * 600 + row + 90)
  const path = join(tools.folder, 'bilevel.pdf')
  const packed = Buffer.alloc(75 * 400)
  for (let index = 0; index < pixels.length; index++)
    if (pixels[index] === 255) packed[index >> 3] = (packed[index >> 3] ?? 0) | (128 >> (index & 7))
  const pdf = await pdfLib.PDFDocument.create()
  const image = pdf.context.register(
    pdf.context.stream(packed, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 600,
      Height: 400,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 1,
    }),
  )
  const page = pdf.addPage([432, 288])
  const name = page.node.newXObject('Image', image)
  page.node.addContentStream(pdf.context.register(pdf.context.stream(`q 432 0 0 288 0 0 cm ${name} Do Q`)))
  await writeFile(path, await pdf.save())
  const result = await compress(path, { level: 'light' })
  expect(await imagesOf(result.path)).toEqual([{ width: 600, filter: '/JBIG2Decode' }])
  const before = await renderedPage(path)
  expect(await renderedPage(result.path)).toEqual(before)
  expect(
    meanDifference(before, {
      ...before,
      data: await sharp(pixels, { raw }).resize(432, 288).toColourspace('srgb').raw().toBuffer(),
    }),
  ).toBeLessThan(30)
})

test('compress: transparent images keep their masks', async () => {
  const raw = { width: 600, height: 400, channels: 3 } as const
  const alpha = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
    .composite([
      { input: Buffer.from('<svg width="600" height="400"><circle cx="300" cy="200" r="150"/></svg>') },
    ])
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const png = await sharp(await photo(600, 400), { raw })
    .joinChannel(alpha, { raw: { ...raw, channels: 1 } })
    .png()
    .toBuffer()
  const path = await pdfOf('transparent', [{ bytes: png, kind: 'png' }])
  const result = await compress(path, { level: 'strong' })
  const images = await imagesOf(result.path)
  expect(images).toHaveLength(2)
  expect(images).toContainEqual({ width: 288, filter: '/DCTDecode' })
  expect(meanDifference(await renderedPage(result.path), await renderedPage(path))).toBeLessThan(4)
})

test('compress: equal images of several files are stored once', async () => {
  const path = await photoPdf()
  const copies = await tools.run({ ability: 'pdf-organize', files: [path, path] })
  const once = await compress(path, { maxMegabytes: 1000 })
  const twice = await compress(copies.path, { maxMegabytes: 1000 })
  expect(twice.bytes.length).toBeLessThan(once.bytes.length * 1.1)
})

test('compress: text stays, and a result is never larger than the file', async () => {
  for (const name of ['prose', 'images']) {
    const result = await compress(pdfSample(name), { level: 'strong' })
    expect((await readPdf(result.path)).pages).toEqual((await readPdf(pdfSample(name))).pages)
    expect(result.bytes.length).toBeLessThanOrEqual((await stat(pdfSample(name))).size)
  }
  const once = await compress(pdfSample('prose'))
  expect((await compress(once.path)).bytes.length).toBeLessThanOrEqual(once.bytes.length)
})

/** Bytes of the font programs in the file, by the names of their fonts. */
async function fontSizes(path: string): Promise<Record<string, number>> {
  const output: {
    qpdf: [
      unknown,
      Record<string, { value?: Record<string, unknown>; stream?: { dict: Record<string, unknown> } }>,
    ]
  } = JSON.parse(await qpdfOutput('--json=2', '--json-key=qpdf', '--json-stream-data=none', path))
  const [, objects] = output.qpdf
  return Object.fromEntries(
    Object.values(objects).flatMap(({ value }) => {
      const program = value?.['/FontFile2'] ?? value?.['/FontFile3']
      const length = objects[`obj:${String(program)}`]?.stream?.dict['/Length']
      return program === undefined ? [] : [[String(value?.['/FontName']), Number(length)]]
    }),
  )
}

test('compress: fonts are reduced to the characters in use, and every page looks and reads the same', async () => {
  const path = join(tools.folder, 'fonts.pdf')
  await writeFile(path, await pdfWithWholeFonts())
  const before = await fontSizes(path)
  const result = await compress(path, { pages: '1-3', maxMegabytes: 1000 })
  const after = await fontSizes(result.path)
  const sizeOf = (sizes: Record<string, number>, name: RegExp) =>
    Object.entries(sizes).find(([key]) => name.test(key))?.[1] ?? Number.NaN
  for (const name of [/^\/[A-Z]{6}\+LiberationSans/, /^\/[A-Z]{6}\+LiberationMono/])
    expect(sizeOf(after, name)).toBeLessThan(30_000)
  expect(sizeOf(after, /Noto/)).toBeLessThan(sizeOf(before, /Noto/) * 0.95)
  // Other text can be written in the field.
  expect(sizeOf(after, /^\/LiberationSerif/)).toBeGreaterThan(sizeOf(before, /^\/LiberationSerif/) * 0.9)
  for (const index of [0, 1, 2])
    expect(await renderedPage(result.path, index)).toEqual(await renderedPage(path, index))
  expect((await readPdf(result.path)).pages).toEqual((await readPdf(path)).pages.slice(0, 3))
  expect(result.notes?.at(-1)).toBe('3 embedded fonts were reduced to the characters of the document.')
})

type Objects = Awaited<ReturnType<typeof pdfLib.PDFDocument.create>>['context']
type Entries = Parameters<Objects['stream']>[1]

interface StoredImage {
  readonly data: Buffer
  readonly entries: Entries
}

const [width, height] = [600, 400]

/** Each image fills a page of 3 by 2 inches. */
async function pdfOfStored(name: string, store: (context: Objects) => Promise<readonly StoredImage[]>) {
  const pdf = await pdfLib.PDFDocument.create()
  for (const { data, entries } of await store(pdf.context)) {
    const about = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
    const image = pdf.context.register(pdf.context.stream(data, { ...about, ...entries }))
    const page = pdf.addPage([216, 144])
    const key = page.node.newXObject('Image', image)
    page.node.addContentStream(
      pdf.context.register(pdf.context.stream(`q 216 0 0 144 0 0 cm 0 0.4 0 rg ${key} Do Q`)),
    )
  }
  const path = join(tools.folder, `${name}.pdf`)
  await writeFile(path, await pdf.save())
  return path
}

/** Images of every kind that needs its own way to the pixels. */
async function storedImages(context: Objects): Promise<readonly StoredImage[]> {
  const rgb = await photo(width, height)
  const raw = { width, height, channels: 3 } as const
  const gray = await sharp(rgb, { raw }).toColourspace('b-w').raw().toBuffer()
  const cmykJpeg = await sharp(rgb, { raw }).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
  const cmyk = Buffer.from(
    Array.from({ length: 4 * width * height }, (_, at) =>
      at % 4 === 3 ? 0 : (rgb[3 * (at >> 2) + (at % 4)] ?? 0),
    ),
  )
  const deep = Buffer.from(Array.from({ length: 6 * width * height }, (_, at) => rgb[at >> 1] ?? 0))
  const palette = context.register(
    context.stream(
      Buffer.from(Array.from({ length: 768 }, (_, at) => (at % 3 === 0 ? 255 - at / 3 : (at / 3) | 0))),
    ),
  )
  const halftone = context.register(
    context.stream('{ 0.5 mul }', { FunctionType: 4, Domain: [0, 1], Range: [0, 1] }),
  )
  const twoInks = context.register(
    context.stream('{ 0 0 4 2 roll 0 exch }', {
      FunctionType: 4,
      Domain: [0, 1, 0, 1],
      Range: [0, 1, 0, 1, 0, 1, 0, 1],
    }),
  )
  const bilevel = await sharp(gray, { raw: { width, height, channels: 1 } })
    .threshold(128)
    .raw()
    .toBuffer()
  const fax = writeFax(bilevel, width, height)
  const stencil = Buffer.alloc((width / 8) * height)
  for (const [at, value] of bilevel.entries())
    if (value > 0) stencil[at >> 3] = (stencil[at >> 3] ?? 0) | (128 >> (at & 7))
  return [
    {
      data: cmykJpeg,
      entries: { Filter: 'DCTDecode', ColorSpace: 'DeviceCMYK', Decode: [1, 0, 1, 0, 1, 0, 1, 0] },
    },
    { data: deflateSync(cmyk), entries: { Filter: 'FlateDecode', ColorSpace: 'DeviceCMYK' } },
    {
      data: deflateSync(deep),
      entries: { Filter: 'FlateDecode', ColorSpace: 'DeviceRGB', BitsPerComponent: 16 },
    },
    { data: deflateSync(gray), entries: { Filter: 'FlateDecode', ColorSpace: 'DeviceGray', Decode: [1, 0] } },
    {
      data: deflateSync(gray),
      entries: { Filter: 'FlateDecode', ColorSpace: ['Indexed', 'DeviceRGB', 255, palette] },
    },
    {
      data: deflateSync(gray),
      entries: { Filter: 'FlateDecode', ColorSpace: ['Separation', 'Ink', 'DeviceGray', halftone] },
    },
    {
      data: deflateSync(rgb.subarray(0, 2 * width * height)),
      entries: { Filter: 'FlateDecode', ColorSpace: ['DeviceN', ['Cyan', 'Ink'], 'DeviceCMYK', twoInks] },
    },
    {
      data: encodeWithFfmpeg({ data: rgb, width, height, channels: 3 }, 'libopenjpeg', 'rgb24'),
      entries: { Filter: 'JPXDecode' },
    },
    {
      data: fax,
      entries: {
        Filter: 'CCITTFaxDecode',
        DecodeParms: { K: -1, Columns: width, Rows: height },
        ColorSpace: 'DeviceGray',
        BitsPerComponent: 1,
      },
    },
    { data: stencil, entries: { ImageMask: true, BitsPerComponent: 1, Decode: [1, 0] } },
  ]
}

test('compress: every kind of image is made smaller, for a size too, and looks the same', async () => {
  const path = await pdfOfStored('kinds', storedImages)
  const balanced = await compress(path, { level: 'balanced' })
  const least = await compress(path, { maxMegabytes: 0.05 })
  const kindsOf = async (file: string) =>
    (await imagesOf(file)).map(({ width, filter }) => `${filter.slice(1)} ${width}`)
  expect(await kindsOf(balanced.path)).toEqual([
    ...Array.from({ length: 4 }, () => 'DCTDecode 450'),
    'FlateDecode 450',
    'DCTDecode 450',
    // Inks of a printer stay, unless the size cannot be reached otherwise.
    'FlateDecode 600',
    'DCTDecode 450',
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^(?:JBIG2|CCITTFax)Decode 600$/)),
  ])
  expect(await kindsOf(least.path)).toEqual([
    ...Array.from({ length: 8 }, () => 'DCTDecode 216'),
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^(?:JBIG2|CCITTFax)Decode 432$/)),
  ])
  expect(least.bytes.length).toBeLessThanOrEqual(0.05 * 1024 * 1024)
  expect(least.notes).toEqual([
    '10 images were compressed again with quality 30. 10 of them had more than 72 dpi (144 dpi in black and white) and were reduced to it. 1 of them had inks of a printer and now have RGB. Text and drawings are unchanged.',
  ])
  for (const index of (await imagesOf(path)).keys()) {
    const page = await renderedPage(path, index)
    expect(meanDifference(await renderedPage(balanced.path, index), page), `page ${index}`).toBeLessThan(4)
    expect(meanDifference(await renderedPage(least.path, index), page), `page ${index}`).toBeLessThan(10)
  }
})

/** The image is in a pattern, in a glyph of a font, and in the appearance of a stamp. */
async function hiddenImages(): Promise<string> {
  const pdf = await pdfLib.PDFDocument.create()
  const { context } = pdf
  const raw = { width, height, channels: 3 } as const
  const stream = (content: string | Buffer, entries: Entries = {}) =>
    context.register(context.stream(content, entries))
  const image = async () =>
    stream(
      await sharp(await photo(width, height), { raw })
        .jpeg({ quality: 95 })
        .toBuffer(),
      {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        BitsPerComponent: 8,
        ColorSpace: 'DeviceRGB',
        Filter: 'DCTDecode',
      },
    )
  const resources = async () => ({ XObject: { I: await image() } })
  const pattern = stream('1.5 0 0 1 0 0 cm /I Do', {
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, 1.5, 1],
    XStep: 1.5,
    YStep: 1,
    Matrix: [144, 0, 0, 144, 0, 0],
    Resources: await resources(),
  })
  const font = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 1500, 1000],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      FirstChar: 65,
      LastChar: 65,
      Widths: [1500],
      CharProcs: { a: stream('1500 0 d0 1500 0 0 1000 0 0 cm /I Do') },
      Encoding: { Type: 'Encoding', Differences: [65, 'a'] },
      Resources: await resources(),
    }),
  )
  const stamp = stream('1 0 0 1 0 0 cm /I Do', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 1, 1],
    Resources: await resources(),
  })
  const page = pdf.addPage([216, 432])
  page.node.set(pdfLib.PDFName.of('Resources'), context.obj({ Pattern: { P: pattern }, Font: { F: font } }))
  page.node.addContentStream(
    stream('q /Pattern cs /P scn 0 0 216 144 re f Q BT /F 144 Tf 1 0 0 1 0 144 Tm (A) Tj ET'),
  )
  page.node.addAnnot(
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Stamp', Rect: [0, 288, 216, 432], F: 4, AP: { N: stamp } }),
    ),
  )
  const path = join(tools.folder, 'hidden.pdf')
  await writeFile(path, await pdf.save())
  return path
}

test('compress: images of patterns, glyphs and annotations have the resolution of the level', async () => {
  const path = await hiddenImages()
  const result = await compress(path, { level: 'strong' })
  expect((await imagesOf(result.path)).map(({ width }) => width)).toEqual([288, 288, 288])
  expect(meanDifference(await renderedPage(result.path), await renderedPage(path))).toBeLessThan(5)
})
