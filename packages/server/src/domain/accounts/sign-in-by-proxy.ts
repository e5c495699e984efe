/** Sign-in by a reverse proxy, which names the user in a header of every request. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { unreachableAddress } from '@filesmith/contract/unreachable-address'
import type { AccountRecord } from '../../database/account-store.ts'
import type { AuditLog } from '../../database/audit-log.ts'
import { actorOf } from '../administration/list-page.ts'
import { type AccountDeps, isOperator, makeUsername, newAccountId } from './accounts.ts'
import { applyGroups, type GroupDeps } from './group-rights.ts'
import { hashToken } from './make-token.ts'
import { findSession, newSessionRecord, type SignedIn } from './sessions.ts'
import { refuseSuspended } from './sign-in.ts'

/** The user that a trusted proxy named. */
export interface ProxyUser {
  readonly name: string
  readonly email: string | undefined
  readonly groups: readonly string[]
}

export interface ProxyRules {
  readonly createsAccounts: boolean
  /** Where signing out leads; null if the proxy offers nothing. */
  readonly signOutUrl: string | null
  /** Keyed, so that a client cannot compute the token of a session. */
  readonly sessionToken: (userName: string, device: string) => string
}

export interface ProxySignInDeps extends AccountDeps, GroupDeps {
  readonly proxy: ProxyRules | null
  readonly audit: Pick<AuditLog, 'add'>
}

const provider = 'proxy'
/** Username and address may be taken by another user between the check and the insert. */
const maxAttempts = 3

/**
 * The session of a user on a kind of device. Its token is derived from both and never sent to the browser: it is found
 * only together with the header, and another name in the header is another session.
 */
export async function signInByProxy(
  deps: ProxySignInDeps,
  rules: ProxyRules,
  user: ProxyUser,
  device: string,
): Promise<SignedIn & { readonly token: string }> {
  const token = rules.sessionToken(user.name, device)
  const known = await findSession(deps, token)
  const isNew = !known && (await beginProxySession(deps, rules, user, { token, device }))
  const found = known ?? (await findSession(deps, token))
  // Suspended or signed out everywhere at this moment.
  if (!found) throw new AppError('not-signed-in')
  const account = await applyGroups(deps, found.account, user.groups)
  if (isNew && isOperator(account))
    await deps.audit.add({
      actor: actorOf(account),
      action: 'operator-signed-in',
      target: account.username,
      detail: { device },
    })
  return { account, session: found.session, isByProxy: true, token }
}

/** False if a concurrent request of the same page began it. */
async function beginProxySession(
  deps: ProxySignInDeps,
  rules: ProxyRules,
  user: ProxyUser,
  { token, device }: { readonly token: string; readonly device: string },
): Promise<boolean> {
  const account = await findOrCreate(deps, rules, user)
  refuseSuspended(account)
  const session = newSessionRecord(deps.now(), account, hashToken(token), { isRemembered: false, device })
  // The proxy does not know the second factor of this site: sensitive changes require a code.
  const provedAt = account.twoStepOnAt === null ? session.provedAt : null
  return deps.sessions.insertShared({ ...session, provedAt }, account, deps.now())
}

/**
 * Found by the name at the proxy only. An account with the same address is never taken over: it may belong to a person
 * whom the proxy does not know. Operators connect accounts on the command line.
 */
async function findOrCreate(
  deps: ProxySignInDeps,
  rules: ProxyRules,
  { name, email }: ProxyUser,
): Promise<AccountRecord> {
  const known = await deps.accounts.findByIdentity(provider, name)
  if (known) return known
  const label = { provider: identityProviderLabels[provider] }
  if (!rules.createsAccounts) throw new AppError('provider-no-account', label)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const now = deps.now()
    await deps.accounts.insert(
      {
        id: newAccountId(),
        username: await makeUsername(name.replace(/@.*/, ''), taken => deps.accounts.isUsernameTaken(taken)),
        email: await chooseAddress(deps, email),
        emailVerifiedAt: now,
        passwordHash: null,
        createdAt: now,
      },
      { identity: { provider, subject: name, label: name } },
    )
    // Also if a concurrent request of the same page created it.
    const account = await deps.accounts.findByIdentity(provider, name)
    if (account) return account
  }
  throw new AppError('provider-failed', label)
}

/** A taken address must not lock the person out: anyone may have registered with it. */
async function chooseAddress({ accounts }: ProxySignInDeps, email: string | undefined): Promise<string> {
  const isFree = email !== undefined && !(await accounts.findByEmail(email))
  return isFree ? email : unreachableAddress(randomUUID())
}

/** Connects an existing account, on the command line. */
export async function connectProxyUser(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  account: AccountRecord,
  name: string,
): Promise<void> {
  // Confirming the address later would revoke the identity.
  if (account.emailVerifiedAt === null) throw new AppError('email-unconfirmed')
  if (!(await accounts.connect(account, { provider, subject: name, label: name })))
    throw new AppError('identity-taken', { provider: identityProviderLabels[provider] })
}
