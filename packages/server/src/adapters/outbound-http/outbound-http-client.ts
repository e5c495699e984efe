/** Calls addresses that other people name, over HTTP, and only where the rules of addresses let it. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Transform } from 'node:stream'
import { toMegabytes } from '@filesmith/contract/bytes'
import type { OutboundClient, OutboundRequest, OutboundResponse } from '../../ports/outbound.ts'
import { type AddressRules, createAddressRules } from './address-rules.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'
import { type Ending, type OutboundTimes, requestOnce } from './request-once.ts'
import { bareHost, type LookUp, lookUpByDns, resolveHost } from './resolve-host.ts'

const maxRedirects = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])

export interface OutboundSettings {
  /** In the notation of CIDR; beside the public internet. */
  readonly allowedNetworks: readonly string[]
  readonly times: OutboundTimes
  readonly lookUp?: LookUp
}

export function createOutboundHttpClient(settings: OutboundSettings): OutboundClient {
  const isAllowed = createAddressRules(settings.allowedNetworks)
  const lookUp = settings.lookUp ?? lookUpByDns
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
      const own = new AbortController()
      const end = (reason: Error) => own.abort(reason)
      const late = outboundError(first.host, 'timed-out')
      const timer = setTimeout(end, request.timeoutMs ?? settings.times.totalMs, late)
      const ending = { signal: AbortSignal.any([request.signal, own.signal]), end }
      try {
        const { message, url } = await follow(first, request, ending)
        const answer = toAnswer(message, url, request.maxBytes, ending)
        answer.body.on('close', () => clearTimeout(timer))
        return answer
      } catch (error) {
        clearTimeout(timer)
        throw fromNodeError(first.host, ending.signal.aborted ? ending.signal.reason : error)
      }
    },
  }

  async function follow(
    first: URL,
    request: OutboundRequest,
    ending: Ending,
  ): Promise<{ message: IncomingMessage; url: URL }> {
    let url = first
    for (let redirects = 0; ; redirects++) {
      const addresses = await orAbort(resolveHost(url, isAllowed, lookUp), ending.signal)
      // What was meant for one site is told to no other.
      const headers = url.origin === first.origin ? request.headers : undefined
      const message = await requestOnce(
        url,
        addresses,
        { ...request, headers: headers ?? {} },
        settings.times,
        ending,
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
  const isPlain = url.username === '' && url.password === ''
  if (!/^https?:$/.test(url.protocol) || !isPlain || url.hostname === '')
    throw outboundError(url.host || 'no host', 'bad-address')
  return url
}

/** By now every way to write an IPv4 address has become the usual one. */
function checkLiteral(url: URL, isAllowed: AddressRules): void {
  const host = bareHost(url)
  if (isIP(host) > 0 && !isAllowed(host)) throw outboundError(url.host, 'private-address')
}

/** Looking up a name cannot be broken off; waiting for it can. */
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

function toAnswer(
  message: IncomingMessage,
  url: URL,
  maxBytes: number,
  { signal }: Ending,
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
