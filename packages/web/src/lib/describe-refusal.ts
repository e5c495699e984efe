/** What a failed call has to say: the server's own message, else its status; undefined when there was no answer. */
import { batchMessages } from '@filesmith/contract/messages/batch'
import { RequestError } from './request.ts'

export function describeRefusal(
  error: unknown,
  refusedWith: (status: number) => string = batchMessages.serverStatus,
): string | undefined {
  if (!(error instanceof RequestError)) return undefined
  return error.serverMessage ?? refusedWith(error.status)
}
