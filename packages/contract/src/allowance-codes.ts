/** Errors that mean the plan's allowance is used up, for which another plan is offered. */
import type { ErrorCode } from './errors.ts'

const allowanceCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'allowance-used',
  'allowance-too-small',
  'month-allowance-used',
  'address-allowance-used',
])

export function isAllowanceCode(code: string | undefined): boolean {
  return code !== undefined && allowanceCodes.has(code)
}
