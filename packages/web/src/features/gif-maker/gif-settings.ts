/** Settings of the GIF maker: defaults, limits, and their form in localStorage. */
import type { GifQuality } from '@filesmith/contract/gif-presets'
import {
  gifBounds,
  gifOutputs,
  gifQualities,
  maxCaptionCharacters,
} from '@filesmith/contract/operations/create-gif'
import { readSavedWork } from '../../lib/job/saved-work.ts'

export const gifToolId = 'gif'

export type GifOutput = (typeof gifOutputs)[number]

export interface GifSettings {
  readonly fps: number
  readonly width: number
  readonly quality: GifQuality
  /** In seconds, like `duration`; for videos only. */
  readonly startTime: number
  readonly duration: number
  readonly outputFormat: GifOutput
  /** 0 loops forever. */
  readonly loopCount: number
  readonly isReversed: boolean
  readonly caption: string
  /** 0 means no limit. */
  readonly maxKilobytes: number
}

export const defaultGifSettings: GifSettings = {
  fps: gifBounds.fps.default,
  width: gifBounds.width.default,
  quality: 'medium',
  startTime: gifBounds.startTime.default,
  duration: gifBounds.duration.default,
  outputFormat: 'gif',
  loopCount: 0,
  isReversed: false,
  caption: '',
  maxKilobytes: 0,
}

const maxLoops = 1000
const maxMaxKilobytes = 1_048_576
const daySeconds = 86_400

export function readSavedGifSettings(): GifSettings {
  const { options } = readSavedWork(gifToolId)
  const number = (name: keyof GifSettings & string, min: number, max: number, fallback: number) => {
    const value = Number(options[name] ?? Number.NaN)
    return value >= min && value <= max ? value : fallback
  }
  const { fps, width, duration } = gifBounds
  return {
    fps: number('fps', fps.min, fps.max, fps.default),
    width: number('width', width.min, width.max, width.default),
    quality: gifQualities.find(quality => quality === options.quality) ?? defaultGifSettings.quality,
    startTime: number('startTime', 0, daySeconds, 0),
    duration: number('duration', duration.min, duration.max, duration.default),
    outputFormat:
      gifOutputs.find(format => format === options.outputFormat) ?? defaultGifSettings.outputFormat,
    loopCount: number('loopCount', 0, maxLoops, 0),
    isReversed: options.isReversed === 1,
    caption: String(options.caption ?? '').slice(0, maxCaptionCharacters),
    maxKilobytes: number('maxKilobytes', 0, maxMaxKilobytes, 0),
  }
}

/** localStorage holds strings and numbers only. */
export function toSavedGifSettings(settings: GifSettings): Record<string, string | number> {
  return { ...settings, isReversed: settings.isReversed ? 1 : 0 }
}
