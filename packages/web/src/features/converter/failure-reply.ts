/** Error response of the server and the message shown for it. */
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { RequestError } from '../../lib/request.ts'

export interface FailureReply {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly status?: number | undefined
}

export function toFailureReply(error: unknown): FailureReply {
  return error instanceof RequestError
    ? { message: error.serverMessage, code: error.code, status: error.status }
    : {}
}

export function explainReply({ messages }: ConverterTool, { message, status }: FailureReply): string {
  if (message !== undefined) return message
  return (status === undefined ? undefined : messages.failedWith?.(status)) ?? messages.failed
}

export function isNotFound(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
