import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ImageRequest } from '../image-request.ts'
import { convertWithSharp } from './convert.ts'

/** Noise, which no lossy encoder reproduces. */
const noise = sharp({
  create: {
    width: 64,
    height: 64,
    channels: 3,
    background: 'gray',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .png()
  .toBuffer()

async function convert(
  to: ImageRequest['to'],
  tuning: Partial<ImageRequest>,
  input?: Buffer,
): Promise<Buffer> {
  const request: ImageRequest = {
    from: input ? 'jpg' : 'png',
    to,
    quality: 'medium',
    isIntermediate: false,
    page: 0,
    name: 'image',
    maxPixels: 1e8,
    maxAnimationPixels: 1e8,
    maxBytes: 0,
    ...tuning,
  }
  const result = await convertWithSharp(request, input ?? (await noise), () => {})
  if (result instanceof Uint8Array) return Buffer.from(result)
  const chunks: Uint8Array[] = []
  for await (const chunk of result.chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const pixelsOf = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer()

test.each(['jpg', 'webp', 'avif', 'pdf'] as const)(
  'convertWithSharp: %s gets the exact quality',
  async to => {
    const sizes = await Promise.all(
      [5, 50, 95].map(async qualityPercent => (await convert(to, { qualityPercent })).length),
    )
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(new Set(sizes).size).toBe(3)
  },
)

test('convertWithSharp: lossless WEBP keeps every pixel, lossy does not', async () => {
  const source = await pixelsOf(await noise)
  expect((await pixelsOf(await convert('webp', { isLossless: true }))).equals(source)).toBe(true)
  expect((await pixelsOf(await convert('webp', {}))).equals(source)).toBe(false)
})

const photo = async () =>
  sharp(await noise)
    .withExif({
      IFD0: { Make: 'Anvil', Copyright: 'Smith' },
      IFD2: { DateTimeOriginal: '2026:01:02 03:04:05', ExposureTime: '1/60' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer()

/** Everything that sharp finds, as text. */
const exifText = async (image: Buffer) => (await sharp(image).metadata()).exif?.toString('latin1')

test.each(['jpg', 'png', 'webp', 'avif'] as const)(
  'convertWithSharp: %s keeps metadata on request, but never the location',
  async to => {
    const source = await photo()
    const text = (await exifText(await convert(to, { keepMetadata: true }, source))) ?? ''
    expect(text).toContain('Anvil')
    expect(text).toContain('Smith')
    expect(text).toContain('2026:01:02 03:04:05')
    // Tag 0x8825 refers to the GPS directory; control: the source has it.
    expect(hasGps(source)).toBe(true)
    expect(await exifText(source)).toContain('Anvil')
    expect(hasGps(await convert(to, { keepMetadata: true }, source))).toBe(false)
    expect((await exifText(await convert(to, {}, source))) ?? '').not.toContain('Anvil')
  },
)

/** The latitude as three rationals, in either byte order. */
function hasGps(image: Buffer): boolean {
  const rationals = [51, 1, 30, 1, 3230, 100]
  const little = Buffer.alloc(24)
  const big = Buffer.alloc(24)
  rationals.forEach((value, index) => {
    little.writeUInt32LE(value, index * 4)
    big.writeUInt32BE(value, index * 4)
  })
  return image.includes(little) || image.includes(big)
}
