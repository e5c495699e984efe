/** Pins ffmpeg's demuxer per format. With probing, an HLS or concat playlist could make it open other files (SSRF, LFI). */
import type { FormatId } from '@filesmith/contract/formats'

const demuxers: Readonly<Partial<Record<FormatId, readonly [string, ...string[]]>>> = {
  mp4: ['mov'],
  m4v: ['mov'],
  mov: ['mov'],
  m4a: ['mov'],
  m4b: ['mov'],
  m4r: ['mov'],
  alac: ['mov'],
  '3gp': ['mov'],
  mkv: ['matroska'],
  mka: ['matroska'],
  webm: ['matroska'],
  avi: ['avi'],
  wmv: ['asf'],
  wma: ['asf'],
  flv: ['flv'],
  // MPEG program stream, or a bare elementary video stream.
  mpeg: ['mpeg', 'mpegvideo'],
  ts: ['mpegts'],
  flic: ['flic'],
  ogv: ['ogg'],
  ogg: ['ogg'],
  opus: ['ogg'],
  gif: ['gif'],
  mp3: ['mp3'],
  wav: ['wav'],
  aac: ['aac'],
  flac: ['flac'],
  aiff: ['aiff'],
  amr: ['amr'],
  ac3: ['ac3', 'eac3'],
  w64: ['w64'],
  wavpack: ['wv'],
  ape: ['ape'],
  tta: ['tta'],
  musepack: ['mpc', 'mpc8'],
  // DSDIFF is a kind of IFF.
  dsd: ['dsf', 'iff'],
  caf: ['caf'],
  au: ['au'],
  mp2: ['mp3'],
  dts: ['dts', 'dtshd'],
  ra: ['rm'],
  voc: ['voc'],
  mxf: ['mxf'],
  rm: ['rm'],
  dv: ['dv'],
  y4m: ['yuv4mpegpipe'],
  nut: ['nut'],
  ivf: ['ivf'],
  h264: ['h264'],
  hevc: ['hevc'],
}

/** Formats in the ISO base media container. */
export const isoMediaFormats: ReadonlySet<FormatId> = new Set(
  (Object.keys(demuxers) as FormatId[]).filter(format => demuxers[format]?.[0] === 'mov'),
)

/** Broadcast streams have no track list: an audio or subtitle stream may first appear seconds into the file. */
const probeLimits: Readonly<Partial<Record<FormatId, readonly string[]>>> = {
  ts: ['-probesize', '20M', '-analyzeduration', '20M'],
  mpeg: ['-probesize', '20M', '-analyzeduration', '20M'],
}

/** Arguments that precede the input, for both ffmpeg and ffprobe. */
export function inputArgs(format: FormatId): readonly string[] {
  const allowed = demuxers[format] ?? []
  const [only, ...others] = allowed
  const demuxer =
    only !== undefined && others.length === 0 ? ['-f', only] : ['-format_whitelist', allowed.join(',')]
  return ['-protocol_whitelist', 'file,pipe', ...demuxer, ...(probeLimits[format] ?? [])]
}
