/** One HTTP exchange with addresses that were resolved and checked before; no second lookup, which prevents DNS rebinding. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'
import type { ResolvedAddress } from './resolve-host.ts'

export interface OutboundTimes {
  readonly connectMs: number
  /** Time without traffic in either direction. */
  readonly silenceMs: number
  readonly totalMs: number
}

/** Aborts the exchange; a reader of the response gets the reason. */
export interface RequestAborter {
  readonly signal: AbortSignal
  abort(reason: Error): void
}

/** A lookup function that returns the checked addresses, whatever DNS says by now. */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all || !first) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

export function requestOnce(
  url: URL,
  addresses: readonly ResolvedAddress[],
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
  times: OutboundTimes,
  aborter: RequestAborter,
): Promise<IncomingMessage> {
  const { signal } = aborter
  const { body } = request
  const { request: open, Agent } = url.protocol === 'https:' ? https : http
  const sizeBytes = typeof body === 'string' ? Buffer.byteLength(body) : body?.sizeBytes
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(fromNodeError(url.host, signal.aborted ? signal.reason : error))
    const sent = open(url, {
      method: request.method,
      headers: {
        'user-agent': 'Filesmith',
        'accept-encoding': 'identity',
        ...request.headers,
        ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
      },
      // A new agent: no proxy from the environment, no reused connections.
      agent: new Agent({ keepAlive: false }),
      lookup: pinnedTo(addresses),
      maxHeaderSize: 32_768,
      signal,
    })
    const onIdleTimeout = () => aborter.abort(outboundError(url.host, 'timed-out'))
    // Same error as for a closed port, so that port scans of allowed networks cannot distinguish filtered ports.
    const connectTimer = setTimeout(
      () =>
        aborter.abort(outboundError(url.host, 'unreachable', { cause: new Error('connection timed out') })),
      times.connectMs,
    )
    const connectedEvent = url.protocol === 'https:' ? 'secureConnect' : 'connect'
    sent.on('socket', socket => socket.once(connectedEvent, () => clearTimeout(connectTimer)))
    sent.setTimeout(times.silenceMs, onIdleTimeout)
    sent.on('close', () => clearTimeout(connectTimer))
    sent.on('error', fail)
    sent.on('response', resolve)
    if (body === undefined || typeof body === 'string') sent.end(body)
    // An error on either side rejects; a response before the end of the body is valid.
    else pipeline(body.source, sent, error => error && fail(error))
  })
}
