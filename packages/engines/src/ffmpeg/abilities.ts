/** Abilities of the ffmpeg engine: video conversion, subtitles, audio conversion and extraction, audio editing. */
import { addSubtitles } from '@filesmith/contract/operations/add-subtitles'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import type { Ability } from '../engine.ts'

export const ffmpegAbilities = [
  { id: 'ffmpeg-video', engine: 'ffmpeg', from: convertVideo.inputs, to: convertVideo.outputs, cost: 20 },
  { id: 'ffmpeg-audio', engine: 'ffmpeg', from: convertAudio.inputs, to: convertAudio.outputs, cost: 10 },
  {
    id: 'ffmpeg-subtitles',
    engine: 'ffmpeg',
    from: addSubtitles.inputs,
    to: addSubtitles.outputs,
    cost: 30,
    operation: 'add-subtitles',
  },
  {
    id: 'ffmpeg-edit-audio',
    engine: 'ffmpeg',
    from: editAudio.inputs,
    to: editAudio.outputs,
    cost: 10,
    operation: 'edit-audio',
  },
] as const satisfies readonly Ability[]

export type FfmpegAbility = (typeof ffmpegAbilities)[number]['id']
