/** POST /api/convert/video: converts a video to another container or resolution. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { formatsOfKind, outputsOfKind } from '../formats.ts'
import { videoQualities } from '../video-quality.ts'
import { defineOperation } from './operation.ts'

const outputs = outputsOfKind('video')

/** An animated GIF counts as a video without audio. */
export const videoInputs = [...formatsOfKind('video'), 'gif'] as const

export const convertVideo = defineOperation({
  path: '/api/convert/video',
  label: 'Video conversion',
  fileKind: 'video',
  takes: 'one-file',
  inputs: videoInputs,
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(videoQualities, { error: `Quality must be one of: ${videoQualities.join(', ')}.` })
      .default('720p'),
  }),
  stepOptions: ({ quality }) => ({ quality }),
  queueClass: 'long',
  maxBytes: 500 * bytesPerMegabyte,
})
