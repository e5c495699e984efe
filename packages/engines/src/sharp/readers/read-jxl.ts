/** Decodes JPEG XL with the system's libjxl: bare codestreams and containers, on all cores. */
import { availableParallelism } from 'node:os'
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'
import { hold, loadLibrary, once, whileHeld } from './native-library.ts'

/** From `jxl/decode.h` and `jxl/types.h`, unchanged since version 0.7. */
const status = {
  success: 0,
  error: 1,
  needMoreInput: 2,
  needImageOutBuffer: 5,
  basicInfo: 0x40,
  colorEncoding: 0x100,
  fullImage: 0x1000,
} as const
const dataTypes = { uint8: 2, uint16: 3 } as const
const littleEndian = 1
/** Profile of the decoded pixels, not of the original. */
const profileOfData = 1
/** From this version on, profiles are read without a pixel format. */
const versionWithoutProfileFormat = 9000
/** `JxlBasicInfo` has 204 bytes, with room for later fields. */
const basicInfoBytes = 512
const infoFields = {
  width: 4,
  height: 8,
  bits: 12,
  hasAnimation: 44,
  colorChannels: 52,
  alphaBits: 60,
  isPremultiplied: 68,
} as const
const maxThreads = 8

/** Sonames since Debian 12. */
const versions = ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12']

const library = once(() => {
  for (const version of versions) {
    const decoder = loadLibrary([`libjxl.so.${version}`])
    const threads = loadLibrary([`libjxl_threads.so.${version}`])
    if (decoder === undefined || threads === undefined) continue
    const createRunner = threads.func('void *JxlThreadParallelRunnerCreate(void *, size_t)')
    const hasProfileFormat = decoder.func('uint32_t JxlDecoderVersion()')() < versionWithoutProfileFormat
    const format = hasProfileFormat ? 'void *, ' : ''
    const profileSize = decoder.func(`int JxlDecoderGetICCProfileSize(void *, ${format}int, _Out_ size_t *)`)
    const profile = decoder.func(
      `int JxlDecoderGetColorAsICCProfile(void *, ${format}int, uint8_t *, size_t)`,
    )
    const given = hasProfileFormat ? [null, profileOfData] : [profileOfData]
    return {
      create: decoder.func('void *JxlDecoderCreate(void *)'),
      destroy: decoder.func('void JxlDecoderDestroy(void *)'),
      setRunner: decoder.func('int JxlDecoderSetParallelRunner(void *, void *, void *)'),
      subscribe: decoder.func('int JxlDecoderSubscribeEvents(void *, int)'),
      setInput: decoder.func('int JxlDecoderSetInput(void *, const uint8_t *, size_t)'),
      closeInput: decoder.func('void JxlDecoderCloseInput(void *)'),
      process: decoder.func('int JxlDecoderProcessInput(void *)'),
      basicInfo: decoder.func('int JxlDecoderGetBasicInfo(void *, uint8_t *)'),
      profileSize: (jxl: bigint, size: [number]) => profileSize(jxl, ...given, size),
      profile: (jxl: bigint, icc: Buffer) => profile(jxl, ...given, icc, icc.length),
      outBufferSize: decoder.func(
        'int JxlDecoderImageOutBufferSize(void *, const uint8_t *, _Out_ size_t *)',
      ),
      setOutBuffer: decoder.func(
        'int JxlDecoderSetImageOutBuffer(void *, const uint8_t *, uint8_t *, size_t)',
      ),
      flush: decoder.func('int JxlDecoderFlushImage(void *)'),
      runner: threads.symbol('JxlThreadParallelRunner', 'void *'),
      threads: createRunner(null, Math.min(availableParallelism(), maxThreads)),
    }
  }
  return undefined
})

export interface JxlImage extends DecodedPixels {
  readonly isAnimated: boolean
}

/** The first frame, upright. Undefined without libjxl, and for what it does not decode. */
export function readJxl(file: Buffer, maxPixels: number): JxlImage | undefined {
  const jxl = library()
  if (jxl === undefined) return undefined
  const decoder: bigint = jxl.create(null)
  return whileHeld(file, () => {
    try {
      jxl.setRunner(decoder, jxl.runner, jxl.threads)
      jxl.subscribe(decoder, status.basicInfo | status.colorEncoding | status.fullImage)
      jxl.setInput(decoder, file, file.length)
      jxl.closeInput(decoder)
      return decode(jxl, decoder, maxPixels)
    } finally {
      jxl.destroy(decoder)
    }
  })
}

type Jxl = NonNullable<ReturnType<typeof library>>

interface Frame {
  readonly info: ReturnType<typeof readInfo>
  readonly data: Buffer
}

