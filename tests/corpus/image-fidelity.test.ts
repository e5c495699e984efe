/** Image conversions keep orientation, transparency, color and quality, and remove private metadata. */
import { readFile } from 'node:fs/promises'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, exactDifference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawCutFlag, drawFlag, drawPhoto } from './support/images.ts'
import { readPdfPage } from './support/pdf-page.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
})

afterAll(() => converter.close())

const flag = () => toSharp(drawFlag())
const qualities = ['high', 'medium', 'low'] as const

describe('convert-image: applies and removes the EXIF orientation', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', async orientation => {
    const input = await flag().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
    const upright = sharp(await sharp(input).autoOrient().png().toBuffer())
    const result = sharp(await converter.convert({ input, from: 'jpg', to: 'png' }))
    expect((await result.metadata()).orientation).toBeUndefined()
    expect(await difference(result, upright)).toBeLessThan(1)
    // Control: the orientation is visible in this image.
    if (orientation > 1) expect(await difference(result, flag())).toBeGreaterThan(10)
  })
})

describe('convert-image: transparency', () => {
  const cut = () => toSharp(drawCutFlag())

  test.each(['png', 'webp', 'tiff', 'avif'] as const)('is kept in %s', async to => {
    const input = await cut().png().toBuffer()
    const result = sharp(await converter.convert({ input, from: 'png', to }))
    expect((await result.metadata()).hasAlpha).toBe(true)
    expect(await difference(await alphaOf(result), await alphaOf(cut()))).toBeLessThan(3)
  })

  test('is kept in a HEIC', async () => {
    const input = await cut().png().toBuffer()
    const heic = await readFile(await converter.convert({ input, from: 'png', to: 'heic' }))
    const result = sharp(await converter.convert({ input: heic, from: 'heic', to: 'png', quality: 'high' }))
    expect((await result.metadata()).hasAlpha).toBe(true)
    expect(await difference(await alphaOf(result), await alphaOf(cut()))).toBeLessThan(3)
  })

  test.each(['bmp', 'jpg', 'pdf'] as const)('is flattened onto white in %s', async to => {
    const input = await cut().png().toBuffer()
    const bytes = await readFile(await converter.convert({ input, from: 'png', to }))
    const opened = to === 'pdf' ? readPdfPage(bytes).jpeg : to === 'jpg' ? bytes : await bmpToPng(bytes)
    const corner = await sharp(opened).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer()
    expect(Math.min(...corner.subarray(0, 3))).toBeGreaterThan(250)
    expect(await difference(sharp(opened), cut())).toBeLessThan(3)
  })

  test('is kept in a BMP of high quality', async () => {
    const input = await cut().png().toBuffer()
    const bytes = await readFile(await converter.convert({ input, from: 'png', to: 'bmp', quality: 'high' }))
    expect(await exactDifference(sharp(await bmpToPng(bytes)), cut())).toBeLessThan(1)
  })

  test('is kept in a GIF for fully transparent pixels', async () => {
    const input = await cut().png().toBuffer()
    const result = sharp(await converter.convert({ input, from: 'png', to: 'gif' })).ensureAlpha()
    expect((await result.extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer())[3]).toBe(0)
  })

  async function alphaOf(image: Sharp): Promise<Sharp> {
    return sharp(await image.clone().extractChannel(3).png().toBuffer())
  }

  async function bmpToPng(input: Buffer): Promise<Buffer> {
    return readFile(await converter.convert({ input, from: 'bmp', to: 'png' }))
  }
})

