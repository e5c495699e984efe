/**
 * Draws the largest photo that the editor accepts: 24 megapixels with shapes, shades and sensor noise, nearly 20
 * MB.
 */
import sharp from 'sharp'

const [width, height] = [6000, 4000]

export async function drawLargePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 34 }
  const grain = await sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const circles = Array.from(
    { length: 60 },
    (_, index) =>
      `<circle cx="${(index * 137) % 100}%" cy="${(index * 71) % 100}%" r="${2 + (index % 7)}%" fill="hsl(${index * 37},70%,${30 + (index % 5) * 10}%)"/>`,
  )
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#20507a"/>${circles.join('')}</svg>`
  return sharp(Buffer.from(shapes), { unlimited: true })
    .composite([{ input: grain, blend: 'soft-light' }])
    .flatten()
    .jpeg({ quality: 98 })
    .toBuffer()
}
