/** GET /api/v1/account: whom a key belongs to, and what is left. */
import { z } from 'zod'
import { planIds } from '../../plans.ts'
import { usageSchema } from '../usage.ts'
import { apiKeySchema } from './api-key.ts'

export const apiAccountSchema = z
  .object({
    username: z.string(),
    plan: z.enum(planIds),
    usage: usageSchema.pick({ today: true, month: true }),
    key: apiKeySchema.omit({ id: true }),
    limits: z.object({
      callsPerMinute: z
        .number()
        .int()
        .describe('Of this key; all keys of the account together have their own.'),
      filesAtOnce: z.number().int().describe('More wait in the queue.'),
      keptHours: z.number().int().describe('How long files and results are kept.'),
    }),
  })
  .meta({ id: 'Account' })
export type ApiAccount = z.infer<typeof apiAccountSchema>
