/** What fits into which container as it is, and what its streams become when they do not fit. */
import type { FormatId } from '@filesmith/contract/formats'
import type { AudioTrack, VideoTrack } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { isPlayableAac } from './playable-aac.ts'

export type VideoFormat = 'mp4' | 'mov' | 'avi' | 'webm' | 'mkv'

export interface Container {
  /** ffmpeg's name of it. */
  readonly muxer: string
  readonly muxerArgs: readonly string[]
  readonly videoEncoder: VideoEncoder
  readonly audioEncoder: AudioEncoder
  readonly fitsVideo: (video: VideoTrack, from: FormatId) => boolean
  readonly fitsAudio: (sound: AudioTrack) => boolean
  /** What a subtitle of this codec becomes; undefined leaves it out. */
  readonly subtitleCodec: (codec: string) => string | undefined
  /** Keeps notes on how pictures are shown: turned, or not from the first one on. */
  readonly keepsNotes: boolean
  readonly keepsChapters: boolean
  readonly keepsFonts: boolean
  /** Every picture lasts equally long. */
  readonly hasConstantRate: boolean
}

const has = (...names: string[]) => {
  const set: ReadonlySet<string> = new Set(names)
  return (name: string | null) => name !== null && set.has(name)
}

const is8Bit420 = has('yuv420p', 'yuvj420p')
const is420 = has('yuv420p', 'yuvj420p', 'yuv420p10le')
const isTextSubtitle = has('subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text')

/** Must play in browsers and on phones: nothing but what every one of them has. */
const mp4: Container = {
  muxer: 'mp4',
  muxerArgs: ['-movflags', '+faststart'],
  videoEncoder: 'libx264',
  audioEncoder: 'aac',
  fitsVideo: video => video.codec === 'h264' && is8Bit420(video.pixelFormat) && !video.isInterlaced,
  fitsAudio: isPlayableAac,
  subtitleCodec: codec => (isTextSubtitle(codec) ? 'mov_text' : undefined),
  keepsNotes: true,
  keepsChapters: true,
  keepsFonts: false,
  hasConstantRate: false,
}

const matroskaVideo = has(
  ...['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'theora', 'mjpeg'],
  ...['prores', 'ffv1'],
)
const matroskaAudio = has(
  ...['aac', 'mp3', 'mp2', 'ac3', 'eac3', 'dts', 'truehd', 'flac', 'alac', 'vorbis', 'opus'],
  ...['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_s16be', 'pcm_s24be'],
)
const matroskaSubtitle = has('subrip', 'ass', 'dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle')

export const containers: Readonly<Record<VideoFormat, Container>> = {
  mp4,
  mov: { ...mp4, muxer: 'mov' },
  mkv: {
    muxer: 'matroska',
    muxerArgs: [],
    videoEncoder: 'libx264',
    audioEncoder: 'aac',
    fitsVideo: video => matroskaVideo(video.codec),
    fitsAudio: sound => matroskaAudio(sound.codec),
    subtitleCodec: codec => (matroskaSubtitle(codec) ? 'copy' : isTextSubtitle(codec) ? 'subrip' : undefined),
    keepsNotes: false,
    keepsChapters: true,
    keepsFonts: true,
    hasConstantRate: false,
  },
  webm: {
    muxer: 'webm',
    muxerArgs: [],
    videoEncoder: 'libvpx-vp9',
    audioEncoder: 'libopus',
    fitsVideo: video => has('vp8', 'vp9', 'av1')(video.codec) && is420(video.pixelFormat),
    fitsAudio: sound => has('opus', 'vorbis')(sound.codec),
    subtitleCodec: codec => (isTextSubtitle(codec) ? 'webvtt' : undefined),
    keepsNotes: false,
    keepsChapters: true,
    keepsFonts: false,
    hasConstantRate: false,
  },
  avi: {
    muxer: 'avi',
    // MP3 begins a moment before its time; moved by that moment, pictures would miss their places in the even grid.
    muxerArgs: ['-avoid_negative_ts', 'disabled'],
    videoEncoder: 'mpeg4',
    audioEncoder: 'libmp3lame',
    // MPEG-4 from elsewhere has pictures in another order than AVI can tell.
    fitsVideo: (video, from) =>
      video.codec === 'mjpeg' || (video.codec === 'mpeg4' && is8Bit420(video.pixelFormat) && from === 'avi'),
    fitsAudio: sound => has('mp3', 'ac3')(sound.codec),
    subtitleCodec: () => undefined,
    keepsNotes: false,
    keepsChapters: false,
    keepsFonts: false,
    hasConstantRate: true,
  },
}
