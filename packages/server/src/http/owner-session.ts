/**
 * Identifies the caller: an account by the user that a trusted proxy named or by its session cookie, or a visitor by a
 * signed cookie.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { PlanId } from '@filesmith/contract/plans'
import { visitorDays } from '@filesmith/contract/retention'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConversionStore } from '../database/conversion-store.ts'
import type { VisitorRevocations } from '../database/visitor-revocations.ts'
import { accountOwner } from '../domain/accounts/accounts.ts'
import { describeDevice, findSession, type SignedIn } from '../domain/accounts/sessions.ts'
import { type ProxyRules, type ProxySignInDeps, signInByProxy } from '../domain/accounts/sign-in-by-proxy.ts'
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
    /** Token of the session; long-lived responses use it to check the session again. */
    sessionToken: string | undefined
    /** Visitor id of a browser that is not signed in, or was not before it signed in; undefined if revoked. */
    visitorId: string | undefined
  }
}

const visitorSeconds = visitorDays * 24 * 60 * 60
const visitorPattern = /^v_[0-9a-f-]{36}$/

/** Owns nothing, so every lookup for it finds nothing. */
const anonymousId = 'anonymous'

interface OwnerSessionDeps extends ProxySignInDeps {
  /** The plan of visitors. */
  readonly visitorPlan: PlanId
  readonly conversions: Pick<ConversionStore, 'moveOwned'>
  readonly visitorRevocations: VisitorRevocations
}

export function registerOwnerSession(app: FastifyInstance, deps: OwnerSessionDeps): void {
  app.decorate('visitorPlan', deps.visitorPlan)
  app.decorateRequest('owner', undefined)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('sessionToken', undefined)
  app.decorateRequest('visitorId', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (isPublicApi(request) && request.routeOptions.config.access === 'key') return
    request.visitorId = await findVisitor(deps, request)
    if (deps.proxy && request.proxyUser !== undefined) await useProxyUser(deps, deps.proxy, request, reply)
    else await useSessionCookie(deps, request)
    request.owner = request.signedIn
      ? accountOwner(request.signedIn.account, deps.now())
      : visitorOwner(request.visitorId, deps.visitorPlan)
    replaceLegacyCookies(deps, request, reply)
  })
}

async function useSessionCookie(deps: OwnerSessionDeps, request: FastifyRequest): Promise<void> {
  const token = readCookie(request, 'session')
  request.sessionToken = token
  request.signedIn = token === undefined ? undefined : await findSession(deps, token)
}

const routesOfUsers: ReadonlySet<string | undefined> = new Set(['owner', 'account', 'operator'])

async function useProxyUser(
  deps: OwnerSessionDeps,
  rules: ProxyRules,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { proxyUser: user, visitorId } = request
  // Pages and static files are the same for everyone.
  if (user === undefined || !routesOfUsers.has(request.routeOptions.config.access)) return
  if (user === 'unusable') throw new AppError('proxy-user-unusable')
  const signedIn = await signInByProxy(deps, rules, user, describeDevice(request.headers['user-agent']))
  request.signedIn = signedIn
  request.sessionToken = signedIn.token
  await endCookieSession(deps, request, reply)
  if (visitorId === undefined) return
  await deps.conversions.moveOwned(visitorId, accountOwner(signedIn.account, deps.now()))
  request.visitorId = undefined
  clearCookie(reply, 'visitor')
}

/** The proxy decides who uses this browser: a session that was begun otherwise, perhaps by another user, ends. */
async function endCookieSession(
  deps: OwnerSessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readCookie(request, 'session')
  if (token === undefined) return
  const old = await findSession(deps, token)
  if (old) await deps.sessions.remove(old.session.id, old.account.id)
  clearCookie(reply, 'session')
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
  if (token !== undefined && request.signedIn && !request.signedIn.isByProxy) {
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
