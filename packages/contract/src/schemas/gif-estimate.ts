/** Estimates the size of a GIF before it is created. */
import { z } from 'zod'
import { createGif, gifNoFile, maxGifImages } from '../operations/create-gif.ts'

export const gifEstimateRequestSchema = createGif.options.strict().extend({
  files: z
    .array(z.strictObject({ uploadId: z.uuid() }), { error: gifNoFile })
    .min(1, { error: gifNoFile })
    .max(maxGifImages, { error: `Up to ${maxGifImages} files can be used at once.` })
    .describe('Uploaded files, in order.'),
})
export type GifEstimateRequest = z.infer<typeof gifEstimateRequestSchema>

export const gifEstimateReplySchema = z.object({
  bytes: z
    .int()
    .nullable()
    .describe(
      'At most `maxKilobytes`. Null if no worker is free, if a newer estimate was requested, or if an estimate takes as long as creating it.',
    ),
  frames: z.int().describe('Number of frames rendered for the estimate.'),
  isExact: z
    .boolean()
    .optional()
    .describe(
      'All frames were encoded, so that the result will have this size. Otherwise it is extrapolated.',
    ),
})
export type GifEstimateReply = z.infer<typeof gifEstimateReplySchema>
