/** The tools of the home page, in the order of their tabs. */
import { homeAudio } from './home-audio.ts'
import { homeImage } from './home-image.ts'
import { homeVideo } from './home-video.ts'
import type { ConverterTool } from './tool.ts'

export const homeTools = {
  image: homeImage,
  video: homeVideo,
  audio: homeAudio,
} as const satisfies Record<string, ConverterTool>

export type HomeToolId = keyof typeof homeTools
