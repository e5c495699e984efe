/** Abilities of the ffmpeg engine: video conversion, subtitles, audio conversion and extraction, audio editing, audiobooks. */
import { channelLayouts, sampleRates, videoCodecs } from '@filesmith/contract/advanced-options'
import { addSubtitles } from '@filesmith/contract/operations/add-subtitles'
import { audioBitrates, convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { createAudiobook } from '@filesmith/contract/operations/create-audiobook'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { videoQualities } from '@filesmith/contract/video-quality'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

export const ffmpegVideo = defineAbility({
  id: 'ffmpeg-video',
  engine: 'ffmpeg',
  from: convertVideo.inputs,
  to: convertVideo.outputs,
  cost: 20,
  operation: 'convert-video',
  options: z.object({
    quality: z.enum(videoQualities),
    crf: z.number().optional(),
    frameRate: z.number().optional(),
    videoCodec: z.enum(videoCodecs).optional(),
  }),
})

export const ffmpegAudio = defineAbility({
  id: 'ffmpeg-audio',
  engine: 'ffmpeg',
  from: convertAudio.inputs,
  to: convertAudio.outputs,
  cost: 10,
  operation: 'convert-audio',
  options: z.object({
    quality: z.enum(audioBitrates),
    isExtraction: z.boolean().default(false),
    isVariableBitrate: z.boolean().optional(),
    sampleRate: z.enum(sampleRates).optional(),
    channels: z.enum(channelLayouts).optional(),
  }),
})

export const ffmpegSubtitles = defineAbility({
  id: 'ffmpeg-subtitles',
  engine: 'ffmpeg',
  from: addSubtitles.inputs,
  to: addSubtitles.outputs,
  cost: 30,
  operation: 'add-subtitles',
  options: addSubtitles.options,
})

export const ffmpegEditAudio = defineAbility({
  id: 'ffmpeg-edit-audio',
  engine: 'ffmpeg',
  from: editAudio.inputs,
  to: editAudio.outputs,
  cost: 10,
  operation: 'edit-audio',
  options: editAudio.options.omit({ outputFormat: true }),
})

export const ffmpegAudiobook = defineAbility({
  id: 'ffmpeg-audiobook',
  engine: 'ffmpeg',
  from: createAudiobook.inputs,
  to: createAudiobook.outputs,
  cost: 10,
  operation: 'create-audiobook',
  options: createAudiobook.options,
})
