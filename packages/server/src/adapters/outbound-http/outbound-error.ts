/** Error messages for failed outbound requests: enough to fix the URL, without revealing the internal network (SSRF). */
import { AppError } from '@filesmith/contract/errors'
import type { OutboundProblem } from '../../ports/outbound.ts'

const reasons: Readonly<Record<OutboundProblem, string>> = {
  'bad-address': 'it must begin with http:// or https:// and contain no user name or password.',
  'private-address': 'it points to a private or reserved network.',
  unreachable: 'it cannot be reached.',
  interrupted: 'the connection was interrupted.',
  'timed-out': 'it took too long to answer.',
  'bad-certificate': 'its certificate is not valid.',
  'bad-answer': 'it sent an invalid response.',
  'too-many-redirects': 'it redirects too often.',
  'too-large': 'it is larger than {megabytes}MB.',
}

export function outboundError(
  host: string,
  problem: OutboundProblem,
  options: { cause?: unknown; megabytes?: number } = {},
): AppError {
  const reason = reasons[problem].replace('{megabytes}', String(options.megabytes))
  return new AppError('address-failed', { host, problem, reason }, { cause: options.cause })
}

/** Maps socket, TLS and HTTP errors of Node. */
export function fromNodeError(host: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return outboundError(host, problemOf(code), { cause: error })
}

function problemOf(code: string): OutboundProblem {
  if (code === 'ETIMEDOUT') return 'timed-out'
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO|^CRL_|HOSTNAME/.test(code))
    return 'bad-certificate'
  if (/^HPE_/.test(code)) return 'bad-answer'
  if (/^ERR_(INVALID|HTTP|UNESCAPED)/.test(code)) return 'bad-address'
  return 'unreachable'
}
