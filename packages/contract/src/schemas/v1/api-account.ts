/** GET /api/v1/account: account, usage and limits of an API key. */
import { z } from 'zod'
import { planIds } from '../../plans.ts'
import { usageSchema } from '../usage.ts'
import { apiKeySchema } from './api-key.ts'

export const apiAccountSchema = z
  .object({
    username: z.string(),
    plan: z.enum(planIds).optional().describe('Absent in a private instance.'),
    usage: usageSchema.pick({ today: true, month: true }),
    key: apiKeySchema.omit({ id: true }),
    limits: z.object({
      callsPerMinute: z
        .number()
        .int()
        .describe('Of this key; the account has a separate limit for all its keys.'),
      filesAtOnce: z.number().int().describe('Further files wait in the queue.'),
      keptHours: z.number().int().describe('How long files and results are kept.'),
    }),
  })
  .meta({ id: 'Account' })
export type ApiAccount = z.infer<typeof apiAccountSchema>
