/** What every part of this engine is given. */
import type { GifLook } from '@filesmith/contract/gif-looks'
import type { createGif } from '@filesmith/contract/operations/create-gif'
import type { z } from 'zod'
import type { FfmpegContext } from '../ffmpeg/run/media-process.ts'

export interface GifContext extends FfmpegContext {
  /** Path of gifsicle; null where it is not installed. */
  readonly optimiser: string | null
}

export type GifOptions = Omit<z.output<typeof createGif.options>, 'outputFormat'>
export type GifFormat = z.output<typeof createGif.options>['outputFormat']

export interface Size {
  readonly width: number
  readonly height: number
}

/** All frames on disk, one after the other as RGBA, and how long each is shown. */
export interface Clip extends Size {
  readonly path: string
  readonly delaysMs: readonly number[]
  readonly hasAlpha: boolean
  /** They have little to do with each other: each wants colours of its own. */
  readonly isSlideshow: boolean
  readonly notes: readonly string[]
}

/** How a clip is stored: what is spent on it. */
export interface Effort {
  readonly look: GifLook
  /** WEBP: 0 to 100. */
  readonly webpQuality: number
  /** MP4: the less, the better. */
  readonly crf: number
  /** Of the width and height. */
  readonly scale: number
  /** Every frame, every second one ... */
  readonly keepEvery: number
}
