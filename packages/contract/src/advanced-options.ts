/** Advanced conversion options of Basic and Pro, and which of them an output format can have. */
import { type FormatId, formatFacts } from './formats.ts'

export const qualityPercent = { min: 1, max: 100 } as const
/** Lower is better; 0 would be lossless, which the profile of the results does not allow. */
export const crf = { min: 1, max: 51 } as const
export const frameRate = { min: 1, max: 120 } as const

export const videoCodecs = ['h264', 'hevc', 'vp9'] as const
export type VideoCodec = (typeof videoCodecs)[number]

/** In hertz. */
export const sampleRates = ['8000', '16000', '22050', '32000', '44100', '48000', '96000'] as const
export type SampleRate = (typeof sampleRates)[number]

export const channelLayouts = ['mono', 'stereo'] as const
export type ChannelLayout = (typeof channelLayouts)[number]

type Formats = ReadonlySet<FormatId>

const percentOutputs: Formats = new Set(['jpg', 'webp', 'avif', 'heic', 'jxl', 'pdf'])
const optionallyLossless: Formats = new Set(['webp', 'avif', 'jxl'])
/** Formats whose EXIF data is read and written. */
const exifFormats: Formats = new Set(['jpg', 'png', 'webp', 'avif'])
/** Opus is always variable. */
const vbrOutputs: Formats = new Set(['mp3', 'ogg'])

const codecsByContainer: Readonly<Partial<Record<FormatId, readonly VideoCodec[]>>> = {
  mp4: ['h264', 'hevc'],
  mov: ['h264', 'hevc'],
  mkv: ['h264', 'hevc', 'vp9'],
  webm: ['vp9'],
  m4v: ['h264', 'hevc'],
  ts: ['h264', 'hevc'],
  flv: ['h264'],
  '3gp': ['h264'],
}

/** Formats that do not support every rate. */
const ratesByFormat: Readonly<Partial<Record<FormatId, readonly SampleRate[]>>> = {
  mp3: sampleRates.filter(rate => rate !== '96000'),
  ogg: sampleRates.filter(rate => rate !== '96000'),
  opus: ['8000', '16000', '48000'],
  wma: sampleRates.filter(rate => rate !== '96000'),
  ac3: ['32000', '44100', '48000'],
  mp2: sampleRates.filter(rate => rate !== '96000' && rate !== '8000'),
}

export const hasQualityPercent = (output: FormatId): boolean => percentOutputs.has(output)
export const canBeLossless = (output: FormatId): boolean =>
  optionallyLossless.has(output) || formatFacts(output).isLossless === true
export const holdsExif = (format: FormatId): boolean => exifFormats.has(format)
export const hasVariableBitrate = (output: FormatId): boolean => vbrOutputs.has(output)
export const codecsOf = (output: FormatId): readonly VideoCodec[] => codecsByContainer[output] ?? []
export const sampleRatesOf = (output: FormatId): readonly SampleRate[] => ratesByFormat[output] ?? sampleRates

export interface ImageTuning {
  readonly qualityPercent?: number | undefined
  readonly isLossless?: boolean | undefined
  readonly keepMetadata?: boolean | undefined
}

export interface VideoTuning {
  readonly crf?: number | undefined
  readonly frameRate?: number | undefined
  readonly videoCodec?: VideoCodec | undefined
}

export interface AudioTuning {
  readonly isVariableBitrate?: boolean | undefined
  readonly sampleRate?: SampleRate | undefined
  readonly channels?: ChannelLayout | undefined
}
