/** A call that failed, in the specified words: what the server refused, or what nobody expected. */
import { RequestError } from '../../lib/request.ts'

interface FailureTexts {
  /** When the server gives no reason. */
  readonly refused: string
  readonly exception: string
}

export function describeFailure(error: unknown, { refused, exception }: FailureTexts): string {
  return error instanceof RequestError ? (error.serverMessage ?? refused) : exception
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'not-signed-in'
}
