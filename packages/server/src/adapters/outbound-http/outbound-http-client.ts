/** HTTP client for URLs supplied by users. Connects only to allowed addresses, including after redirects (SSRF). */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Transform } from 'node:stream'
import { toMegabytes } from '@filesmith/contract/bytes'
import type { OutboundClient, OutboundRequest, OutboundResponse } from '../../ports/outbound.ts'
import { type AddressRules, createAddressRules } from './address-rules.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'
import { type OutboundTimes, type RequestAborter, requestOnce } from './request-once.ts'
import { bareHost, type DnsLookup, resolveHost, systemDnsLookup } from './resolve-host.ts'

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
  message.on('error', error =>
    body.destroy(
      signal.aborted
        ? fromNodeError(url.host, signal.reason)
        : outboundError(url.host, 'interrupted', { cause: error }),
    ),
  )
  body.on('close', () => message.destroy())
  message.pipe(body)
  return { status: message.statusCode ?? 0, headers: message.headers, url: url.href, body }
}
