/** Who is asking: an account by its session, or a visitor by a signed cookie, who has what Free has. */
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { visitorDays } from '@filesmith/contract/retention'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOwner } from '../domain/accounts/current-plan.ts'
import { findSession, type SignedIn } from '../domain/accounts/sessions.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { SessionStore } from '../ports/session-store.ts'
import { giveCookie, readCookie } from './cookies.ts'
import { isPublicApi } from './v1/public-api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until somebody without a cookie does something that must be remembered. */
    owner: Owner | undefined
    signedIn: SignedIn | undefined
  }
}

const visitorSeconds = visitorDays * 24 * 60 * 60
const visitorPattern = /^v_[0-9a-f-]{36}$/

/** Owns nothing, so every look-up for it finds nothing. */
const nobody: Owner = { id: 'nobody', plan: 'free' }

export async function registerOwnerSession(
  app: FastifyInstance,
  deps: { sessions: SessionStore },
  secret: string,
): Promise<void> {
  await app.register(cookie, { secret })
  app.decorateRequest('owner', undefined)
  app.decorateRequest('signedIn', undefined)
  app.addHook('onRequest', async request => {
    if (isPublicApi(request)) return
    const token = readCookie(request, 'session')
    request.signedIn = token === undefined ? undefined : await findSession(deps, token)
    request.owner = request.signedIn
      ? accountOwner(request.signedIn.account, new Date())
      : visitorOwner(visitorId(request))
  })
}

function visitorOwner(id: string | undefined): Owner | undefined {
  return id === undefined ? undefined : { id, plan: 'free' }
}

/** Who the browser was before it signed in, or is without an account. */
export function visitorId(request: FastifyRequest): string | undefined {
  const id = readCookie(request, 'visitor')
  return id !== undefined && visitorPattern.test(id) ? id : undefined
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
  giveCookie(reply, 'visitor', owner.id, visitorSeconds)
  return owner
}
