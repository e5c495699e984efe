/** Which streams each container can hold unchanged, and which codecs replace the others. */
import type { FormatId } from '@filesmith/contract/formats'
import type { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { AudioTrack, VideoTrack } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { isMatroskaAudio, isMatroskaVideo } from './matroska-codecs.ts'
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
  /** Only the frame rates of broadcasting. */
  readonly hasStandardFrameRate?: true
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

const matroskaSubtitle = has('subrip', 'ass', 'dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle')

/** Without subtitles and metadata of the display. */
const plain = {
  muxerArgs: [],
  subtitleCodec: () => undefined,
  keepsDisplayMetadata: false,
  keepsChapters: false,
  keepsFonts: false,
  hasConstantFrameRate: true,
} as const

export const containers: Readonly<Record<VideoFormat, Container>> = {
  mp4,
  mov: { ...mp4, muxer: 'mov' },
  mkv: {
    muxer: 'matroska',
    muxerArgs: [],
    videoEncoder: 'libx264',
    audioEncoder: 'aac',
    fitsVideo: video => isMatroskaVideo(video.codec),
    fitsAudio: audio => isMatroskaAudio(audio.codec),
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
  m4v: { ...mp4, muxerArgs: [...mp4.muxerArgs, '-brand', 'M4V '] },
  '3gp': {
    ...mp4,
    muxer: '3gp',
    fitsVideo: video => video.codec === 'h263' || mp4.fitsVideo(video, '3gp'),
    fitsAudio: audio => isPlayableAac(audio) || has('amr_nb', 'amr_wb')(audio.codec),
    keepsChapters: false,
  },
  flv: {
    ...plain,
    muxer: 'flv',
    videoEncoder: 'libx264',
    audioEncoder: 'aac',
    fitsVideo: video => video.codec === 'flv1' || mp4.fitsVideo(video, 'flv'),
    fitsAudio: isPlayableAac,
    hasConstantFrameRate: false,
  },
  ts: {
    ...plain,
    muxer: 'mpegts',
    videoEncoder: 'libx264',
    audioEncoder: 'aac',
    fitsVideo: video => has('h264', 'hevc', 'mpeg2video', 'mpeg1video')(video.codec),
    fitsAudio: audio => isPlayableAac(audio) || has('mp2', 'mp3', 'ac3', 'eac3')(audio.codec),
    hasConstantFrameRate: false,
  },
  mpeg: {
    ...plain,
    muxer: 'vob',
    videoEncoder: 'mpeg2video',
    audioEncoder: 'mp2',
    fitsVideo: video => has('mpeg2video', 'mpeg1video')(video.codec),
    fitsAudio: audio => has('mp2', 'ac3')(audio.codec),
    hasStandardFrameRate: true,
  },
  wmv: {
    ...plain,
    muxer: 'asf',
    videoEncoder: 'wmv2',
    audioEncoder: 'wmav2',
    fitsVideo: video => has('wmv1', 'wmv2', 'wmv3', 'vc1')(video.codec),
    fitsAudio: audio => has('wmav1', 'wmav2', 'wmapro')(audio.codec),
    keepsChapters: true,
  },
  ogv: {
    ...plain,
    muxer: 'ogg',
    videoEncoder: 'libtheora',
    audioEncoder: 'libvorbis',
    fitsVideo: video => video.codec === 'theora',
    fitsAudio: audio => audio.codec === 'vorbis',
    keepsChapters: true,
  },
}
