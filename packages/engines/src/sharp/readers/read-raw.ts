/** Develops raw photos of cameras with the system's LibRaw: white balance of the camera, sRGB, upright. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels, type EmbeddedFile } from './decoded-image.ts'
import { bytesAt, loadLibrary, once, whileHeld } from './native-library.ts'

/** Sonames since Debian 12. The variant with locks, because it also is the one that uses all cores. */
const versions = ['20', '23', '24', '25']
const names = versions.flatMap(version => [`libraw_r.so.${version}`, `libraw.so.${version}`])

/** Power and slope of sRGB. */
const srgbGamma = [1 / 2.4, 12.92] as const
const imageTypes = { jpeg: 1, bitmap: 2 } as const
/** `libraw_processed_image_t`: type, height, width, colors and bits, then the length of the data. */
const resultHeaderBytes = 16

const library = once(() => {
  const raw = loadLibrary(names)
  if (raw === undefined) return undefined
  return {
    create: raw.func('void *libraw_init(unsigned int)'),
    close: raw.func('void libraw_close(void *)'),
    open: raw.func('int libraw_open_buffer(void *, const uint8_t *, size_t)'),
    width: raw.func('int libraw_get_raw_width(void *)'),
    height: raw.func('int libraw_get_raw_height(void *)'),
    cameraMultiplier: raw.func('float libraw_get_cam_mul(void *, int)'),
    setMultiplier: raw.func('void libraw_set_user_mul(void *, int, float)'),
    setBits: raw.func('void libraw_set_output_bps(void *, int)'),
    setFixedBrightness: raw.func('void libraw_set_no_auto_bright(void *, int)'),
    setGamma: raw.func('void libraw_set_gamma(void *, int, float)'),
    unpack: raw.func('int libraw_unpack(void *)'),
    process: raw.func('int libraw_dcraw_process(void *)'),
    image: raw.func('void *libraw_dcraw_make_mem_image(void *, _Out_ int *)'),
    unpackPreview: raw.func('int libraw_unpack_thumb(void *)'),
    preview: raw.func('void *libraw_dcraw_make_mem_thumb(void *, _Out_ int *)'),
    free: raw.func('void libraw_dcraw_clear_mem(void *)'),
  }
})
type LibRaw = NonNullable<ReturnType<typeof library>>

interface RawOptions {
  readonly bits: 8 | 16
  /** Brightened until one percent of it is white; otherwise as the sensor was exposed. */
  readonly isBrightened: boolean
}

/** Undefined without LibRaw, and for cameras that this version of it does not know. */
export function readRaw(
  file: Buffer,
  maxPixels: number,
  { bits, isBrightened }: RawOptions,
): DecodedPixels | undefined {
  return withPhoto(file, (raw, photo) => {
    checkDecodedSize(raw.width(photo), raw.height(photo), maxPixels)
    if (raw.unpack(photo) !== 0) return undefined
    for (let channel = 0; channel < 4; channel++) {
      const multiplier: number = raw.cameraMultiplier(photo, channel)
      if (raw.cameraMultiplier(photo, 0) > 0) raw.setMultiplier(photo, channel, multiplier)
    }
    raw.setBits(photo, bits)
    raw.setFixedBrightness(photo, isBrightened ? 0 : 1)
    for (const [index, value] of srgbGamma.entries()) raw.setGamma(photo, index, value)
    if (raw.process(photo) !== 0) return undefined
    return takeImage(raw, raw.image(photo, [0]))
  })
}

/** The image that the camera has added for its screen. */
export function readRawPreview(file: Buffer): DecodedPixels | EmbeddedFile | undefined {
  return withPhoto(file, (raw, photo) => {
    if (raw.unpackPreview(photo) !== 0) return undefined
    return takeResult(raw, raw.preview(photo, [0]), ({ type, bytes, ...size }) => {
      if (type === imageTypes.jpeg) return { embedded: bytes }
      return toPixels({ ...size, bytes })
    })
  })
}

function withPhoto<Value>(file: Buffer, work: (raw: LibRaw, photo: bigint) => Value): Value | undefined {
  const raw = library()
  if (raw === undefined) return undefined
  return whileHeld(file, () => {
    const photo: bigint = raw.create(0)
    try {
      return raw.open(photo, file, file.length) === 0 ? work(raw, photo) : undefined
    } finally {
      raw.close(photo)
    }
  })
}

interface Result {
  readonly type: number
  readonly width: number
  readonly height: number
  readonly colors: number
  readonly bits: number
  readonly bytes: Buffer
}

function takeResult<Value>(
  raw: LibRaw,
  result: bigint | null,
  use: (result: Result) => Value,
): Value | undefined {
  if (!result) return undefined
  try {
    const header = Buffer.from(bytesAt(result, resultHeaderBytes))
    const length = header.readUInt32LE(12)
    return use({
      type: header.readUInt32LE(0),
      height: header.readUInt16LE(4),
      width: header.readUInt16LE(6),
      colors: header.readUInt16LE(8),
      bits: header.readUInt16LE(10),
      bytes: Buffer.from(bytesAt(result, resultHeaderBytes + length).subarray(resultHeaderBytes)),
    })
  } finally {
    raw.free(result)
  }
}

function takeImage(raw: LibRaw, result: bigint | null): DecodedPixels | undefined {
  return takeResult(raw, result, given => {
    if (given.type !== imageTypes.bitmap) throw new JobFailure('unsupported-variant')
    return toPixels(given)
  })
}

function toPixels({ width, height, colors, bits, bytes }: Omit<Result, 'type'>): DecodedPixels | undefined {
  const count = width * height * colors
  if ((colors !== 1 && colors !== 3) || bytes.length < count * (bits / 8)) return undefined
  const data = bits === 16 ? new Uint16Array(bytes.buffer, bytes.byteOffset, count) : bytes.subarray(0, count)
  return { width, height, data, channels: colors }
}
