/**
 * The cookies of the product: HttpOnly, SameSite=Lax, and signed with a key derived from the cookie's own name, so that a value
 * signed for one cookie is not valid in another. Where people reach the site by https, every cookie is Secure and has the
 * `__Host-` prefix: neither another subdomain nor a plain http reply can set one (RFC 6265bis, cookie tossing).
 */
import { hkdfSync } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface CookieKind {
  readonly name: string
  /**
   * Cookies of the version before this one have no prefix and were all signed with one key. They are accepted if their value has
   * a shape that no other cookie of that version had, or (sessions) is only ever looked up among sessions. To be removed
   * with the release after this one.
   */
  readonly earlierValue?: RegExp
}

const cookies = {
  visitor: { name: 'filesmith_visitor', earlierValue: /^v_[0-9a-f-]{36}$/ },
  session: { name: 'filesmith_session', earlierValue: /^[\w-]{43}$/ },
  /** The password was right, the code is still to come. */
  codeWanted: { name: 'filesmith_code_wanted' },
  /** An OAuth transaction: state, nonce and PKCE verifier, until the provider sends the browser back. */
  errand: { name: 'filesmith_errand' },
  /** Signed in by an organization that is notified of the sign-out. */
  organisation: { name: 'filesmith_organisation', earlierValue: /^organisation$/ },
  /** A browser that signed in before; see domain/accounts/known-devices. */
  device: { name: 'filesmith_device' },
} as const satisfies Record<string, CookieKind>
type CookieId = keyof typeof cookies

interface NamedSigner {
  readonly name: string
  readonly signer: ReturnType<typeof cookie.signerFactory>
}

declare module 'fastify' {
  interface FastifyInstance {
    cookieRules: {
      readonly isSecure: boolean
      readonly signers: Readonly<Record<CookieId, NamedSigner>>
    }
  }
}

export async function registerCookies(
  app: FastifyInstance,
  { cookieSecret, publicOrigin }: { readonly cookieSecret: string; readonly publicOrigin: string },
): Promise<void> {
  const isSecure = publicOrigin.startsWith('https:')
  const signerOf = (id: CookieId): NamedSigner => {
    const name = isSecure ? `__Host-${cookies[id].name}` : cookies[id].name
    const key = hkdfSync('sha256', cookieSecret, '', `cookie ${name}`, 32)
    return { name, signer: cookie.signerFactory(Buffer.from(key)) }
  }
  app.decorate('cookieRules', {
    isSecure,
    signers: {
      visitor: signerOf('visitor'),
      session: signerOf('session'),
      codeWanted: signerOf('codeWanted'),
      errand: signerOf('errand'),
      organisation: signerOf('organisation'),
      device: signerOf('device'),
    },
  })
  // This secret only checks cookies of the version before; new ones are signed by their own signers.
  await app.register(cookie, { secret: cookieSecret })
  // After the hook of the plugin, which writes the header: no cache on the way may store a reply that sets a cookie.
  app.addHook('onSend', async (_request, reply) => {
    const isPrivate = /\bprivate\b/.test(String(reply.getHeader('cache-control') ?? ''))
    if (reply.hasHeader('set-cookie') && !isPrivate) reply.header('cache-control', 'private, no-store')
  })
}

export function giveCookie(
  reply: FastifyReply,
  id: CookieId,
  value: string,
  /** Null keeps it until the browser is closed. */
  maxAgeSeconds: number | null,
): void {
  const { name, signer } = reply.server.cookieRules.signers[id]
  reply.setCookie(name, signer.sign(value), {
    ...attributes(reply),
    ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
  })
}

/** Undefined as well when this server did not sign it for this name. */
export function readCookie(request: FastifyRequest, id: CookieId): string | undefined {
  return readSigned(request, id) ?? readEarlierCookie(request, id)
}

/** From the version before; to be replaced by one of today. */
export function readEarlierCookie(request: FastifyRequest, id: CookieId): string | undefined {
  const { name, earlierValue }: CookieKind = cookies[id]
  if (earlierValue === undefined || readSigned(request, id) !== undefined) return undefined
  const signed = request.cookies[name]
  const unsigned = signed === undefined ? undefined : request.unsignCookie(signed)
  return unsigned?.valid && earlierValue.test(unsigned.value) ? unsigned.value : undefined
}

function readSigned(request: FastifyRequest, id: CookieId): string | undefined {
  const { name, signer } = request.server.cookieRules.signers[id]
  const signed = request.cookies[name]
  const unsigned = signed === undefined ? undefined : signer.unsign(signed)
  return unsigned?.valid ? unsigned.value : undefined
}

export function dropCookie(reply: FastifyReply, id: CookieId): void {
  const { name } = reply.server.cookieRules.signers[id]
  reply.clearCookie(name, attributes(reply))
  if (name !== cookies[id].name && reply.request.cookies[cookies[id].name] !== undefined)
    reply.clearCookie(cookies[id].name, attributes(reply))
}

function attributes({ server, request }: FastifyReply) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    // The protocol of a request is only ever https when this process or a trusted proxy says so.
    secure: server.cookieRules.isSecure || request.protocol === 'https',
    path: '/',
  } as const
}
