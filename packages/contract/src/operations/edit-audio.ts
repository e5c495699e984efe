/** POST /api/edit/audio: a recording cut, made louder or quieter, evened out, freed of silence, faded. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { booleanField } from './boolean-field.ts'
import { convertAudio } from './convert-audio.ts'
import { numberField } from './number-field.ts'
import { defineOperation } from './operation.ts'

export const editedAudioOutputs = ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'] as const

/** What most players and services of music even out to. */
export const normalizedLoudnessLufs = -16
export const silenceThreshold = { min: -80, max: -20, usual: -50 } as const
/** What is quieter for so long is silence. */
export const leastSilenceSeconds = 0.5
/** What is left of every silence that is removed, so that words do not collide. */
export const keptSilenceSeconds = 0.1
export const maxFadeSeconds = 30

const day = { min: 0, max: 86_400 }

export const editAudio = defineOperation({
  path: '/api/edit/audio',
  label: 'Audio editing',
  fileKind: 'audio',
  inputs: convertAudio.inputs,
  inputsWith: () => convertAudio.inputsWith({}),
  outputs: editedAudioOutputs,
  options: z.object({
    outputFormat: z
      .enum(editedAudioOutputs, { error: `Output format must be one of: ${editedAudioOutputs.join(', ')}.` })
      .default('mp3'),
    trimStart: numberField('trimStart', day).prefault(0).describe('In seconds.'),
    trimEnd: numberField('trimEnd', day).optional().describe('In seconds; without it, the end.'),
    volume: numberField('Volume', { min: 0, max: 2 }).prefault(1).describe('1 leaves it as it is.'),
    normalize: booleanField('normalize', false).describe(`Brings it to ${normalizedLoudnessLufs} LUFS.`),
    removeSilence: booleanField('removeSilence', false),
    silenceThreshold: numberField('silenceThreshold', silenceThreshold)
      .prefault(silenceThreshold.usual)
      .describe(
        'In decibels; what is quieter for half a second and more is silence. Ignored without removeSilence.',
      ),
    fadeIn: numberField('fadeIn', { min: 0, max: maxFadeSeconds }).prefault(0).describe('In seconds.'),
    fadeOut: numberField('fadeOut', { min: 0, max: maxFadeSeconds }).prefault(0).describe('In seconds.'),
  }),
  refusal: ({ options: { trimStart, trimEnd } }) =>
    trimEnd !== undefined && Number(trimEnd) <= Number(trimStart)
      ? new AppError('invalid-request', { reason: 'trimEnd must be later than trimStart.' })
      : undefined,
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
