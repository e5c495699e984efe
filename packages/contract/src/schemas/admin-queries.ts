/** What operators can ask the lists of an installation for. */
import { z } from 'zod'
import { planIds } from '../plans.ts'
import { auditActions } from './audit-actions.ts'

const before = z.string().max(200).optional().describe('What the page before this one said as `next`.')
const flag = z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional()

export const failureQuerySchema = z.object({
  code: z.string().max(100).optional(),
  operation: z.string().max(100).optional(),
  isFault: flag.describe('`true` for faults of ours, `false` for what was wrong with a file.'),
  before,
})

export const adminUserQuerySchema = z.object({
  search: z.string().trim().max(200).optional().describe('A part of the name or the address.'),
  plan: z.enum(planIds).optional().describe('Whose limits hold now.'),
  isOperator: flag,
  isSuspended: flag,
  before,
})

export const messageStates = ['open', 'handled', 'suspected'] as const
export const adminMessageQuerySchema = z.object({
  state: z.enum(messageStates).default('open').describe('`suspected` for those that looked like spam.'),
  before,
})

export const auditQuerySchema = z.object({ action: z.enum(auditActions).optional(), before })
