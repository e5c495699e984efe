/** Which reader of ffmpeg opens which format: never its own guess, or a playlist could name other files to open. */
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
  // With the packets of a disc around its pictures, or the pictures alone.
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

/** Broadcasts list no tracks at the beginning: some sound or subtitle is first heard of seconds later. */
const patience: Readonly<Partial<Record<FormatId, readonly string[]>>> = {
  ts: ['-probesize', '20M', '-analyzeduration', '20M'],
  mpeg: ['-probesize', '20M', '-analyzeduration', '20M'],
}

/** Arguments that stand before the input, for ffmpeg and ffprobe alike. */
export function inputArgs(format: FormatId): readonly string[] {
  const allowed = demuxers[format] ?? []
  const [only, ...others] = allowed
  const reader =
    only !== undefined && others.length === 0 ? ['-f', only] : ['-format_whitelist', allowed.join(',')]
  return ['-protocol_whitelist', 'file,pipe', ...reader, ...(patience[format] ?? [])]
}
