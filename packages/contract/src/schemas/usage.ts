/** GET /api/usage: what has been spent of the allowance, by visitors and accounts alike. */
import { z } from 'zod'

const allowanceSchema = z.object({
  used: z.number().int(),
  remaining: z.number().int().nullable().describe('Null means unlimited.'),
  total: z.number().int().nullable().describe('Null means unlimited.'),
  resetsAt: z.iso.datetime(),
})

export const usageSchema = z.object({
  today: allowanceSchema,
  month: allowanceSchema,
  days: z
    .array(z.object({ date: z.iso.date(), conversions: z.number().int() }))
    .describe('The last 30 days, oldest first, today last; days are those of UTC.'),
})
export type Usage = z.infer<typeof usageSchema>
