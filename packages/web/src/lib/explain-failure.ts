/** Puts a failed call into the words of its place: what the server refused, and what nobody expected. */
import { RequestError } from './request.ts'

interface FailureWords {
  readonly refusedTitle: string
  /** When the server refused without saying why. */
  readonly refusedText: string
  readonly unexpectedTitle: string
  readonly unexpectedText: string
}

interface Failure {
  readonly title: string
  readonly description: string
  readonly variant: 'destructive'
}

export function explainFailure(error: unknown, words: FailureWords): Failure {
  // A server in trouble that says nothing readable has refused nothing.
  const isRefusal = error instanceof RequestError && (error.serverMessage !== undefined || error.status < 500)
  return {
    title: isRefusal ? words.refusedTitle : words.unexpectedTitle,
    description: isRefusal ? (error.serverMessage ?? words.refusedText) : words.unexpectedText,
    variant: 'destructive',
  }
}
