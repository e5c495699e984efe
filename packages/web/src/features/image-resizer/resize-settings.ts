/** Settings of the image resizer: defaults, request fields, and their form in localStorage. */

import type { Size } from '@filesmith/contract/image-edit/geometry'
import { imageQualities } from '@filesmith/contract/operations/media-calls'
import {
  maxResizedSide,
  maxResizePercent,
  type ResizeMode,
  resizeOutputs,
} from '@filesmith/contract/operations/resize-image'
import type { PlanId } from '@filesmith/contract/plans'
import { readSavedWork } from '../../lib/job/saved-work.ts'

export const resizeToolId = 'resize'

export const resizeMethods = ['dimensions', 'fill', 'percentage'] as const
export type ResizeMethod = (typeof resizeMethods)[number]

export interface ResizeSettings {
  readonly method: ResizeMethod
  /** In pixels; null is an empty field, 0 is derived from the other side. */
  readonly width: number | null
  readonly height: number | null
  readonly maintainAspectRatio: boolean
  readonly percent: number
  readonly isSmartCrop: boolean
  readonly withoutEnlargement: boolean
  readonly outputFormat: (typeof resizeOutputs)[number]
  readonly quality: (typeof imageQualities)[number]
  /** The only page to resize, from 1; 0 takes all pages. */
  readonly page: number
  /** 0 means no limit. */
  readonly maxKilobytes: number
}

export const defaultResizeSettings: ResizeSettings = {
  method: 'dimensions',
  width: 800,
  height: 600,
  maintainAspectRatio: true,
  percent: 50,
  isSmartCrop: false,
  withoutEnlargement: true,
  outputFormat: 'original',
  quality: 'high',
  page: 0,
  maxKilobytes: 0,
}

type PresetSettings = Pick<ResizeSettings, 'method' | 'maintainAspectRatio'> & Size

const longestSide = (pixels: number): PresetSettings => ({
  method: 'dimensions',
  width: pixels,
  height: pixels,
  maintainAspectRatio: true,
})
const cropped = (width: number, height: number): PresetSettings => ({
  method: 'fill',
  width,
  height,
  maintainAspectRatio: true,
})

/** Sizes by name: a longest side keeps the proportions, the sizes of social media are cropped. */
export const resizePresets = {
  'longest-1080': longestSide(1080),
  'longest-1920': longestSide(1920),
  'longest-2560': longestSide(2560),
  'square-post': cropped(1080, 1080),
  'portrait-post': cropped(1080, 1350),
  story: cropped(1080, 1920),
  'link-preview': cropped(1200, 630),
  'video-cover': cropped(1280, 720),
  'profile-image': cropped(400, 400),
} as const satisfies Record<string, PresetSettings>

export type ResizePreset = keyof typeof resizePresets
export const resizePresetIds = Object.keys(resizePresets) as ResizePreset[]

/** Undefined for a size of the user's own. */
export function presetOf({
  method,
  width,
  height,
  maintainAspectRatio,
}: ResizeSettings): ResizePreset | undefined {
  return resizePresetIds.find(id => {
    const preset = resizePresets[id]
    const isSame = preset.method === method && preset.width === width && preset.height === height
    return isSame && (method === 'fill' || maintainAspectRatio)
  })
}

/** Parses an integer; anything else is 0. */
export function readSide(text: string): number | null {
  if (text.trim() === '') return null
  const number = Number.parseInt(text, 10)
  return Number.isFinite(number) ? Math.min(maxResizedSide, Math.max(0, number)) : 0
}

export function readPercent(text: string): number {
  return Math.min(maxResizePercent, Math.max(1, Number.parseInt(text, 10) || 1))
}

function modeOf({ method, maintainAspectRatio }: ResizeSettings): ResizeMode {
  if (method !== 'dimensions') return method
  return maintainAspectRatio ? 'fit' : 'exact'
}

/** Removes options the subscription plan does not include. */
export function limitResizeToPlan(settings: ResizeSettings, plan: PlanId): ResizeSettings {
  return plan === 'free' ? { ...settings, isSmartCrop: false, maxKilobytes: 0 } : settings
}

export function toResizeRequest(settings: ResizeSettings) {
  const { method: _, width, height, page, ...rest } = settings
  return {
    ...rest,
    ...(page > 0 && { page }),
    width: width ?? 0,
    height: height ?? 0,
    mode: modeOf(settings),
  }
}

export function readSavedResizeSettings(): ResizeSettings {
  const { options } = readSavedWork(resizeToolId)
  const side = (name: 'width' | 'height') =>
    options[name] === undefined ? defaultResizeSettings[name] : readSide(String(options[name]))
  return {
    method: resizeMethods.find(method => method === options.method) ?? defaultResizeSettings.method,
    width: side('width'),
    height: side('height'),
    maintainAspectRatio: options.maintainAspectRatio !== 0,
    percent:
      options.percent === undefined ? defaultResizeSettings.percent : readPercent(String(options.percent)),
    isSmartCrop: options.isSmartCrop === 1,
    withoutEnlargement: options.withoutEnlargement !== 0,
    outputFormat:
      resizeOutputs.find(format => format === options.outputFormat) ?? defaultResizeSettings.outputFormat,
    quality: imageQualities.find(quality => quality === options.quality) ?? defaultResizeSettings.quality,
    page: Number(options.page) || 0,
    maxKilobytes: Number(options.maxKilobytes) || 0,
  }
}

/** localStorage holds strings and numbers only. */
export function toSavedResizeSettings(settings: ResizeSettings): Record<string, string | number> {
  return {
    ...settings,
    width: settings.width ?? '',
    height: settings.height ?? '',
    maintainAspectRatio: settings.maintainAspectRatio ? 1 : 0,
    isSmartCrop: settings.isSmartCrop ? 1 : 0,
    withoutEnlargement: settings.withoutEnlargement ? 1 : 0,
  }
}
