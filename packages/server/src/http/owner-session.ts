/** Identifies the caller: an account by its session cookie, or a visitor by a signed cookie. */
import { randomUUID } from 'node:crypto'
import type { PlanId } from '@filesmith/contract/plans'
import { visitorDays } from '@filesmith/contract/retention'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionStore } from '../database/session-store.ts'
import type { VisitorRevocations } from '../database/visitor-revocations.ts'
import { accountOwner } from '../domain/accounts/accounts.ts'
import { findSession, type SignedIn } from '../domain/accounts/sessions.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { Clock } from '../ports/clock.ts'
import { clearCookie, readCookie, readLegacyCookie, setCookie } from './cookies.ts'
import { isPublicApi } from './v1/public-api.ts'

declare module 'fastify' {
  interface FastifyInstance {
    visitorPlan: PlanId
  }
  interface FastifyRequest {
    /** Undefined until a caller without a cookie does something that is stored. */
    owner: Owner | undefined
    signedIn: SignedIn | undefined
    /** Visitor id of a browser that is not signed in, or was not before it signed in; undefined if revoked. */
    visitorId: string | undefined
  }
}

const visitorSeconds = visitorDays * 24 * 60 * 60
const visitorPattern = /^v_[0-9a-f-]{36}$/

/** Owns nothing, so every lookup for it finds nothing. */
const anonymousId = 'anonymous'

interface OwnerSessionDeps extends Clock {
  /** The plan of visitors. */
  readonly visitorPlan: PlanId
  readonly sessions: SessionStore
  readonly visitorRevocations: VisitorRevocations
}

export function registerOwnerSession(app: FastifyInstance, deps: OwnerSessionDeps): void {
  app.decorate('visitorPlan', deps.visitorPlan)
  app.decorateRequest('owner', undefined)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('visitorId', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (isPublicApi(request) && request.routeOptions.config.access === 'key') return
    const token = readCookie(request, 'session')
    request.signedIn = token === undefined ? undefined : await findSession(deps, token)
    request.visitorId = await findVisitor(deps, request)
    request.owner = request.signedIn
      ? accountOwner(request.signedIn.account, deps.now())
      : visitorOwner(request.visitorId, deps.visitorPlan)
    replaceLegacyCookies(deps, request, reply)
  })
}

function visitorOwner(id: string | undefined, plan: PlanId): Owner | undefined {
  return id === undefined ? undefined : { id, plan }
}

/** Static files and routes for anyone do not depend on the visitor, so they need no query. */
function needsVisitor({ routeOptions }: FastifyRequest): boolean {
  // Pages are sent by the not-found handler, which has no route.
  return routeOptions.url === undefined || routeOptions.config.access === 'owner'
}

async function findVisitor(deps: OwnerSessionDeps, request: FastifyRequest): Promise<string | undefined> {
  const id = readCookie(request, 'visitor')
  if (id === undefined || !visitorPattern.test(id) || !needsVisitor(request)) return undefined
  return (await deps.visitorRevocations.has(id)) ? undefined : id
}

/** Sessions and visitors survive the upgrade that changed cookie names and signatures. */
function replaceLegacyCookies({ now }: Clock, request: FastifyRequest, reply: FastifyReply): void {
  if (!needsVisitor(request)) return
  const token = readLegacyCookie(request, 'session')
  if (token !== undefined && request.signedIn) {
    const { isRemembered, expiresAt } = request.signedIn.session
    clearCookie(reply, 'session')
    const secondsLeft = Math.max(1, Math.floor((expiresAt.getTime() - now().getTime()) / 1000))
    setCookie(reply, 'session', token, isRemembered ? secondsLeft : null)
  }
  if (request.visitorId !== undefined && readLegacyCookie(request, 'visitor') !== undefined) {
    clearCookie(reply, 'visitor')
    setCookie(reply, 'visitor', request.visitorId, visitorSeconds)
  }
}

/** For reading: an unknown caller gets no cookie and sees nothing. */
export function currentOwner(request: FastifyRequest): Owner {
  return request.owner ?? { id: anonymousId, plan: request.server.visitorPlan }
}

/** For storing: an unknown caller becomes a visitor and gets a cookie. */
export function ensureOwner(request: FastifyRequest, reply: FastifyReply): Owner {
  if (request.owner) return request.owner
  const owner: Owner = { id: `v_${randomUUID()}`, plan: request.server.visitorPlan }
  request.owner = owner
  setCookie(reply, 'visitor', owner.id, visitorSeconds)
  return owner
}
