/** What a look into a film or a recording tells: everything the plans are made from. */

export interface VideoTrack {
  readonly index: number
  readonly codec: string
  /** Null when not a single picture could be read. */
  readonly pixelFormat: string | null
  /** As stored. */
  readonly width: number
  readonly height: number
  /** As shown: turned upright, with square pixels. */
  readonly shownWidth: number
  readonly shownHeight: number
  /** Carries a note that it is to be turned or mirrored when shown. */
  readonly isTurned: boolean
  /** Begins with pictures that are not to be shown: somebody cut the beginning off without encoding. */
  readonly hasHiddenStart: boolean
  readonly isInterlaced: boolean
  readonly isHdr: boolean
  readonly transfer: string | null
  readonly colorRange: string | null
  /** Pictures made of red, green and blue rather than of brightness and colour. */
  readonly isRgb: boolean
  readonly hasAlpha: boolean
  /** Dolby Vision without a base layer that others can show. */
  readonly isDolbyVisionOnly: boolean
  /** As declared; containers without a frame rate make one up, so it may be absurd. */
  readonly framesPerSecond: number | null
  /** Every picture lasts equally long, as far as the file says. */
  readonly isSteady: boolean
  readonly durationSeconds: number | null
}

export interface AudioTrack {
  readonly index: number
  readonly codec: string
  readonly profile: string | null
  readonly channels: number
  /** Which loudspeakers they are for, in ffmpeg's words; null when the file does not say. */
  readonly layout: string | null
  readonly sampleRateHz: number
  /** Bits a second; null when neither the stream nor the file says. */
  readonly bitrate: number | null
  readonly isLossless: boolean
  /** Of one sample, where samples have a size. */
  readonly sampleBits: number
  readonly isFloat: boolean
  readonly isDefault: boolean
  readonly durationSeconds: number | null
}

export interface SideTrack {
  readonly index: number
  readonly codec: string
}

export interface MediaProbe {
  readonly sizeBytes: number
  /** As declared by the file. */
  readonly durationSeconds: number | null
  readonly video: VideoTrack | null
  readonly audio: readonly AudioTrack[]
  readonly subtitles: readonly SideTrack[]
  /** A still picture on the sleeve of a recording. */
  readonly cover: SideTrack | null
  readonly fonts: readonly SideTrack[]
  /** Names of tags that say where it was taken, or describe what will be no longer so. */
  readonly unwantedTags: readonly string[]
  readonly isProtected: boolean
}
