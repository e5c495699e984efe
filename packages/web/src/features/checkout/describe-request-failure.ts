/** Error message of a failed request: the server's message, or the specified text. */
import { RequestError } from '../../lib/request.ts'

interface FailureTexts {
  /** Used when the server gives no message. */
  readonly refused: string
  readonly exception: string
}

export function describeRequestFailure(error: unknown, { refused, exception }: FailureTexts): string {
  return error instanceof RequestError ? (error.serverMessage ?? refused) : exception
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'not-signed-in'
}
