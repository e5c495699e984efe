/** Properties of a media file as found by ffprobe: the input for choosing the encoding. */

export interface VideoTrack {
  readonly index: number
  readonly codec: string
  /** Null when no frame could be decoded. */
  readonly pixelFormat: string | null
  /** As stored. */
  readonly width: number
  readonly height: number
  /** As displayed: rotation applied, with square pixels. */
  readonly displayWidth: number
  readonly displayHeight: number
  /** Has rotation or mirroring metadata (display matrix). */
  readonly isRotated: boolean
  /** Begins with frames that an edit list hides, as left by cutting without re-encoding. */
  readonly hasHiddenStart: boolean
  readonly isInterlaced: boolean
  readonly isHdr: boolean
  readonly transfer: string | null
  readonly colorRange: string | null
  /** RGB rather than YUV. */
  readonly isRgb: boolean
  readonly hasAlpha: boolean
  /** Dolby Vision profile 5, which has no base layer that other decoders can display. */
  readonly isDolbyVisionOnly: boolean
  /** As declared; may be implausible, because containers without a frame rate make one up. */
  readonly framesPerSecond: number | null
  /** Constant frame rate, according to the declared rates. */
  readonly isConstantRate: boolean
  readonly durationSeconds: number | null
}

export interface AudioTrack {
  readonly index: number
  readonly codec: string
  readonly profile: string | null
  readonly channels: number
  /** ffmpeg's name of the channel layout; null when the file does not declare one. */
  readonly layout: string | null
  readonly sampleRateHz: number
  /** Bits per second; null when neither the stream nor the file declares it. */
  readonly bitrate: number | null
  readonly isLossless: boolean
  /** Bit depth, where samples have one. */
  readonly sampleBits: number
  readonly isFloat: boolean
  readonly isDefault: boolean
  readonly durationSeconds: number | null
}

export interface SideTrack {
  readonly index: number
  readonly codec: string
}

/** What a demuxer reads at once: a frame of a video, or some samples. */
export interface Packet {
  readonly stream: number
  readonly kind: 'video' | 'audio' | 'other'
  /** When it is played, or, where the file does not say that, when it is decoded. */
  readonly startSeconds: number | null
  readonly seconds: number
  readonly bytes: number
}

export interface Chapter {
  readonly title: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface MediaProbe {
  readonly sizeBytes: number
  /** That the file declares for itself, if more than it has; Infinity if it does not say how much more. */
  readonly declaredBytes?: number | null
  /** All of a small file; otherwise undefined. */
  readonly packets?: readonly Packet[]
  /** As declared by the file. */
  readonly durationSeconds: number | null
  /** Declared by the Xing header of an MP3, which does not count what was appended or cut off afterwards. */
  readonly headerSeconds?: number | null
  readonly video: VideoTrack | null
  readonly audio: readonly AudioTrack[]
  readonly subtitles: readonly SideTrack[]
  /** Embedded cover art. */
  readonly cover: SideTrack | null
  readonly fonts: readonly SideTrack[]
  /** Names of tags with location data, or with properties that no longer apply after conversion. */
  readonly unwantedTags: readonly string[]
  readonly isProtected: boolean
  /** Of the file and of its first audio track, by lower-case name. */
  readonly tags?: Readonly<Record<string, string>>
  readonly chapters?: readonly Chapter[]
}
