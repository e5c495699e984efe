/** The call that tells how large a moving picture becomes, before it is made. */
import { z } from 'zod'
import { createGif, gifNoFile, maxGifImages } from '../operations/create-gif.ts'

export const gifEstimateRequestSchema = createGif.options.strict().extend({
  files: z
    .array(z.strictObject({ uploadId: z.uuid() }), { error: gifNoFile })
    .min(1, { error: gifNoFile })
    .max(maxGifImages, { error: `Up to ${maxGifImages} files can be used at once.` })
    .describe('Files that were sent before, in the order they should have.'),
})
export type GifEstimateRequest = z.infer<typeof gifEstimateRequestSchema>

export const gifEstimateReplySchema = z.object({
  bytes: z
    .int()
    .nullable()
    .describe(
      'At most what `maxKilobytes` allows. Null when nobody has the time to measure it now, when another estimate was asked for meanwhile, or when measuring is as much work as making it.',
    ),
  frames: z.int().describe('How many frames were made to know it.'),
})
export type GifEstimateReply = z.infer<typeof gifEstimateReplySchema>
