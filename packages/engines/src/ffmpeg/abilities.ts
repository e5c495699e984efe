/** What ffmpeg can do: films into films, and anything with sound in it into recordings. */
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { Ability } from '../engine.ts'

export const ffmpegAbilities: readonly Ability[] = [
  { id: 'ffmpeg-video', engine: 'ffmpeg', from: convertVideo.inputs, to: convertVideo.outputs, cost: 20 },
  { id: 'ffmpeg-audio', engine: 'ffmpeg', from: convertAudio.inputs, to: convertAudio.outputs, cost: 10 },
]
