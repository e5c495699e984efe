/** Which errors say that more conversions were asked for than the plan allows: the way out is another plan. */
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
