/** Message of a rejected request: from the server, or by its status; undefined without a response. */
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { RequestError } from './request.ts'

export function describeRefusal(
  error: unknown,
  refusedWith: (status: number) => string = batchMessages.serverStatus,
): string | undefined {
  if (!(error instanceof RequestError)) return undefined
  return error.serverMessage ?? refusedWith(error.status)
}
