/** POST /api/convert/video: converts a video to another container or resolution. */
import { z } from 'zod'
import { videoTuningRefusal } from '../advanced-option-refusals.ts'
import { crf, frameRate, videoCodecs } from '../advanced-options.ts'
import { outputsOfKind } from '../formats.ts'
import { videoQualities } from '../video-quality.ts'
import { videoCall } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { numberField } from './option-fields.ts'

const outputs = outputsOfKind('video')

export const convertVideo = defineOperation({
  ...videoCall,
  label: 'Video conversion',
  takes: 'one-file',
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(videoQualities, { error: `Quality must be one of: ${videoQualities.join(', ')}.` })
      .default('720p'),
    crf: numberField('crf', { ...crf, isWhole: true })
      .optional()
      .describe(
        'Constant rate factor: lower is better and larger. Not for avi, mpeg, ogv and wmv. Basic and Pro.',
      ),
    frameRate: numberField('frameRate', frameRate).optional().describe('Frames per second. Basic and Pro.'),
    videoCodec: z
      .enum(videoCodecs, { error: `videoCodec must be one of: ${videoCodecs.join(', ')}.` })
      .optional()
      .describe(
        'h264 for mp4, mov, mkv, m4v, ts, flv and 3gp; hevc for mp4, mov, mkv, m4v and ts; vp9 for webm and mkv. Basic and Pro.',
      ),
  }),
  stepOptions: ({ outputFormat: _, ...settings }) => settings,
  refusal: ({ options: { outputFormat, quality: _, ...tuning }, plan }) =>
    videoTuningRefusal(tuning, outputFormat, plan),
  queueClass: 'long',
})
