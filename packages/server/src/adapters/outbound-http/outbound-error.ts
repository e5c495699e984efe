/** What is said when an address could not be used: enough to correct it, nothing about who answers inside a network. */
import { AppError } from '@filesmith/contract/errors'
import type { OutboundProblem } from '../../ports/outbound.ts'

const reasons: Readonly<Record<OutboundProblem, string>> = {
  'bad-address': 'it must begin with http:// or https:// and hold no user name or password.',
  'private-address': 'it leads into a private or reserved network.',
  unreachable: 'it cannot be reached.',
  interrupted: 'the connection broke off.',
  'timed-out': 'it took too long to answer.',
  'bad-certificate': 'its certificate is not valid.',
  'bad-answer': 'its answer could not be understood.',
  'too-many-redirects': 'it leads on to other addresses too often.',
  'too-large': 'it sends more than {megabytes}MB.',
}

export function outboundError(
  host: string,
  problem: OutboundProblem,
  options: { cause?: unknown; megabytes?: number } = {},
): AppError {
  const reason = reasons[problem].replace('{megabytes}', String(options.megabytes))
  return new AppError('address-failed', { host, problem, reason }, { cause: options.cause })
}

/** Node's own errors of sockets, TLS and HTTP. */
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
