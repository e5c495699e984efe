/** GET /api/usage: usage of the allowance, for visitors and accounts. */
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
    .describe('The last 30 days in UTC, oldest first.'),
})
export type Usage = z.infer<typeof usageSchema>
