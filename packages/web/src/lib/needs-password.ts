/** Whether an error code means that the file needs a password. */
import type { ErrorCode } from '@filesmith/contract/errors'

export function needsPassword(code: string | undefined): code is 'password-needed' | 'password-wrong' {
  return code === ('password-needed' satisfies ErrorCode) || code === ('password-wrong' satisfies ErrorCode)
}
