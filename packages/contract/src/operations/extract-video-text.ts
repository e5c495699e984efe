/** POST /api/extract/video-text: transcribes the speech of a video or an audio file. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { detectedLanguage, speechLanguageIds } from '../languages.ts'
import { videoTextMessages } from '../tools/video2text/messages.ts'
import { audioInputs, extractionInputs } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanField } from './option-fields.ts'

const languages = [detectedLanguage, ...speechLanguageIds] as const

export const extractVideoText = defineOperation({
  path: '/api/extract/video-text',
  label: 'Video to text',
  fileKind: 'text',
  noFile: videoTextMessages.noFile,
  takes: 'one-file',
  inputs: [...new Set([...extractionInputs, ...audioInputs])],
  outputs: ['txt'],
  output: { by: 'input', format: () => 'txt' },
  answersText: true,
  options: z.object({
    language: z
      .enum(languages, { error: `Language must be one of: ${languages.join(', ')}.` })
      .default('en')
      .describe('The spoken language; auto detects it.'),
    includeTimestamps: booleanField('includeTimestamps', true),
  }),
  nameSuffix: () => '_transcript',
  stepOptions: options => options,
  queueClass: 'long',
  maxBytes: 100 * bytesPerMegabyte,
})
