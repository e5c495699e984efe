/** HTTP client for URLs supplied by users. Connects only to allowed addresses, including after redirects (SSRF). */

import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { finished, pipeline, Transform } from 'node:stream'
import { toMegabytes } from '@filesmith/contract/bytes'
import type { OutboundClient, OutboundRequest, OutboundResponse } from '../../ports/outbound.ts'
import { type AddressRules, createAddressRules } from './address-rules.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'

/** Resolves a host name and accepts it only if all of its addresses may be connected to. */
interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export type DnsLookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

const systemDnsLookup: DnsLookup = hostname => lookup(hostname, { all: true })

/** Without the brackets of an IPv6 literal. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

async function resolveHost(
  url: URL,
  isAllowed: AddressRules,
  dnsLookup: DnsLookup,
): Promise<readonly ResolvedAddress[]> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family > 0) {
    if (!isAllowed(host)) throw outboundError(url.host, 'private-address')
    return [{ address: host, family }]
  }
  const found = await findByName(url, host, dnsLookup)
  // All addresses must be allowed: which one the socket uses is not under our control.
  if (found.every(({ address }) => isAllowed(address))) return found
  // Same error as for an unknown name: otherwise names in the operator's network could be enumerated.
  const cause = new Error('the name resolves to a private or reserved address')
  throw outboundError(url.host, 'unreachable', { cause })
}

async function findByName(url: URL, host: string, dnsLookup: DnsLookup): Promise<readonly ResolvedAddress[]> {
  const found = await dnsLookup(host).catch(error => {
    throw fromNodeError(url.host, error)
  })
  if (found.length === 0) throw outboundError(url.host, 'unreachable')
  return found
}

const maxRedirects = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])

export interface OutboundSettings {
  /** In CIDR notation; allowed in addition to public addresses. */
  readonly allowedNetworks: readonly string[]
  readonly times: OutboundTimes
  readonly dnsLookup?: DnsLookup
}

export function createOutboundHttpClient(settings: OutboundSettings): OutboundClient {
  const isAllowed = createAddressRules(settings.allowedNetworks)
  const dnsLookup = settings.dnsLookup ?? systemDnsLookup
  return {
    refusal(url) {
      try {
        checkLiteral(parseAddress(url), isAllowed)
        return undefined
      } catch (error) {
        return fromNodeError('no host', error)
      }
    },

    async send(request) {
      const first = parseAddress(request.url)
      const controller = new AbortController()
      const abort = (reason: Error) => controller.abort(reason)
      const timeoutError = outboundError(first.host, 'timed-out')
      const timer = setTimeout(abort, request.timeoutMs ?? settings.times.totalMs, timeoutError)
      const aborter = { signal: AbortSignal.any([request.signal, controller.signal]), abort }
      try {
        const { message, url } = await follow(first, request, aborter)
        const answer = toResponse(message, url, request.maxBytes, aborter)
        answer.body.on('close', () => clearTimeout(timer))
        return answer
      } catch (error) {
        clearTimeout(timer)
        throw fromNodeError(first.host, aborter.signal.aborted ? aborter.signal.reason : error)
      }
    },
  }

  async function follow(
    first: URL,
    request: OutboundRequest,
    aborter: RequestAborter,
  ): Promise<{ message: IncomingMessage; url: URL }> {
    let url = first
    for (let redirects = 0; ; redirects++) {
      const addresses = await orAbort(resolveHost(url, isAllowed, dnsLookup), aborter.signal)
      // Headers may carry credentials: send them only to the original origin.
      const headers = url.origin === first.origin ? request.headers : undefined
      const message = await requestOnce(
        url,
        addresses,
        { ...request, headers: headers ?? {} },
        settings.times,
        aborter,
      )
      const { location } = message.headers
      if (!request.followsRedirects || !redirectStatuses.has(message.statusCode ?? 0) || !location)
        return { message, url }
      message.destroy()
      if (redirects === maxRedirects) throw outboundError(first.host, 'too-many-redirects')
      if (!URL.canParse(location, url.href)) throw outboundError(url.host, 'bad-answer')
      url = parseAddress(new URL(location, url.href).href)
    }
  }
}

function parseAddress(text: string): URL {
  if (!URL.canParse(text)) throw outboundError('no host', 'bad-address')
  const url = new URL(text)
  const hasNoCredentials = url.username === '' && url.password === ''
  if (!/^https?:$/.test(url.protocol) || !hasNoCredentials || url.hostname === '')
    throw outboundError(url.host || 'no host', 'bad-address')
  return url
}

/** URL parsing has already normalized octal, hexadecimal and other spellings of IPv4 addresses. */
function checkLiteral(url: URL, isAllowed: AddressRules): void {
  const host = bareHost(url)
  if (isIP(host) > 0 && !isAllowed(host)) throw outboundError(url.host, 'private-address')
}

/** A DNS lookup cannot be canceled, but the wait for it can. */
async function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function toResponse(
  message: IncomingMessage,
  url: URL,
  maxBytes: number,
  { signal }: RequestAborter,
): OutboundResponse {
  let seenBytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length
      if (seenBytes > maxBytes)
        done(outboundError(url.host, 'too-large', { megabytes: toMegabytes(maxBytes) }))
      else done(null, chunk)
    },
  })
  // Also reports what happened before this call.
  finished(message, error => {
    if (!error) return
    body.destroy(
      signal.aborted
        ? fromNodeError(url.host, signal.reason)
        : outboundError(url.host, 'interrupted', { cause: error }),
    )
  })
  body.on('close', () => message.destroy())
  message.pipe(body)
  return { status: message.statusCode ?? 0, headers: message.headers, url: url.href, body }
}

/** One HTTP exchange with addresses that were resolved and checked before; no second lookup, which prevents DNS rebinding. */
interface OutboundTimes {
  readonly connectMs: number
  /** Time without traffic in either direction. */
  readonly silenceMs: number
  readonly totalMs: number
}

/** Aborts the exchange; a reader of the response gets the reason. */
interface RequestAborter {
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

function requestOnce(
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
