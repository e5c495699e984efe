/** Who is asking: a visitor is known by a signed cookie and has what Free has. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Owner } from '../domain/owners/owner.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until somebody without a cookie does something that must be remembered. */
    owner: Owner | undefined
  }
}

const cookieName = 'filesmith_visitor'
const maxAgeSeconds = 400 * 24 * 60 * 60
const visitorPattern = /^v_[0-9a-f-]{36}$/

/** Owns nothing, so every look-up for it finds nothing. */
const nobody: Owner = { id: 'nobody', plan: 'free' }

export async function registerOwnerSession(app: FastifyInstance, secret: string): Promise<void> {
  await app.register(cookie, { secret })
  app.decorateRequest('owner', undefined)
  app.addHook('onRequest', async request => {
    const signed = request.cookies[cookieName]
    const unsigned = signed === undefined ? undefined : request.unsignCookie(signed)
    if (unsigned?.valid && visitorPattern.test(unsigned.value))
      request.owner = { id: unsigned.value, plan: 'free' }
  })
}

/** For looking only: a stranger gets no cookie and sees nothing. */
export function currentOwner(request: FastifyRequest): Owner {
  return request.owner ?? nobody
}

/** For leaving something here: a stranger becomes a visitor. */
export function ensureOwner(request: FastifyRequest, reply: FastifyReply): Owner {
  if (request.owner) return request.owner
  const owner: Owner = { id: `v_${randomUUID()}`, plan: 'free' }
  request.owner = owner
  reply.setCookie(cookieName, owner.id, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    path: '/',
    maxAge: maxAgeSeconds,
  })
  return owner
}
