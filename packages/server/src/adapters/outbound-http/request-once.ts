/** One HTTP exchange with addresses that were looked up and allowed before: nothing is looked up a second time. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'
import type { FoundAddress } from './resolve-host.ts'

export interface OutboundTimes {
  readonly connectMs: number
  /** Without a byte in either direction. */
  readonly silenceMs: number
  readonly totalMs: number
}

/** Ends the exchange early; whoever reads the answer by then learns why. */
export interface Ending {
  readonly signal: AbortSignal
  end(reason: Error): void
}

/** The connection goes to one of these addresses, whatever the name means by now. */
function pinnedTo(addresses: readonly FoundAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}

export function requestOnce(
  url: URL,
  addresses: readonly FoundAddress[],
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
  times: OutboundTimes,
  ending: Ending,
): Promise<IncomingMessage> {
  const { signal } = ending
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
      // One of its own: no proxy of the environment, no connection that somebody else opened.
      agent: new Agent({ keepAlive: false }),
      lookup: pinnedTo(addresses),
      maxHeaderSize: 32_768,
      signal,
    })
    const tooLate = () => ending.end(outboundError(url.host, 'timed-out'))
    // As a closed port is, so that a filtered one in an allowed network is not told apart from it.
    const connecting = setTimeout(
      () =>
        ending.end(outboundError(url.host, 'unreachable', { cause: new Error('connecting took too long') })),
      times.connectMs,
    )
    const isReady = url.protocol === 'https:' ? 'secureConnect' : 'connect'
    sent.on('socket', socket => socket.once(isReady, () => clearTimeout(connecting)))
    sent.setTimeout(times.silenceMs, tooLate)
    sent.on('close', () => clearTimeout(connecting))
    sent.on('error', fail)
    sent.on('response', resolve)
    if (body === undefined || typeof body === 'string') sent.end(body)
    // An error of either side reaches whoever waits; an answer before the end of the body is an answer too.
    else pipeline(body.source, sent, error => error && fail(error))
  })
}
