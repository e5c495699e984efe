/** POST /api/convert/audio: converts an audio file, or extracts the audio of a video. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { formatFacts, formatsOfKind, outputsOfKind } from '../formats.ts'
import { videoInputs } from './convert-video.ts'
import { defineOperation } from './operation.ts'
import { booleanField } from './option-fields.ts'

export const audioBitrates = ['320', '256', '192', '128'] as const

const outputs = outputsOfKind('audio')
const losslessOutputs = outputs.filter(format => formatFacts(format).isLossless)

export const audioInputs = formatsOfKind('audio')

/** Video containers that recorders and browsers also use for audio only; only inspecting the file shows which it is. */
const sharedContainers = ['mp4', 'mov', '3gp', 'webm', 'mkv'] as const

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
  }),
  stepOptions: ({ quality, isExtraction }) => ({ quality, isExtraction }),
  queueClass: 'short',
  maxBytes: 200 * bytesPerMegabyte,
})