describe('convert-image: color', () => {
  /** Display P3 red is outside sRGB, so ignoring the profile changes the color. */
  const p3 = () => flag().withIccProfile('p3').png().toBuffer()

  test.each(['png', 'jpg', 'webp', 'tiff', 'avif'] as const)('keeps a wide-gamut profile in %s', async to => {
    const result = sharp(await converter.convert({ input: await p3(), from: 'png', to }))
    expect((await result.metadata()).icc).toBeDefined()
    expect(await difference(sharp(await toSrgb(result)), flag())).toBeLessThan(4)
  })

  test('keeps a wide-gamut profile in a HEIC', async () => {
    const heic = await readFile(await converter.convert({ input: await p3(), from: 'png', to: 'heic' }))
    const result = sharp(await converter.convert({ input: heic, from: 'heic', to: 'png', quality: 'high' }))
    expect((await result.metadata()).icc).toBeDefined()
    expect(await difference(sharp(await toSrgb(result)), flag())).toBeLessThan(4)
  })

  test.each(['gif', 'bmp'] as const)('converts to sRGB where profiles are unsupported: %s', async to => {
    const path = await converter.convert({ input: await p3(), from: 'png', to, quality: 'high' })
    const png =
      to === 'gif' ? path : await converter.convert({ input: await readFile(path), from: 'bmp', to: 'png' })
    expect((await sharp(png).metadata()).icc).toBeUndefined()
    expect(await difference(sharp(png), flag())).toBeLessThan(4)
  })

  test('converts CMYK to sRGB', async () => {
    const input = await flag().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(input).metadata()).space).toBe('cmyk')
    const result = sharp(await converter.convert({ input, from: 'jpg', to: 'png' }))
    expect(await result.metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    expect(await difference(result, flag())).toBeLessThan(25)
  })

  test('keeps 16 bits per channel at high quality and writes 8 otherwise', async () => {
    const input = await flag().toColourspace('rgb16').png().toBuffer()
    expect((await sharp(input).metadata()).depth).toBe('ushort')
    for (const to of ['png', 'tiff'] as const) {
      const high = sharp(await converter.convert({ input, from: 'png', to, quality: 'high' }))
      const medium = sharp(await converter.convert({ input, from: 'png', to }))
      expect((await high.metadata()).depth).toBe('ushort')
      expect((await medium.metadata()).depth).toBe('uchar')
      expect(await difference(medium, flag())).toBeLessThan(1)
    }
  })

  test('keeps a gray image gray', async () => {
    const input = await flag().toColourspace('b-w').png().toBuffer()
    const result = sharp(await converter.convert({ input, from: 'png', to: 'jpg' }))
    expect((await result.metadata()).channels).toBe(1)
  })

  function toSrgb(image: Sharp): Promise<Buffer> {
    return image.clone().toColourspace('srgb').png().toBuffer()
  }
})

