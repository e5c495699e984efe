/** Which streams each container can hold unchanged, and which codecs replace the others. */
import type { FormatId } from '@filesmith/contract/formats'
import type { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { AudioTrack, VideoTrack } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { isPlayableAac } from './playable-aac.ts'

export type VideoFormat = (typeof convertVideo.outputs)[number]

export interface Container {
  /** Name of ffmpeg's muxer. */
  readonly muxer: string
  readonly muxerArgs: readonly string[]
  readonly videoEncoder: VideoEncoder
  readonly audioEncoder: AudioEncoder
  readonly fitsVideo: (video: VideoTrack, from: FormatId) => boolean
  readonly fitsAudio: (audio: AudioTrack) => boolean
  /** Codec for a subtitle track of this codec; undefined drops the track. */
  readonly subtitleCodec: (codec: string) => string | undefined
  /** Stores how frames are displayed: the rotation matrix, and edit lists that skip the first frames. */
  readonly keepsDisplayMetadata: boolean
  readonly keepsChapters: boolean
  readonly keepsFonts: boolean
  /** Every frame has the same duration. */
  readonly hasConstantFrameRate: boolean
}

const has = (...names: string[]) => {
  const set: ReadonlySet<string> = new Set(names)
  return (name: string | null) => name !== null && set.has(name)
}

const is8Bit420 = has('yuv420p', 'yuvj420p')
const is420 = has('yuv420p', 'yuvj420p', 'yuv420p10le')
const isTextSubtitle = has('subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text')

/** Restricted to codecs that every browser and phone plays. */
const mp4: Container = {
  muxer: 'mp4',
  muxerArgs: ['-movflags', '+faststart'],
  videoEncoder: 'libx264',
  audioEncoder: 'aac',
  fitsVideo: video => video.codec === 'h264' && is8Bit420(video.pixelFormat) && !video.isInterlaced,
  fitsAudio: isPlayableAac,
  subtitleCodec: codec => (isTextSubtitle(codec) ? 'mov_text' : undefined),
  keepsDisplayMetadata: true,
  keepsChapters: true,
  keepsFonts: false,
  hasConstantFrameRate: false,
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
    fitsAudio: audio => matroskaAudio(audio.codec),
    subtitleCodec: codec => (matroskaSubtitle(codec) ? 'copy' : isTextSubtitle(codec) ? 'subrip' : undefined),
    keepsDisplayMetadata: false,
    keepsChapters: true,
    keepsFonts: true,
    hasConstantFrameRate: false,
  },
  webm: {
    muxer: 'webm',
    muxerArgs: [],
    videoEncoder: 'libvpx-vp9',
    audioEncoder: 'libopus',
    fitsVideo: video => has('vp8', 'vp9', 'av1')(video.codec) && is420(video.pixelFormat),
    fitsAudio: audio => has('opus', 'vorbis')(audio.codec),
    subtitleCodec: codec => (isTextSubtitle(codec) ? 'webvtt' : undefined),
    keepsDisplayMetadata: false,
    keepsChapters: true,
    keepsFonts: false,
    hasConstantFrameRate: false,
  },
  avi: {
    muxer: 'avi',
    // The encoder delay of MP3 gives it negative timestamps; shifting all streams by it would move frames off AVI's grid.
    muxerArgs: ['-avoid_negative_ts', 'disabled'],
    videoEncoder: 'mpeg4',
    audioEncoder: 'libmp3lame',
    // MPEG-4 from other containers may contain B-frames, whose reordering AVI cannot express.
    fitsVideo: (video, from) =>
      video.codec === 'mjpeg' || (video.codec === 'mpeg4' && is8Bit420(video.pixelFormat) && from === 'avi'),
    fitsAudio: audio => has('mp3', 'ac3')(audio.codec),
    subtitleCodec: () => undefined,
    keepsDisplayMetadata: false,
    keepsChapters: false,
    keepsFonts: false,
    hasConstantFrameRate: true,
  },
}
