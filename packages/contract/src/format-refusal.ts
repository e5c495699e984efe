/** The error for an output format that a plan does not include. */
import { AppError } from './errors.ts'
import { type FormatId, formats } from './formats.ts'
import { includesFormat, type PlanId, planForFormat } from './plans.ts'

export function formatRefusal(output: FormatId, plan: PlanId): AppError | undefined {
  if (includesFormat(plan, output)) return undefined
  const what = `${formats[output].label} requires`
  return new AppError(planForFormat(output) === 'pro' ? 'pro-plan-needed' : 'plan-needed', { what })
}
