/** Types and dependencies shared by the GIF engine. */
import type { GifPreset } from '@filesmith/contract/gif-presets'
import type { createGif } from '@filesmith/contract/operations/create-gif'
import type { z } from 'zod'
import type { FfmpegContext } from '../ffmpeg/run/media-process.ts'

export type GifContext = FfmpegContext

export type GifOptions = Omit<z.output<typeof createGif.options>, 'outputFormat'>
export type GifFormat = z.output<typeof createGif.options>['outputFormat']

export interface Size {
  readonly width: number
  readonly height: number
}

/** Raw RGBA frames in one file, with their display times. */
export interface Clip extends Size {
  readonly path: string
  readonly delaysMs: readonly number[]
  readonly hasAlpha: boolean
  /** Unrelated images, each of which needs its own palette. */
  readonly isSlideshow: boolean
  readonly notes: readonly string[]
  /** What could not be read. */
  readonly warnings?: readonly string[]
}

/** Encoder settings that trade size against fidelity. */
export interface Effort {
  readonly gif: GifPreset
  /** WebP quality, 0 to 100. */
  readonly webpQuality: number
  /** H.264 quality; lower is better. */
  readonly crf: number
  /** Factor on width and height. */
  readonly scale: number
  /** Keeps every nth frame. */
  readonly keepEvery: number
}