describe('convert-image: removes private metadata', () => {
  const secret = 'Secretville'
  const withGps = () =>
    flag()
      .jpeg()
      .withExif({
        IFD0: { Artist: secret, ImageDescription: secret },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '48/1 8/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '11/1 34/1 0/1',
        },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${secret}</rdf></x:xmpmeta>`)
      .toBuffer()

  test('control: the sample contains EXIF and XMP data', async () => {
    const metadata = await sharp(await withGps()).metadata()
    expect(metadata.exif?.toString('latin1')).toContain(secret)
    expect(metadata.xmp?.toString()).toContain(secret)
  })

  test.each(convertImage.outputs)('in %s', async to => {
    const path = await converter.convert({ input: await withGps(), from: 'jpg', to })
    expect((await readFile(path)).toString('latin1')).not.toMatch(/Secretville|Exif|GPS|xmpmeta/)
  })
})

test('convert-image: an image that is larger than HEIC can be is refused', async () => {
  const create = { width: 8193, height: 8, channels: 3, background: 'red' } as const
  const input = await sharp({ create }).png().toBuffer()
  await expect(converter.convert({ input, from: 'png', to: 'heic' })).rejects.toMatchObject({
    code: 'image-does-not-fit',
    params: { format: 'HEIC', pixels: 8192 },
  })
})

test('convert-image: to QOI and back keeps every pixel and the transparency', async () => {
  const { data, width, height } = drawPhoto(120, 90)
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer()
  // Opaque, half transparent and fully transparent columns.
  for (let pixel = 0; pixel < width * height; pixel++)
    pixels[pixel * 4 + 3] = [255, 128, 0][Math.floor((pixel % width) / 40)] ?? 0
  const input = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const qoi = await readFile(await converter.convert({ input, from: 'png', to: 'qoi' }))
  const back = await converter.convert({ input: qoi, from: 'qoi', to: 'png' })
  expect(await sharp(back).raw().toBuffer()).toEqual(pixels)
})

describe('convert-image: to OpenEXR and DDS and back', () => {
  const [width, height] = [61, 35]

  /** Every level of every channel, with columns that are opaque, half transparent and transparent. */
  const levels = Buffer.from(
    Array.from({ length: width * height }, (_, pixel) => {
      const alpha = [255, 128, 0][Math.floor((pixel % width) / 21)] ?? 0
      return alpha === 0 ? [0, 0, 0, 0] : [pixel % 256, (pixel * 7) % 256, 255 - (pixel % 256), alpha]
    }).flat(),
  )
  const source = () => sharp(levels, { raw: { width, height, channels: 4 } })

  async function roundTrip(image: Sharp, to: 'exr' | 'dds', quality: 'high' | 'low') {
    const input = await image.png().toBuffer()
    const file = await readFile(await converter.convert({ input, from: 'png', to, quality }))
    const back = sharp(await converter.convert({ input: file, from: to, to: 'png' }))
    return { file, back, pixels: await back.clone().ensureAlpha().raw().toBuffer() }
  }

  test('a DDS is uncompressed, with the same pixels', async () => {
    const { file, pixels } = await roundTrip(source(), 'dds', 'high')
    expect(file.length).toBe(128 + width * height * 4)
    expect(pixels.equals(levels)).toBe(true)
    const opaque = await roundTrip(source().removeAlpha(), 'dds', 'high')
    expect(opaque.file.length).toBe(128 + width * height * 4)
    expect(opaque.pixels.equals(await source().removeAlpha().ensureAlpha().raw().toBuffer())).toBe(true)
  })

  test.each([
    ['BC1', 'DXT1', drawFlag, 8],
    ['BC3 where it is transparent', 'DXT5', drawCutFlag, 16],
  ] as const)('a DDS of low quality has blocks of %s', async (_name, code, draw, blockBytes) => {
    const { file, back } = await roundTrip(toSharp(draw()), 'dds', 'low')
    expect(file.toString('latin1', 84, 88)).toBe(code)
    expect(file.length).toBe(128 + (160 / 4) * (120 / 4) * blockBytes)
    expect(await difference(back, toSharp(draw()))).toBeLessThan(4)
  })

  test('an OpenEXR has half floats of linear light, and colors of 8 bits return by a level at most', async () => {
    const { file, pixels } = await roundTrip(source(), 'exr', 'high')
    expect(file.toString('latin1', 8, 26)).toBe('channels\0chlist\0I\0')
    const opaque = await roundTrip(source().removeAlpha(), 'exr', 'high')
    expect((await opaque.back.metadata()).hasAlpha).toBe(false)
    const expected = await source().removeAlpha().ensureAlpha().raw().toBuffer()
    for (const [read, written] of [
      [pixels, levels],
      [opaque.pixels, expected],
    ] as const)
      expect(written.filter((value, at) => Math.abs(value - (read[at] ?? -99)) > 1).length).toBe(0)
  })

  test('an OpenEXR keeps 16 bits', async () => {
    const deep = Uint16Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 97) % 65_536)
    const image = sharp(deep, { raw: { width: 64, height: 64, channels: 3 } }).toColourspace('rgb16')
    const input = await image.png().toBuffer()
    const exr = await readFile(await converter.convert({ input, from: 'png', to: 'exr', quality: 'high' }))
    const back = await converter.convert({ input: exr, from: 'exr', to: 'png', quality: 'high' })
    const { data } = await sharp(back)
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true })
    const read = new Uint16Array(data.buffer, data.byteOffset, deep.length)
    // Half floats have eleven bits, which are closer together in the shadows.
    const worst = deep.reduce((most, value, at) => Math.max(most, Math.abs(value - (read[at] ?? -9999))), 0)
    expect(worst).toBeLessThan(32)
  })
})

test('convert-image: a PSD holds its pixels once, or twice with transparency, which needs a layer', async () => {
  const { data, width, height } = drawPhoto(120, 90)
  const opaque = sharp(data, { raw: { width, height, channels: 3 } })
  const faded = opaque.clone().ensureAlpha(0.5)
  for (const [image, channels, copies] of [[opaque, 3, 1] as const, [faded, 4, 2] as const]) {
    const input = await image.png().toBuffer()
    const psd = await readFile(await converter.convert({ input, from: 'png', to: 'psd' }))
    expect(psd.length / (width * height * channels * copies)).toBeLessThan(1.05)
    const back = sharp(await converter.convert({ input: psd, from: 'psd', to: 'png' }))
    expect((await back.metadata()).channels).toBe(channels)
    expect(await exactDifference(back, sharp(input))).toBeLessThan(2)
  }
})

describe('HOME-10 convert-image: high, medium and low differ', () => {
  const photo = drawPhoto(240, 180)

  test.each(['qoi', 'psd', 'tga', 'icns', 'dds'] as const)(
    'in the file size of %s, where high and medium are both lossless',
    async to => {
      const input = await toSharp(photo).png().toBuffer()
      const [high, medium, low] = await Promise.all(
        qualities.map(async quality =>
          readFile(await converter.convert({ input, from: 'png', to, quality })),
        ),
      )
      expect(medium && high?.equals(medium)).toBe(true)
      expect(low?.length).toBeLessThan(medium?.length ?? 0)
    },
  )

  const uncompressed = ['ppm', 'pgm', 'pbm', 'exr'] as const

  test.each(uncompressed)('except for %s, which is the same in every quality', async to => {
    const input = await toSharp(photo).png().toBuffer()
    const results = await Promise.all(
      qualities.map(async quality => readFile(await converter.convert({ input, from: 'png', to, quality }))),
    )
    // Without the bytes: comparing them for the message takes minutes.
    expect(new Set(results.map(result => result.toString('latin1'))).size === 1).toBe(true)
  })

  test.each(
    convertImage.outputs.filter(to => !['qoi', 'psd', 'tga', 'icns', 'dds', ...uncompressed].includes(to)),
  )('in the file size of %s', async to => {
    const input = await toSharp(photo).png().toBuffer()
    const sizes: number[] = []
    for (const quality of qualities) {
      sizes.push((await readFile(await converter.convert({ input, from: 'png', to, quality }))).length)
    }
    const [high = 0, medium = 0, low = 0] = sizes
    expect(high).toBeGreaterThan(medium)
    expect(medium).toBeGreaterThan(low)
  })

  test.each(['jpg', 'webp', 'avif', 'gif'] as const)('in the pixel error of %s', async to => {
    const input = await toSharp(photo).png().toBuffer()
    const losses: number[] = []
    for (const quality of qualities) {
      const result = sharp(await converter.convert({ input, from: 'png', to, quality }))
      losses.push(await exactDifference(result, toSharp(photo)))
    }
    const [high = 0, medium = 0, low = 0] = losses
    expect(high).toBeLessThan(medium)
    expect(medium).toBeLessThan(low)
  })

  test.each(['png', 'tiff'] as const)('%s is lossless at high and medium', async to => {
    const input = await toSharp(photo).png().toBuffer()
    for (const quality of ['high', 'medium'] as const) {
      const result = sharp(await converter.convert({ input, from: 'png', to, quality }))
      expect(await exactDifference(result, toSharp(photo))).toBe(0)
    }
    const low = sharp(await converter.convert({ input, from: 'png', to, quality: 'low' }))
    expect(await exactDifference(low, toSharp(photo))).toBeGreaterThan(0.5)
  })
})

describe('convert-image: isLossless keeps every pixel exactly', () => {
  /** Every byte value in every channel, in an order that no encoder predicts; an odd size has no half chroma samples. */
  const noise = (channels: 1 | 3 | 4) => {
    const [width, height] = [61, 47]
    let state = 1
    const data = Buffer.alloc(width * height * channels)
    for (let index = 0; index < data.length; index++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      data[index] = state >>> 24
    }
    return { data, raw: { width, height, channels } }
  }

  test.each([
    ['avif', 'color', 3],
    ['avif', 'color with transparency', 4],
    ['avif', 'gray', 1],
    ['jxl', 'color', 3],
    ['jxl', 'color with transparency', 4],
    ['jxl', 'gray', 1],
    ['webp', 'color', 3],
    ['webp', 'color with transparency', 4],
  ] as const)('in %s: %s', async (to, _kind, channels) => {
    const { data, raw } = noise(channels)
    const input = await sharp(data, { raw }).png().toBuffer()
    const { path } = await converter.processImage({
      operation: 'convert-image',
      input,
      from: 'png',
      to,
      options: { isLossless: true },
    })
    // sharp reads AVIF and WebP; JPEG XL is converted back.
    const decoded =
      to === 'jxl' ? await converter.convert({ input: await readFile(path), from: 'jxl', to: 'png' }) : path
    const pixels = (image: Sharp) => image.toColourspace('srgb').ensureAlpha().raw().toBuffer()
    const [kept, source] = [await pixels(sharp(decoded)), await pixels(sharp(data, { raw }))]
    expect(kept.length).toBe(source.length)
    const changed = kept.filter((value, index) => value !== source[index])
    expect(changed.length).toBe(0)
  })
})

describe('convert-image: SVG', () => {
  const svg = (attributes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="100%" height="100%" fill="red"/></svg>`

  test.each([
    ['its declared size', 'width="40" height="30"', { width: 40, height: 30 }],
    ['its view box', 'viewBox="0 0 50 20"', { width: 50, height: 20 }],
    [
      'a reduced size when the declared one is too large',
      'width="200000" height="200000"',
      { width: 7071, height: 7071 },
    ],
  ])('is rendered at %s', async (_, attributes, size) => {
    const path = await converter.convert({ input: svg(attributes), from: 'svg', to: 'jpg', quality: 'low' })
    expect(await sharp(path).metadata()).toMatchObject(size)
  })
})

test('convert-image: every page of a TIFF becomes a page of the PDF', async () => {
  const two = toSharp({ ...drawPhoto(60, 80), height: 80 })
  const input = await sharp(await two.raw().toBuffer(), {
    raw: { width: 60, height: 80, channels: 3, pageHeight: 40 },
  })
    .tiff()
    .toBuffer()
  expect((await sharp(input).metadata()).pages).toBe(2)
  const pdf = await readFile(await converter.convert({ input, from: 'tiff', to: 'pdf' }))
  expect(readPdfPage(pdf)).toMatchObject({ pageCount: 2, widthPoints: 60, heightPoints: 40 })
})

test('CONV-02 CONV-03 convert-image: reports progress by stage, never decreasing', async () => {
  const events: { percent: number; stage: string }[] = []
  const input = await flag().png().toBuffer()
  await converter.convert({ input, from: 'png', to: 'webp', onProgress: progress => events.push(progress) })
  const percents = events.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((one, other) => one - other))
  expect(percents.at(-1)).toBe(100)
  expect(events.map(({ stage }) => stage)).toEqual(
    expect.arrayContaining(['analyze', 'decode', 'colour', 'encode']),
  )
})
