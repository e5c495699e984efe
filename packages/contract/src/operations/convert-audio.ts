/** POST /api/convert/audio: one recording in, the same recording in another format out. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation } from './operation.ts'

const audioBitrates = ['320', '256', '192', '128'] as const

const outputs = ['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a'] as const

export const convertAudio = defineOperation({
  path: '/api/convert/audio',
  label: 'Audio conversion',
  fileKind: 'audio',
  inputs: ['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a'],
  outputs,
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(audioBitrates, { error: `Quality must be one of: ${audioBitrates.join(', ')}.` })
      .default('256'),
  }),
  maxBytes: 200 * bytesPerMegabyte,
})
