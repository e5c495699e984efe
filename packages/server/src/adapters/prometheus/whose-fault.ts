/** The label that tells what operators must mend from what people sent. */
import { AppError, type ErrorCode } from '@filesmith/contract/errors'

export function whoseFault(code: ErrorCode): 'ours' | 'file' {
  return new AppError(code).isFault ? 'ours' : 'file'
}
