/** Images of a PDF in gray: JPEG stays JPEG, pixels stay pixels. */
import sharp from 'sharp'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { ColorKind } from './gray-spaces.ts'

export interface GrayPdfImage {
  readonly dict: PdfDict
  readonly data: Buffer
}

const jpegQuality = 85

/** Undefined for what is not converted: the color space of the image is converted then. */
export async function grayPdfImage(
  dict: PdfDict,
  data: Buffer,
  kind: ColorKind | undefined,
  maxPixels: number,
): Promise<GrayPdfImage | undefined> {
  const { '/Width': width, '/Height': height, '/Filter': filter, '/Mask': mask } = dict
  if (typeof width !== 'number' || typeof height !== 'number' || width * height > maxPixels) return undefined
  // Masks by color need the colors.
  if (Array.isArray(mask) || (kind !== 'rgb' && kind !== 'cmyk')) return undefined
  const isJpeg = [filter].flat().join() === '/DCTDecode'
  if (!isJpeg && filter !== undefined) return undefined
  const shades = isJpeg
    ? await jpegShades(dict, data, kind)
    : pixelShades(dict, data, { kind, pixels: width * height })
  if (shades === undefined || shades.length < width * height) return undefined
  const { '/Decode': _decode, '/DecodeParms': _parms, '/Filter': _filter, '/Length': _length, ...kept } = dict
  const gray = { ...kept, '/ColorSpace': '/DeviceGray', '/BitsPerComponent': 8 }
  if (!isJpeg) return { dict: gray, data: shades }
  const image = sharp(shades, { raw: { width, height, channels: 1 }, limitInputPixels: false })
  const encoded = await image.toColourspace('b-w').jpeg({ quality: jpegQuality }).toBuffer()
  return { dict: { ...gray, '/Filter': '/DCTDecode' }, data: encoded }
}

async function jpegShades(dict: PdfDict, data: Buffer, kind: 'rgb' | 'cmyk'): Promise<Buffer | undefined> {
  const decode = dict['/Decode']
  const isInverted = Array.isArray(decode) && decode[0] === 1
  // libvips inverts the colors of JPEGs by Adobe programs, PDF readers only if `Decode` says so.
  const isAdobe = data.subarray(0, 4096).includes('Adobe')
  if (kind === 'rgb' ? decode !== undefined : isInverted !== isAdobe) return undefined
  const decoded = await sharp(data, { limitInputPixels: false })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  const isWhole =
    decoded?.info.channels === 3 &&
    decoded.info.width === dict['/Width'] &&
    decoded.info.height === dict['/Height']
  return isWhole ? shadesOf(decoded.data, 3) : undefined
}

function pixelShades(
  dict: PdfDict,
  data: Buffer,
  { kind, pixels }: { readonly kind: 'rgb' | 'cmyk'; readonly pixels: number },
): Buffer | undefined {
  const channels = kind === 'rgb' ? 3 : 4
  if (dict['/BitsPerComponent'] !== 8 || dict['/Decode'] !== undefined) return undefined
  return data.length < pixels * channels ? undefined : shadesOf(data.subarray(0, pixels * channels), channels)
}

function shadesOf(data: Buffer, channels: 3 | 4): Buffer {
  const shades = Buffer.alloc(data.length / channels)
  for (let pixel = 0, at = 0; pixel < shades.length; pixel++, at += channels) {
    const weighted = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    shades[pixel] = Math.round(
      channels === 3 ? weighted : 255 - Math.min(255, weighted + (data[at + 3] ?? 0)),
    )
  }
  return shades
}
