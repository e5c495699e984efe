/** Paths, files and limits of the conversions of images, videos and audio, without their option schemas, which need zod. */
import { bytesPerMegabyte } from '../bytes.ts'
import { formatsOfKind } from '../formats.ts'

export const imageCall = {
  path: '/api/convert/image',
  fileKind: 'image',
  inputs: formatsOfKind('image'),
  maxBytes: 50 * bytesPerMegabyte,
} as const

export const imageQualities = ['high', 'medium', 'low'] as const

/** An animated GIF counts as a video without audio. */
export const videoInputs = [...formatsOfKind('video'), 'gif'] as const

export const videoCall = {
  path: '/api/convert/video',
  fileKind: 'video',
  inputs: videoInputs,
  maxBytes: 500 * bytesPerMegabyte,
} as const

export const audioInputs = formatsOfKind('audio')

/** Video containers that recorders and browsers also use for audio only; only inspecting the file shows which it is. */
const sharedContainers = ['mp4', 'mov', '3gp', 'webm', 'mkv', 'rm'] as const

export const audioFiles = [...audioInputs, ...sharedContainers] as const
export const extractionInputs = videoInputs.filter(format => format !== 'gif')

export const audioCall = {
  path: '/api/convert/audio',
  fileKind: 'audio',
  inputs: [...new Set([...audioFiles, ...extractionInputs])],
  maxBytes: 200 * bytesPerMegabyte,
} as const
