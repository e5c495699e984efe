/** Whether a failure is not one but a question: the file opens with its password. */
import type { ErrorCode } from '@filesmith/contract/errors'

export function asksForPassword(code: string | undefined): code is 'password-needed' | 'password-wrong' {
  return code === ('password-needed' satisfies ErrorCode) || code === ('password-wrong' satisfies ErrorCode)
}