function decode(jxl: Jxl, decoder: bigint, maxPixels: number): JxlImage | undefined {
  let info: ReturnType<typeof readInfo> | undefined
  let icc: Buffer | undefined
  let frame: Frame | undefined
  for (;;) {
    const state: number = jxl.process(decoder)
    if (state === status.basicInfo) {
      info = readInfo(jxl, decoder)
      checkDecodedSize(info.width, info.height, maxPixels)
    } else if (state === status.colorEncoding) icc = readProfile(jxl, decoder)
    else if (state === status.needImageOutBuffer && info) {
      frame = startFrame(jxl, decoder, info)
      if (frame === undefined) return undefined
    } else return frame && endFrame(jxl, decoder, state, frame, icc)
  }
}

function startFrame(jxl: Jxl, decoder: bigint, info: Frame['info']): Frame | undefined {
  const format = pixelFormat(info)
  const size: [number] = [0]
  jxl.outBufferSize(decoder, format, size)
  if (size[0] !== info.width * info.height * info.channels * info.sampleBytes) return undefined
  // Memory outside of the JavaScript heap, which does not move.
  const data = hold(Buffer.from(new ArrayBuffer(size[0])))
  return jxl.setOutBuffer(decoder, format, data, size[0]) === status.success ? { info, data } : undefined
}

function endFrame(jxl: Jxl, decoder: bigint, state: number, frame: Frame, icc: Buffer | undefined) {
  if (state === status.fullImage) return finish(frame, icc, 1)
  // Ends early: coarse where details are missing, so the fraction is unknown.
  const isPartial = state === status.needMoreInput && jxl.flush(decoder) === status.success
  return isPartial ? finish(frame, icc, 0.5) : undefined
}

function readInfo(jxl: Jxl, decoder: bigint) {
  const bytes = Buffer.alloc(basicInfoBytes)
  if (jxl.basicInfo(decoder, bytes) !== status.success) throw new JobFailure('file-damaged')
  const field = (name: keyof typeof infoFields) => bytes.readUInt32LE(infoFields[name])
  const hasAlpha = field('alphaBits') > 0
  const colors = field('colorChannels') === 1 ? 1 : 3
  return {
    width: field('width'),
    height: field('height'),
    channels: (colors + (hasAlpha ? 1 : 0)) as DecodedPixels['channels'],
    sampleBytes: field('bits') > 8 ? 2 : 1,
    isPremultiplied: hasAlpha && field('isPremultiplied') !== 0,
    isAnimated: field('hasAnimation') !== 0,
  }
}

/** `JxlPixelFormat`. */
function pixelFormat({ channels, sampleBytes }: Frame['info']): Buffer {
  const format = Buffer.alloc(24)
  format.writeUInt32LE(channels, 0)
  format.writeUInt32LE(sampleBytes === 2 ? dataTypes.uint16 : dataTypes.uint8, 4)
  format.writeUInt32LE(littleEndian, 8)
  return format
}

/** What libjxl calls its own sRGB profiles. */
const plainProfiles = ['RGB_D65_SRG_Rel_SRG', 'Gra_D65_Rel_SRG']
const maxProfileBytes = 16 * 1024 * 1024

/** Undefined for sRGB, which needs none. */
function readProfile(jxl: Jxl, decoder: bigint): Buffer | undefined {
  const size: [number] = [0]
  if (jxl.profileSize(decoder, size) !== status.success || size[0] === 0 || size[0] > maxProfileBytes)
    return undefined
  const icc = Buffer.alloc(size[0])
  if (jxl.profile(decoder, icc) !== status.success) return undefined
  const text = icc.toString('latin1').replaceAll('\0', '')
  return plainProfiles.some(name => text.includes(name)) ? undefined : icc
}

function finish({ info, data }: Frame, icc: Buffer | undefined, readShare: number): JxlImage | undefined {
  // CMYK has its black in an extra channel.
  if (icc?.toString('latin1', 16, 20) === 'CMYK') return undefined
  const { width, height, channels, isAnimated } = info
  const samples =
    info.sampleBytes === 2 ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
  if (info.isPremultiplied) divideByAlpha(samples, channels, info.sampleBytes === 2 ? 0xffff : 0xff)
  return { width, height, channels, data: samples, icc, readShare, isAnimated }
}

function divideByAlpha(data: Uint8Array | Uint16Array, channels: number, most: number): void {
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] as number
    if (alpha === 0 || alpha === most) continue
    for (let channel = at; channel < at + channels - 1; channel++)
      data[channel] = Math.min(most, Math.round(((data[channel] as number) * most) / alpha))
  }
}
