/** Who is asking: an account by its session, or a visitor by a signed cookie, who has what Free has. */
import { randomUUID } from 'node:crypto'
import { visitorDays } from '@filesmith/contract/retention'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOwner } from '../domain/accounts/current-plan.ts'
import { findSession, type SignedIn } from '../domain/accounts/sessions.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { SessionStore } from '../ports/session-store.ts'
import type { VisitorRevocations } from '../ports/visitor-revocations.ts'
import { dropCookie, giveCookie, readCookie, readEarlierCookie } from './cookies.ts'
import { isPublicApi } from './v1/public-api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until somebody without a cookie does something that must be remembered. */
    owner: Owner | undefined
    signedIn: SignedIn | undefined
    /** Who the browser was before it signed in, or is without an account; undefined when that was revoked. */
    visitorId: string | undefined
  }
}

const visitorSeconds = visitorDays * 24 * 60 * 60
const visitorPattern = /^v_[0-9a-f-]{36}$/

/** Owns nothing, so every look-up for it finds nothing. */
const nobody: Owner = { id: 'nobody', plan: 'free' }

interface OwnerSessionDeps {
  readonly sessions: SessionStore
  readonly visitorRevocations: VisitorRevocations
}

export function registerOwnerSession(app: FastifyInstance, deps: OwnerSessionDeps): void {
  app.decorateRequest('owner', undefined)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('visitorId', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (isPublicApi(request)) return
    const token = readCookie(request, 'session')
    request.signedIn = token === undefined ? undefined : await findSession(deps, token)
    request.visitorId = await findVisitor(deps, request)
    request.owner = request.signedIn
      ? accountOwner(request.signedIn.account, new Date())
      : visitorOwner(request.visitorId)
    replaceEarlierCookies(request, reply)
  })
}

function visitorOwner(id: string | undefined): Owner | undefined {
  return id === undefined ? undefined : { id, plan: 'free' }
}

/** Files of the site and calls for anyone know no visitor, so they need no query. */
function needsVisitor({ routeOptions }: FastifyRequest): boolean {
  // Documents are sent by the handler for what is no route.
  return routeOptions.url === undefined || routeOptions.config.access === 'owner'
}

async function findVisitor(deps: OwnerSessionDeps, request: FastifyRequest): Promise<string | undefined> {
  const id = readCookie(request, 'visitor')
  if (id === undefined || !visitorPattern.test(id) || !needsVisitor(request)) return undefined
  return (await deps.visitorRevocations.has(id)) ? undefined : id
}

/** Sessions and visitors outlive the upgrade that changed names and signatures of cookies. */
function replaceEarlierCookies(request: FastifyRequest, reply: FastifyReply): void {
  if (!needsVisitor(request)) return
  const token = readEarlierCookie(request, 'session')
  if (token !== undefined && request.signedIn) {
    const { isRemembered, expiresAt } = request.signedIn.session
    dropCookie(reply, 'session')
    const secondsLeft = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
    giveCookie(reply, 'session', token, isRemembered ? secondsLeft : null)
  }
  if (request.visitorId !== undefined && readEarlierCookie(request, 'visitor') !== undefined) {
    dropCookie(reply, 'visitor')
    giveCookie(reply, 'visitor', request.visitorId, visitorSeconds)
  }
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
