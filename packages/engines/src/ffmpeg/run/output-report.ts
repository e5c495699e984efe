/** Reads what ffmpeg logs about the file it has written (`-v level+info`): a second program is not needed to find out. */
import { toFfmpegRate } from '../length/frame-rate.ts'
import { type ProbedStream, type ProbeJson, probeJsonSchema } from '../probe/probe-json.ts'
import type { FfmpegProgress } from './progress.ts'

/** Every message has its level, which precedes it or follows the name of the component that logs it. */
export const reportArgs: readonly string[] = ['-v', 'level+info']

const belowError = /^(?:\[[^\]@]* @ [^\]]*\] )?\[(?:warning|info)\]/
/** Of a value with several lines, or of a message that came several times. */
const continuation = /^ +(?:: |Last message repeated )/

/** What ffmpeg would have logged with `-v error`. */
export function errorsOf(stderr: string): string {
  return stderr
    .split('\n')
    .filter(line => !belowError.test(line) && !continuation.test(line))
    .join('\n')
    .trim()
}

const outputStart = /^\[info\] Output #0, /m
const streamLine =
  /^\[info\] {3}Stream #0:(\d+)(?:\[\w+\])?(?:\(\w+\))?: (Video|Audio|Subtitle|Attachment|Data): (.+)$/gm
const summaryLine = /^\[info\] video:(\d+)(?:kB|KiB) audio:(\d+)(?:kB|KiB) /m

/**
 * The written file as ffprobe would describe it; undefined if anything was logged that makes the report doubtful, or if it
 * says less than a probe.
 */
export function readOutputReport(stderr: string, { seconds, frames }: FfmpegProgress): ProbeJson | undefined {
  const start = outputStart.exec(stderr)
  const summary = summaryLine.exec(stderr)
  if (start === null || summary === null || errorsOf(stderr) !== '' || seconds <= 0) return undefined
  const [videoKilobytes = 0, audioKilobytes = 0] = summary.slice(1).map(Number)
  const lines = [...stderr.slice(start.index).matchAll(streamLine)]
  const audioLines = lines.filter(([, , kind]) => kind === 'Audio')
  const measuredBitrate =
    audioLines.length === 1 && seconds >= 1 ? (audioKilobytes * 1024 * 8) / seconds : undefined
  const streams = lines.map(([, index, kind = '', text = '']) => {
    const base = { index: Number(index), codec_type: kind.toLowerCase() }
    if (kind === 'Video') return readVideo(text, base, videoKilobytes > 0 ? { seconds, frames } : null)
    if (kind === 'Audio')
      return audioKilobytes > 0 ? readAudio(text, base, { seconds, measuredBitrate }) : undefined
    return { ...base, codec_name: firstWord(text) }
  })
  if (streams.length === 0 || streams.includes(undefined)) return undefined
  return probeJsonSchema.safeParse({ streams, format: { duration: seconds } }).data
}

type StreamBase = Pick<ProbedStream, 'index' | 'codec_type'>

const firstWord = (text: string) => text.split(/[ ,]/, 1)[0]
/** Properties are separated by commas; some have commas in parentheses. */
const properties = (text: string) => text.split(/, (?![^(]*\))/)

/** With a variable frame rate, the rate in the report is that of the encoder. */
const rateTolerance = 0.1
/** The progress ends with the start of the last frame in decoding order. */
const lateFrames = 5

function readVideo(text: string, base: StreamBase, written: FfmpegProgress | null): object | undefined {
  const [, pixels = '', size = ''] = properties(text)
  const [, width, height] = /^(\d+)x(\d+)/.exec(size) ?? []
  const [, rate] = /, ([\d.]+) fps\b/.exec(text) ?? []
  if (written === null || width === undefined || rate === undefined || text.includes('(attached pic)'))
    return undefined
  const frameSeconds = 1 / Number(rate)
  const { frames, seconds } = written
  const slowest = (frames - 1) / (seconds + lateFrames * frameSeconds)
  const fastest = (frames + 1) / seconds
  if (Number(rate) < slowest * (1 - rateTolerance) || Number(rate) > fastest * (1 + rateTolerance))
    return undefined
  return {
    ...base,
    codec_name: firstWord(text),
    pix_fmt: /^\w+/.exec(pixels)?.[0],
    width: Number(width),
    height: Number(height),
    sample_aspect_ratio: /\[SAR (\d+:\d+)/.exec(size)?.[1],
    avg_frame_rate: fraction(toFfmpegRate(Number(rate))),
    duration: frames * frameSeconds,
    color_transfer: /\/(smpte2084|arib-std-b67)\b/.exec(pixels)?.[1],
  }
}

const fraction = (rate: string) => (rate.includes('/') ? rate : `${rate}/1`)

/** Of constant bitrate, so that the declared one is more exact than a measured one. */
const constantBitrate = /^(?:mp3|pcm_)/

function readAudio(
  text: string,
  base: StreamBase,
  { seconds, measuredBitrate }: { readonly seconds: number; readonly measuredBitrate: number | undefined },
): object | undefined {
  const [codec = '', rate = '', layout = ''] = properties(text)
  const channels = countChannels(layout)
  const [, kilobits] = /, (\d+) kb\/s\b/.exec(text) ?? []
  const declared = kilobits === undefined ? undefined : Number(kilobits) * 1000
  if (channels === undefined || !rate.endsWith(' Hz')) return undefined
  return {
    ...base,
    codec_name: firstWord(codec),
    sample_rate: Number.parseInt(rate, 10),
    channels,
    channel_layout: layout,
    duration: seconds,
    bit_rate: constantBitrate.test(codec) ? (declared ?? measuredBitrate) : (measuredBitrate ?? declared),
  }
}

/** Of ffmpeg's names of layouts, such as `stereo`, `5.1(side)` and `3 channels`. */
function countChannels(layout: string): number | undefined {
  const named = { mono: 1, stereo: 2, downmix: 2, quad: 4 }[layout]
  if (named !== undefined) return named
  const [, counted] = /^(\d+) channels/.exec(layout) ?? []
  if (counted !== undefined) return Number(counted)
  const [, speakers] = /^(\d+(?:\.\d+)+)/.exec(layout) ?? []
  return speakers?.split('.').reduce((sum, part) => sum + Number(part), 0)
}
