/** Toast of a failed request: rejected by the server, or unexpected. */
import { RequestError } from './request.ts'

interface FailureTexts {
  readonly refusedTitle: string
  /** Used when the server gives no message. */
  readonly refusedText: string
  readonly unexpectedTitle: string
  readonly unexpectedText: string
}

interface Failure {
  readonly title: string
  readonly description: string
  readonly variant: 'destructive'
}

export function explainFailure(error: unknown, texts: FailureTexts): Failure {
  // A 5xx without a readable message is not a rejection.
  const isRefusal = error instanceof RequestError && (error.serverMessage !== undefined || error.status < 500)
  return {
    title: isRefusal ? texts.refusedTitle : texts.unexpectedTitle,
    description: isRefusal ? (error.serverMessage ?? texts.refusedText) : texts.unexpectedText,
    variant: 'destructive',
  }
}
