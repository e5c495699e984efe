/** Requests as a reverse proxy sends them: with headers that name the user, from an address of this machine. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { createCookieJar } from './cookie-jar.ts'
import { asMember, type Member } from './member.ts'
import { createVisitor } from './visitor.ts'

export interface ProxyHeaders {
  readonly email?: string
  readonly groups?: string
}

/** A browser behind the proxy. */
export function createProxyMember(
  baseUrl: string,
  name: string,
  { email, groups }: ProxyHeaders = {},
  cookies?: ReturnType<typeof createCookieJar>,
): Member {
  const sends = {
    'remote-user': name,
    ...(email !== undefined && { 'remote-email': email }),
    ...(groups !== undefined && { 'remote-groups': groups }),
  }
  const visitor = createVisitor(baseUrl, sends, cookies)
  return asMember(visitor, { username: name, email: email ?? '', password: '' })
}

interface RawReply {
  readonly status: number
  readonly body: string
}

/** With any list of headers, also repeated ones, from the given local address. */
export async function sendRaw(
  url: string,
  headers: readonly (readonly [string, string])[],
  localAddress = '127.0.0.1',
): Promise<RawReply> {
  const sent = request(url, {
    localAddress,
    headers: ['Host', new URL(url).host, ...headers.flat()],
    agent: false,
  })
  sent.end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, body: await text(reply) }
}
