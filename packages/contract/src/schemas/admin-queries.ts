/** Query parameters of the admin lists. */
import { z } from 'zod'
import { planIds } from '../plans.ts'
import { auditActions } from './audit-actions.ts'

const before = z.string().max(200).optional().describe('The `next` value of the previous page.')
const flag = z
  .enum(['true', 'false'])
  .transform(text => text === 'true')
  .optional()

/** Of lists without filters. */
export const adminListQuerySchema = z.object({ before })

export const failureQuerySchema = z.object({
  code: z.string().max(100).optional(),
  operation: z.string().max(100).optional(),
  isFault: flag.describe('`true` for internal errors, `false` for errors caused by a file.'),
  before,
})

export const adminUserQuerySchema = z.object({
  search: z.string().trim().max(200).optional().describe('Part of the username or email address.'),
  plan: z.enum(planIds).optional().describe('The effective plan.'),
  isOperator: flag,
  isSuspended: flag,
  before,
})

export const messageStates = ['open', 'handled', 'suspected'] as const
export const adminMessageQuerySchema = z.object({
  state: z.enum(messageStates).default('open').describe('`suspected`: suspected spam.'),
  before,
})

export const auditQuerySchema = z.object({ action: z.enum(auditActions).optional(), before })
