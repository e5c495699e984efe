/** Tracks and probes for tests, with ordinary defaults. */
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'

export function videoTrack(changes: Partial<VideoTrack> = {}): VideoTrack {
  const { width = 1280, height = 720 } = changes
  return {
    index: 0,
    codec: 'h264',
    pixelFormat: 'yuv420p',
    width,
    height,
    displayWidth: width,
    displayHeight: height,
    isRotated: false,
    hasHiddenStart: false,
    isInterlaced: false,
    isHdr: false,
    transfer: null,
    colorRange: 'tv',
    isRgb: false,
    hasAlpha: false,
    isDolbyVisionOnly: false,
    framesPerSecond: 25,
    isConstantRate: true,
    durationSeconds: 10,
    ...changes,
  }
}

export function audioTrack(changes: Partial<AudioTrack> = {}): AudioTrack {
  return {
    index: 1,
    codec: 'aac',
    profile: 'LC',
    channels: 2,
    layout: 'stereo',
    sampleRateHz: 48_000,
    bitrate: 128_000,
    isLossless: false,
    sampleBits: 16,
    isFloat: false,
    isDefault: true,
    durationSeconds: 10,
    ...changes,
  }
}

export function mediaProbe(changes: Partial<MediaProbe> = {}): MediaProbe & { readonly video: VideoTrack } {
  return {
    sizeBytes: 5_000_000,
    durationSeconds: 10,
    audio: [audioTrack()],
    subtitles: [],
    cover: null,
    fonts: [],
    unwantedTags: [],
    isProtected: false,
    ...changes,
    video: changes.video ?? videoTrack(),
  }
}
