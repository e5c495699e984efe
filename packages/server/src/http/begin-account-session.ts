/** Last step of every way to sign in: moves the visitor's conversions to the account and sets the session cookie. */
import { knownDeviceDays, rememberedDays } from '@filesmith/contract/retention'
import type { User } from '@filesmith/contract/schemas/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRecord } from '../database/account-store.ts'
import type { AuditLog } from '../database/audit-log.ts'
import type { ConversionStore } from '../database/conversion-store.ts'
import { type AccountDeps, accountOwner, isOperator } from '../domain/accounts/accounts.ts'
import {
  beginSession,
  describeDevice,
  rememberDevice,
  type SignInOrigin,
} from '../domain/accounts/sessions.ts'
import { issueCodeToken } from '../domain/accounts/sign-in.ts'
import { actorOf } from '../domain/administration/list-page.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { describeUserWithUsage, type UserDescriptionDeps } from './describe-user-with-usage.ts'
import { type NetworkDeps, networkHash } from './network-hash.ts'

export interface SignInDeps extends AccountDeps, UserDescriptionDeps, NetworkDeps {
  readonly conversions: Pick<ConversionStore, 'moveOwned'>
  readonly audit: Pick<AuditLog, 'add'>
}

const rememberedSeconds = rememberedDays * 24 * 60 * 60
const codeSeconds = 10 * 60
const knownDeviceSeconds = knownDeviceDays * 24 * 60 * 60

export async function beginAccountSession(
  deps: SignInDeps,
  reply: FastifyReply,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<User> {
  const { request } = reply
  const visitor = request.visitorId
  if (visitor !== undefined) {
    await deps.conversions.moveOwned(visitor, accountOwner(account, deps.now()))
    // After signing out, the browser gets a new visitor id.
    clearCookie(reply, 'visitor')
  }
  // Session fixation: an existing session is ended, and the browser gets a new token.
  if (request.signedIn) await deps.sessions.remove(request.signedIn.session.id, request.signedIn.account.id)
  const device = describeDevice(request.headers['user-agent'])
  const { token, session } = await beginSession(deps, account, { isRemembered, device })
  if (isOperator(account))
    await deps.audit.add({
      actor: actorOf(account),
      action: 'operator-signed-in',
      target: account.username,
      detail: { device },
    })
  setCookie(reply, 'session', token, isRemembered ? rememberedSeconds : null)
  await setDeviceCookie(deps, reply, account, session.id)
  return describeUserWithUsage(deps, account)
}

/** Undefined if a second factor is required; the browser then has a cookie that identifies the pending sign-in. */
export async function signInOrAskForCode(
  deps: SignInDeps,
  reply: FastifyReply,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<User | undefined> {
  const codeToken = await issueCodeToken(deps, account, isRemembered)
  if (codeToken === undefined) return beginAccountSession(deps, reply, account, isRemembered)
  setCookie(reply, 'codeWanted', codeToken, codeSeconds)
  return undefined
}

/** Only for callers that proved to own the account: by a complete sign-in or (without a session) by a link from an email. */
export async function setDeviceCookie(
  deps: AccountDeps,
  reply: FastifyReply,
  account: Pick<AccountRecord, 'id' | 'twoStepOnAt'>,
  sessionId: string | null,
): Promise<void> {
  const token = await rememberDevice(deps, account.id, {
    token: readCookie(reply.request, 'device'),
    sessionId,
    hasSecondFactor: sessionId !== null && account.twoStepOnAt !== null,
  })
  setCookie(reply, 'device', token, knownDeviceSeconds)
}

export function signInOrigin(deps: NetworkDeps, request: FastifyRequest): SignInOrigin {
  return { network: networkHash(deps, request), deviceToken: readCookie(request, 'device') }
}

export function codeWantedToken(reply: FastifyReply): string | undefined {
  return readCookie(reply.request, 'codeWanted')
}
