/** POST /api/edit/audio: trims an audio file, changes its volume, normalizes loudness, removes silence and fades. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { convertAudio } from './convert-audio.ts'
import { audioFiles } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanField, numberField } from './option-fields.ts'

export const editedAudioOutputs = ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'] as const

/** Target of most players and music streaming services. */
export const normalizedLoudnessLufs = -16
export const silenceThreshold = { min: -80, max: -20, default: -50 } as const
/** Quieter parts of this length count as silence. */
export const minSilenceSeconds = 0.5
/** What is left of every removed silence, so that words do not run together. */
export const keptSilenceSeconds = 0.1
export const maxFadeSeconds = 30

const day = { min: 0, max: 86_400 }

export const editAudio = defineOperation({
  path: '/api/edit/audio',
  label: 'Audio editing',
  fileKind: 'audio',
  takes: 'one-file',
  inputs: convertAudio.inputs,
  inputsWith: () => audioFiles,
  outputs: editedAudioOutputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(editedAudioOutputs, { error: `Output format must be one of: ${editedAudioOutputs.join(', ')}.` })
      .default('mp3'),
    trimStart: numberField('trimStart', day).prefault(0).describe('In seconds.'),
    trimEnd: numberField('trimEnd', day).optional().describe('In seconds. Default: the end of the audio.'),
    volume: numberField('Volume', { min: 0, max: 2 }).prefault(1).describe('1 leaves the volume unchanged.'),
    normalize: booleanField('normalize', false).describe(
      `Normalizes loudness to ${normalizedLoudnessLufs} LUFS.`,
    ),
    removeSilence: booleanField('removeSilence', false),
    silenceThreshold: numberField('silenceThreshold', silenceThreshold)
      .prefault(silenceThreshold.default)
      .describe(
        'In decibels; parts that are quieter for half a second or longer are removed. Ignored without removeSilence.',
      ),
    fadeIn: numberField('fadeIn', { min: 0, max: maxFadeSeconds }).prefault(0).describe('In seconds.'),
    fadeOut: numberField('fadeOut', { min: 0, max: maxFadeSeconds }).prefault(0).describe('In seconds.'),
  }),
  nameSuffix: () => '-edited',
  stepOptions: ({ outputFormat: _, ...settings }) => settings,
  refusal: ({ options: { trimStart, trimEnd } }) =>
    trimEnd !== undefined && trimEnd <= trimStart
      ? new AppError('invalid-request', { reason: 'trimEnd must be later than trimStart.' })
      : undefined,
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
