/** Value of the `fault` label: server errors, which operators must fix, or bad input files. */
import { AppError, type ErrorCode } from '@filesmith/contract/errors'

export function faultLabel(code: ErrorCode): 'ours' | 'file' {
  return new AppError(code).isFault ? 'ours' : 'file'
}
