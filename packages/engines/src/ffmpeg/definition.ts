/** Definition of the ffmpeg engine: video and audio files. */
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { EngineDefinition } from '../engine.ts'
import { ffmpegAbilities } from './abilities.ts'

export const ffmpegEngine: EngineDefinition = {
  id: 'ffmpeg',
  abilities: ffmpegAbilities,
  inspects: [...new Set([...convertVideo.inputs, ...convertAudio.inputs])],
  start: async (settings, sandbox) => {
    const { startFfmpeg } = await import('./start-ffmpeg.ts')
    return startFfmpeg(settings, sandbox)
  },
}
