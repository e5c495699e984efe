/** What every way of signing in ends with: what was made as a visitor moves along, and the browser gets its session. */
import { knownDeviceDays, rememberedDays } from '@filesmith/contract/retention'
import type { User } from '@filesmith/contract/schemas/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountOwner } from '../domain/accounts/current-plan.ts'
import { describeDevice } from '../domain/accounts/describe-device.ts'
import { rememberDevice, type SignInOrigin } from '../domain/accounts/known-devices.ts'
import { beginSession } from '../domain/accounts/sessions.ts'
import { issueCodeToken } from '../domain/accounts/sign-in.ts'
import { actorOf } from '../domain/administration/admin-deps.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import { dropCookie, giveCookie, readCookie } from './cookies.ts'
import type { HttpDependencies } from './dependencies.ts'
import { describeUserWithUsage } from './describe-user-with-usage.ts'
import { networkHash } from './network-hash.ts'

const rememberedSeconds = rememberedDays * 24 * 60 * 60
const codeSeconds = 10 * 60
const knownDeviceSeconds = knownDeviceDays * 24 * 60 * 60

export async function beginAccountSession(
  deps: HttpDependencies,
  reply: FastifyReply,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<User> {
  const { request } = reply
  const visitor = request.visitorId
  if (visitor !== undefined) {
    await deps.conversions.moveOwned(visitor, accountOwner(account, new Date()))
    // Whoever signs out starts anew as a visitor.
    dropCookie(reply, 'visitor')
  }
  // The browser had another session perhaps; it gets a new secret and the old one ends.
  if (request.signedIn) await deps.sessions.remove(request.signedIn.session.id, request.signedIn.account.id)
  const device = describeDevice(request.headers['user-agent'])
  const { token, session } = await beginSession(deps, account, { isRemembered, device })
  if (account.operatorSince)
    await deps.audit.add({
      actor: actorOf(account),
      action: 'operator-signed-in',
      target: account.username,
      detail: { device },
    })
  giveCookie(reply, 'session', token, isRemembered ? rememberedSeconds : null)
  await keepDevice(deps, reply, account, session.id)
  return describeUserWithUsage(deps, account)
}

/** The user, or undefined when a code is asked for first; the browser then holds what to send the code with. */
export async function signInOrAskForCode(
  deps: HttpDependencies,
  reply: FastifyReply,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<User | undefined> {
  const codeToken = await issueCodeToken(deps, account, isRemembered)
  if (codeToken === undefined) return beginAccountSession(deps, reply, account, isRemembered)
  giveCookie(reply, 'codeWanted', codeToken, codeSeconds)
  return undefined
}

/** Callers have proven to be the account's owner: by every step of a sign-in, or (without a session) by a link from a mail. */
export async function keepDevice(
  deps: HttpDependencies,
  reply: FastifyReply,
  account: Pick<AccountRecord, 'id' | 'twoStepOnAt'>,
  sessionId: string | null,
): Promise<void> {
  const token = await rememberDevice(deps, account.id, {
    token: readCookie(reply.request, 'device'),
    sessionId,
    hasSecondFactor: sessionId !== null && account.twoStepOnAt !== null,
  })
  giveCookie(reply, 'device', token, knownDeviceSeconds)
}

export function signInOrigin(deps: HttpDependencies, request: FastifyRequest): SignInOrigin {
  return { network: networkHash(deps, request), deviceToken: readCookie(request, 'device') }
}

export function codeWantedToken(reply: FastifyReply): string | undefined {
  return readCookie(reply.request, 'codeWanted')
}
