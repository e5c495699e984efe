/** The user whom a trusted reverse proxy names in a header. Must be registered first: nothing else reads these headers. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ProxyUser } from '../domain/accounts/sign-in-by-proxy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** 'unusable' if a trusted proxy sent a header twice or with a value that cannot be a name. */
    proxyUser: ProxyUser | 'unusable' | undefined
  }
}

/** Names in lower case. */
export interface ProxyHeaders {
  readonly user: string
  readonly email: string | undefined
  readonly groups: string | undefined
  readonly groupSeparator: string
  /** By the address of the peer of the connection. */
  readonly isTrusted: (address: string | undefined) => boolean
}

export function registerProxyUser(app: FastifyInstance, headers: ProxyHeaders | null): void {
  app.decorateRequest('proxyUser', undefined)
  if (!headers) return
  const names = new Set([headers.user, headers.email, headers.groups].filter(name => name !== undefined))
  let isReported = false
  app.addHook('onRequest', async request => {
    const values = takeHeaders(request.raw, names)
    // Never request.ip, which X-Forwarded-For may decide.
    if (headers.isTrusted(request.raw.socket.remoteAddress)) {
      request.proxyUser = readProxyUser(headers, values)
    } else if (values.size > 0 && !isReported) {
      // Once: anyone can send these headers.
      isReported = true
      request.log.warn('user header from an address outside of AUTH_PROXY_TRUSTED ignored')
    }
  })
}

/** Also on routes that do not look the account up, such as pages. */
export function isSignedInOrNamed({ signedIn, proxyUser }: FastifyRequest): boolean {
  return signedIn !== undefined || (proxyUser !== undefined && proxyUser !== 'unusable')
}

/** Removes the headers in every form in which Node offers them. */
function takeHeaders(
  raw: IncomingMessage,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const { headers, headersDistinct, rawHeaders } = raw
  const values = new Map<string, readonly string[]>()
  for (const name of names) {
    const found = headersDistinct[name]
    if (!found) continue
    values.set(name, found)
    delete headers[name]
    delete headersDistinct[name]
  }
  if (values.size > 0)
    raw.rawHeaders = rawHeaders.filter(
      (_, index) => !values.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
    )
  return values
}

const emailSchema = z.email().max(254)
const maxNameLength = 200

function readProxyUser(
  { user, email, groups, groupSeparator }: ProxyHeaders,
  values: ReadonlyMap<string, readonly string[]>,
): ProxyUser | 'unusable' | undefined {
  // Sent twice: the proxy adds its header to that of the client, and the order does not show which one is which.
  if ([...values.values()].some(({ length }) => length > 1)) return 'unusable'
  const textOf = (name = '') => decode(values.get(name)?.[0] ?? '').trim()
  const name = textOf(user)
  // Proxies send an empty header for requests without a user.
  if (name === '') return undefined
  if (name.length > maxNameLength || /\p{C}/u.test(name)) return 'unusable'
  return {
    name,
    email: emailSchema.safeParse(textOf(email)).data,
    groups: textOf(groups)
      .split(groupSeparator)
      .map(group => group.trim())
      .filter(group => group !== ''),
  }
}

/** Node decodes headers as Latin-1; proxies send UTF-8. */
function decode(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
