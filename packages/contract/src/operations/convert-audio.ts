/** POST /api/convert/audio: converts an audio file, or extracts the audio of a video. */
import { z } from 'zod'
import { audioTuningRefusal } from '../advanced-option-refusals.ts'
import { channelLayouts, sampleRates } from '../advanced-options.ts'
import { formatFacts, outputsOfKind } from '../formats.ts'
import { audioCall, audioFiles, extractionInputs } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanField, booleanWithoutDefault } from './option-fields.ts'

export const audioBitrates = ['320', '256', '192', '128'] as const

const outputs = outputsOfKind('audio')
const losslessOutputs = outputs.filter(format => formatFacts(format).isLossless)

export const convertAudio = defineOperation({
  ...audioCall,
  label: 'Audio conversion',
  takes: 'one-file',
  inputsWith: ({ isExtraction }) => (isExtraction ? extractionInputs : audioFiles),
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(audioBitrates, { error: `Quality must be one of: ${audioBitrates.join(', ')}.` })
      .default('256')
      .describe(`In kbps; ignored for ${losslessOutputs.join(' and ')}, which are lossless.`),
    isExtraction: booleanField('isExtraction', false).describe('True extracts the audio of a video.'),
    isVariableBitrate: booleanWithoutDefault('isVariableBitrate')
      .optional()
      .describe('Variable bitrate (VBR) of mp3 and ogg, with quality as its average. Basic and Pro.'),
    sampleRate: z
      .enum(sampleRates, { error: `sampleRate must be one of: ${sampleRates.join(', ')}.` })
      .optional()
      .describe(
        'In hertz; 96000 only for aac, m4a, m4b, m4r, mka and the lossless formats, 8000 to 22050 not for ac3, 8000 not for mp2, only 8000, 16000 and 48000 for opus. Basic and Pro.',
      ),
    channels: z
      .enum(channelLayouts, { error: `channels must be one of: ${channelLayouts.join(', ')}.` })
      .optional()
      .describe('Basic and Pro.'),
  }),
  stepOptions: ({ outputFormat: _, ...settings }) => settings,
  refusal: ({ options: { outputFormat, quality: _, isExtraction: _mode, ...tuning }, plan }) =>
    audioTuningRefusal(tuning, outputFormat, plan),
  queueClass: 'short',
})
