/** Images of books, in the few formats that every reader shows. */
import sharp from 'sharp'
import { safeImage } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { svgType } from '../../libreoffice/sanitize/images.ts'
import { drawSvg, measureSvg, svgScale } from '../../sharp/svg/open-svg.ts'

export interface ImageContent {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/gif' | typeof svgType
  readonly extension: string
  readonly bytes: Buffer
}

/** `web` keeps drawings as they are; `book` turns them into pixels, which all readers and word processors show alike. */
export type ImageUse = 'web' | 'book'

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  [svgType]: 'svg',
}
/** Drawings have twice the pixels of their size on a screen. */
const drawingScale = 2

/** Undefined for what is damaged, too large or not an image. */
export async function readBookImage(
  given: Buffer,
  use: ImageUse,
  maxPixels: number,
): Promise<ImageContent | undefined> {
  const image = safeImage(given)
  if (image === undefined) return undefined
  const { type, bytes } = image
  const extension = extensions[type]
  try {
    if (type === svgType && use === 'book') return png(await drawn(bytes, maxPixels))
    if (type === svgType) return { mime: svgType, extension: 'svg', bytes }
    const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height === 0 || width * height > maxPixels) return undefined
    if (extension !== undefined && isShownEverywhere(type)) return { mime: type, extension, bytes }
    return png(await sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer())
  } catch {
    return undefined
  }
}

function isShownEverywhere(type: string): type is 'image/png' | 'image/jpeg' | 'image/gif' {
  return type === 'image/png' || type === 'image/jpeg' || type === 'image/gif'
}

function png(bytes: Buffer): ImageContent {
  return { mime: 'image/png', extension: 'png', bytes }
}

async function drawn(svg: Buffer, maxPixels: number): Promise<Buffer> {
  const size = await measureSvg(svg)
  const wanted = { width: size.width * drawingScale, height: size.height * drawingScale }
  const scale = drawingScale * svgScale(wanted, maxPixels)
  const pixels = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
  const tiff = await drawSvg(svg, pixels)
  // At its size on a screen, of which word processors know 96 pixels per inch.
  return sharp(tiff)
    .withMetadata({ density: 96 * drawingScale })
    .png()
    .toBuffer()
}
