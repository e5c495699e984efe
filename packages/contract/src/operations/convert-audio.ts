/** POST /api/convert/audio: converts an audio file, or extracts the audio of a video. */
import { z } from 'zod'
import { audioTuningRefusal, channelLayouts, sampleRates } from '../advanced-options.ts'
import { bytesPerMegabyte } from '../bytes.ts'
import { formatFacts, formatsOfKind, outputsOfKind } from '../formats.ts'
import { videoInputs } from './convert-video.ts'
import { defineOperation } from './operation.ts'
import { booleanField, booleanWithoutDefault } from './option-fields.ts'

export const audioBitrates = ['320', '256', '192', '128'] as const

const outputs = outputsOfKind('audio')
const losslessOutputs = outputs.filter(format => formatFacts(format).isLossless)

export const audioInputs = formatsOfKind('audio')

/** Video containers that recorders and browsers also use for audio only; only inspecting the file shows which it is. */
const sharedContainers = ['mp4', 'mov', '3gp', 'webm', 'mkv', 'rm'] as const

export const audioFiles = [...audioInputs, ...sharedContainers] as const
export const extractionInputs = videoInputs.filter(format => format !== 'gif')

export const convertAudio = defineOperation({
  path: '/api/convert/audio',
  label: 'Audio conversion',
  fileKind: 'audio',
  takes: 'one-file',
  inputs: [...new Set([...audioFiles, ...extractionInputs])],
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
  maxBytes: 200 * bytesPerMegabyte,
})
