/** Reads the properties of a video stream from ffprobe's output. */
import type { VideoTrack } from './media-probe.ts'
import type { ProbedStream } from './probe-json.ts'
import { streamDuration } from './stream-duration.ts'

const interlacedOrders: ReadonlySet<string> = new Set(['tt', 'bb', 'tb', 'bt'])
const hdrTransfers: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67'])
const alphaFormats = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya\d|pal8)/
const rgbFormats = /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8|x2rgb|monob|monow)/

export function readVideoTrack(stream: ProbedStream, hasHiddenStart: boolean): VideoTrack {
  const { index, width = 0, height = 0 } = stream
  const pixelFormat = stream.pix_fmt ?? null
  const sideData = stream.side_data_list
  const rotation = sideData.find(data => data.rotation !== undefined)?.rotation
  const transfer = known(stream.color_transfer)
  const pixelWidth = ratio(stream.sample_aspect_ratio, ':') ?? 1
  const upright = { width: Math.round(width * pixelWidth), height }
  const averageRate = ratio(stream.avg_frame_rate, '/')
  const baseRate = ratio(stream.r_frame_rate, '/')
  const isSideways = rotation !== undefined && Math.abs(Math.round(rotation / 90)) % 2 === 1
  return {
    index,
    codec: stream.codec_name ?? 'unknown',
    pixelFormat,
    width,
    height,
    displayWidth: isSideways ? upright.height : upright.width,
    displayHeight: isSideways ? upright.width : upright.height,
    isRotated: rotation !== undefined,
    hasHiddenStart,
    isInterlaced: stream.field_order !== undefined && interlacedOrders.has(stream.field_order),
    isHdr: transfer !== null && hdrTransfers.has(transfer),
    transfer,
    colorRange: known(stream.color_range),
    isRgb: pixelFormat !== null && rgbFormats.test(pixelFormat),
    hasAlpha: pixelFormat !== null && alphaFormats.test(pixelFormat),
    isDolbyVisionOnly: sideData.some(data => data.dv_profile === 5),
    framesPerSecond: averageRate ?? baseRate,
    isConstantRate: averageRate !== null && baseRate !== null && Math.abs(averageRate / baseRate - 1) < 0.02,
    durationSeconds: streamDuration(stream),
  }
}

function known(value: string | undefined): string | null {
  return value === undefined || value === 'unknown' ? null : value
}

/** Null when missing, zero or infinite: ffprobe writes "0/0" and "0:1" for unknown ratios. */
function ratio(text: string | undefined, separator: '/' | ':'): number | null {
  if (text === undefined) return null
  const [numerator = 0, denominator = 0] = text.split(separator).map(Number)
  const value = numerator / denominator
  return Number.isFinite(value) && value > 0 ? value : null
}
