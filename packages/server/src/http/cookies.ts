/**
 * Cookies: HttpOnly, SameSite=Lax, and signed with a key derived from the cookie's name, so that a value signed for one
 * cookie is not valid in another. On https, every cookie is Secure and has the `__Host-` prefix: neither another
 * subdomain nor a plain http reply can set one (RFC 6265bis, cookie tossing). The prefix requires Path=/, so with BASE_PATH
 * the name contains the path: several installations on one host do not overwrite each other's cookies.
 */
import { hkdfSync } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface CookieKind {
  readonly name: string
  /**
   * Cookies of the previous version have no prefix and were all signed with one key. They are accepted if their value has
   * a shape that no other cookie of that version had, or (sessions) is only ever looked up among sessions. To be removed
   * with the next release.
   */
  readonly legacyValue?: RegExp
}

const cookies = {
  visitor: { name: 'filesmith_visitor', legacyValue: /^v_[0-9a-f-]{36}$/ },
  session: { name: 'filesmith_session', legacyValue: /^[\w-]{43}$/ },
  /** The password was correct; the second factor is pending. */
  codeWanted: { name: 'filesmith_code_wanted' },
  /** An OAuth transaction: state, nonce and PKCE verifier, until the provider sends the browser back. */
  oauthTransaction: { name: 'filesmith_errand' },
  /** Signed in by an organization that is notified of the sign-out. */
  organization: { name: 'filesmith_organisation', legacyValue: /^organisation$/ },
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
      readonly path: string
      readonly signers: Readonly<Record<CookieId, NamedSigner>>
    }
  }
}

interface CookieSettings {
  readonly cookieSecret: string
  readonly publicOrigin: string
  readonly basePath: string
}

export async function registerCookies(
  app: FastifyInstance,
  { cookieSecret, publicOrigin, basePath }: CookieSettings,
): Promise<void> {
  const isSecure = publicOrigin.startsWith('https:')
  const signerOf = (id: CookieId): NamedSigner => {
    // A base path contains no dots, so names of different paths differ.
    const name = `${isSecure ? '__Host-' : ''}${cookies[id].name}${basePath.replaceAll('/', '.')}`
    const key = hkdfSync('sha256', cookieSecret, '', `cookie ${name}`, 32)
    return { name, signer: cookie.signerFactory(Buffer.from(key)) }
  }
  app.decorate('cookieRules', {
    isSecure,
    path: isSecure || basePath === '' ? '/' : basePath,
    signers: {
      visitor: signerOf('visitor'),
      session: signerOf('session'),
      codeWanted: signerOf('codeWanted'),
      oauthTransaction: signerOf('oauthTransaction'),
      organization: signerOf('organization'),
      device: signerOf('device'),
    },
  })
  // This secret only verifies cookies of the previous version; new ones are signed by their own signers.
  await app.register(cookie, { secret: cookieSecret })
  // Runs after the plugin's hook, which writes the header: no shared cache may store a reply that sets a cookie.
  app.addHook('onSend', async (_request, reply) => {
    const isPrivate = /\bprivate\b/.test(`${reply.getHeader('cache-control')}`)
    if (reply.hasHeader('set-cookie') && !isPrivate) reply.header('cache-control', 'private, no-store')
  })
}

export function setCookie(
  reply: FastifyReply,
  id: CookieId,
  value: string,
  /** Null: a session cookie, until the browser is closed. */
  maxAgeSeconds: number | null,
): void {
  const { name, signer } = reply.server.cookieRules.signers[id]
  reply.setCookie(name, signer.sign(value), {
    ...attributes(reply),
    ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
  })
}

/** Undefined if missing or not signed by this server for this name. */
export function readCookie(request: FastifyRequest, id: CookieId): string | undefined {
  return readSigned(request, id) ?? readLegacyCookie(request, id)
}

/** A cookie of the previous version, to be replaced. */
export function readLegacyCookie(request: FastifyRequest, id: CookieId): string | undefined {
  const { name, legacyValue }: CookieKind = cookies[id]
  const isLegacyPossible = legacyValue !== undefined && request.server.basePath === ''
  if (!isLegacyPossible || readSigned(request, id) !== undefined) return undefined
  const signed = request.cookies[name]
  const unsigned = signed === undefined ? undefined : request.unsignCookie(signed)
  return unsigned?.valid && legacyValue.test(unsigned.value) ? unsigned.value : undefined
}

function readSigned(request: FastifyRequest, id: CookieId): string | undefined {
  const { name, signer } = request.server.cookieRules.signers[id]
  const signed = request.cookies[name]
  const unsigned = signed === undefined ? undefined : signer.unsign(signed)
  return unsigned?.valid ? unsigned.value : undefined
}

export function clearCookie(reply: FastifyReply, id: CookieId): void {
  const { name } = reply.server.cookieRules.signers[id]
  reply.clearCookie(name, attributes(reply))
  if (
    reply.server.basePath === '' &&
    name !== cookies[id].name &&
    reply.request.cookies[cookies[id].name] !== undefined
  )
    reply.clearCookie(cookies[id].name, attributes(reply))
}

function attributes({ server, request }: FastifyReply) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    // The request protocol is https only if this process or a trusted proxy terminated TLS.
    secure: server.cookieRules.isSecure || request.protocol === 'https',
    path: server.cookieRules.path,
  } as const
}
