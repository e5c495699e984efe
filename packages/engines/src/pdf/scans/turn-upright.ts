/** Turns a crooked page upright, so that its lines are read whole; its size stays. */
import sharp, { type Sharp } from 'sharp'
import { estimateSkew } from '../../tesseract/estimate-skew.ts'

interface GreyPage {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** Lines are seen well enough at this width. */
const lookWidth = 1000

export async function turnUpright({ data, width, height }: GreyPage): Promise<Sharp> {
  const open = () => sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
  const small = await open()
    .resize({ width: Math.min(lookWidth, width) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const degrees = estimateSkew({
    pixels: new Uint8Array(small.data),
    width: small.info.width,
    height: small.info.height,
  })
  if (degrees === 0) return open()
  const { data: turned, info } = await open()
    .rotate(-degrees, { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(turned, {
    raw: { width: info.width, height: info.height, channels: info.channels },
    limitInputPixels: false,
  }).extract({
    left: Math.max(0, Math.floor((info.width - width) / 2)),
    top: Math.max(0, Math.floor((info.height - height) / 2)),
    width: Math.min(width, info.width),
    height: Math.min(height, info.height),
  })
}
