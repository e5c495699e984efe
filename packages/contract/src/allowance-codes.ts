/** Errors for which another plan is offered: the allowance is used up, or the plan does not include what was requested. */
import type { ErrorCode } from './errors.ts'

const allowanceCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'allowance-used',
  'allowance-too-small',
  'month-allowance-used',
  'address-allowance-used',
])

const planCodes: ReadonlySet<string> = new Set<ErrorCode>(['plan-needed', 'pro-plan-needed'])

/** Whether another plan would allow the request. */
export function needsOtherPlan(code: string | undefined): boolean {
  return isAllowanceCode(code) || (code !== undefined && planCodes.has(code))
}

export function isAllowanceCode(code: string | undefined): boolean {
  return code !== undefined && allowanceCodes.has(code)
}
