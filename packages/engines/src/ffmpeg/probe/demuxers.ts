/** Pins ffmpeg's demuxer per format. With probing, an HLS or concat playlist could make it open other files (SSRF, LFI). */
import type { FormatId } from '@filesmith/contract/formats'

const demuxers: Readonly<Partial<Record<FormatId, readonly [string, ...string[]]>>> = {
  mp4: ['mov'],
  mov: ['mov'],
  m4a: ['mov'],
  '3gp': ['mov'],
  mkv: ['matroska'],
  webm: ['matroska'],
  avi: ['avi'],
  wmv: ['asf'],
  wma: ['asf'],
  flv: ['flv'],
  // MPEG program stream, or a bare elementary video stream.
  mpeg: ['mpeg', 'mpegvideo'],
  ts: ['mpegts'],
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
}

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
