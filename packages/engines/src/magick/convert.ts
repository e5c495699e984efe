/** Reads a picture with ImageMagick and hands its pixels on, or writes it as JPEG XL. */
import {
  ClassType,
  ColorSpace,
  ColorType,
  CompressionMethod,
  type IMagickImage,
  MagickFormat,
  MagickImage,
  MagickReadSettings,
} from '@imagemagick/magick-wasm'
import type { ImageRequest } from '../image-request.ts'
import type { JobHandler } from '../process/helper-program.ts'
import { chooseFrame } from './choose-frame.ts'
import { whileReading } from './failures.ts'
import { jxlQuality } from './quality.ts'
import { readFormats } from './read-formats.ts'

export const convert: JobHandler<ImageRequest> = async (request, input, report) => {
  const format = readFormats[request.from]
  const frameIndex = chooseFrame(input, format, request)
  report(10, 'analyze')
  const image = MagickImage.create()
  try {
    report(25, 'decode')
    whileReading(() => image.read(input, new MagickReadSettings({ format, frameIndex, frameCount: 1 })))
    report(40, 'colour')
    image.autoOrient()
    image.resetPage()
    dropPrivateData(image)
    report(60, 'encode')
    // The encoder's memory belongs to WebAssembly and moves when it grows: take a copy.
    const result = request.to === 'jxl' ? writeJxl(image, request) : writePixels(image)
    report(80, 'encode')
    return result
  } finally {
    image.dispose()
  }
}

function dropPrivateData(image: IMagickImage): void {
  // A copy: stripping frees the memory the profile lies in.
  const profile = image.getColorProfile()?.data.slice()
  image.strip()
  if (profile !== undefined) image.setProfile('icc', profile)
}

function writePixels(image: IMagickImage): Buffer {
  // Palettes and packed bits come out as plain channels: the next step reads nothing else.
  image.depth = 8
  image.classType = ClassType.Direct
  // Printing colours stay what they are: sharp has the profiles to translate them.
  if (image.colorSpace !== ColorSpace.CMYK) {
    image.colorType = image.hasAlpha ? ColorType.TrueColorAlpha : ColorType.TrueColor
  }
  image.settings.compression = CompressionMethod.NoCompression
  return image.write(MagickFormat.Tiff, bytes => Buffer.from(bytes))
}

function writeJxl(image: IMagickImage, request: ImageRequest): Buffer {
  const { quality, effort } = jxlQuality[request.quality]
  image.quality = quality
  image.settings.setDefine(MagickFormat.Jxl, 'effort', effort)
  return image.write(MagickFormat.Jxl, bytes => Buffer.from(bytes))
}
