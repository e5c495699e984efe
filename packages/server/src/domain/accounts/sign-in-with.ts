/** Comes in through somebody else who has proven who a person is, or adds that way to an account. */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { AccountRecord, Identity } from '../../ports/account-store.ts'
import type { IdentityProvider, ProvenIdentity } from '../../ports/identity-provider.ts'
import type { AccountDeps } from './account-deps.ts'
import { limitRegistrations } from './limit-attempts.ts'
import { makeUsername } from './make-username.ts'
import {
  checkDomain,
  checkMayRegisterWith,
  type OrganizationDeps,
  providerLabel,
} from './organization-rules.ts'
import { newAccountId } from './register.ts'
import type { SignedIn } from './sessions.ts'

export type SignInWithDeps = AccountDeps & OrganizationDeps

/** Signing in; or, for an account that is signed in, connecting the identity or proving by it who the user is. */
export const errandIntents = ['sign-in', 'connect', 'prove'] as const

interface ErrandPurpose {
  readonly intent: (typeof errandIntents)[number]
  /** Whose session must still be there when the browser comes back; null for signing in. */
  readonly accountId: string | null
}

/** Kept by the browser while it is away, to know its own way back by. */
export interface OAuthTransaction extends ErrandPurpose {
  readonly provider: IdentityProviderId
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** In milliseconds since 1970. */
  readonly startedAt: number
}

export interface ProviderAnswer {
  readonly code: string
  readonly issuer: string | undefined
  readonly returnUrl: string
  readonly network: string
}

function providerFor(deps: SignInWithDeps, id: IdentityProviderId): IdentityProvider {
  const provider = deps.identityProviders.get(id)
  if (!provider) throw new AppError('not-found')
  return provider
}

export async function beginOAuthTransaction(
  deps: SignInWithDeps,
  provider: IdentityProviderId,
  returnUrl: string,
  purpose: ErrandPurpose = { intent: 'sign-in', accountId: null },
): Promise<{ transaction: OAuthTransaction; url: string }> {
  const transaction = {
    ...purpose,
    provider,
    startedAt: Date.now(),
    state: randomBytes(24).toString('base64url'),
    nonce: randomBytes(24).toString('base64url'),
    codeVerifier: randomBytes(48).toString('base64url'),
  }
  const url = await providerFor(deps, provider).authorizationUrl({
    state: transaction.state,
    nonce: transaction.nonce,
    codeChallenge: createHash('sha256').update(transaction.codeVerifier).digest('base64url'),
    returnUrl,
    mustSignInAgain: purpose.intent === 'prove',
  })
  return { transaction, url }
}

async function identify(
  deps: SignInWithDeps,
  transaction: OAuthTransaction,
  answer: ProviderAnswer,
): Promise<{ person: ProvenIdentity; identity: Identity }> {
  const { code, issuer, returnUrl } = answer
  const { provider, nonce, codeVerifier } = transaction
  const again = transaction.intent === 'prove' && { signedInAfter: new Date(transaction.startedAt) }
  const proof = { code, issuer, nonce, codeVerifier, returnUrl, ...again }
  const person = await providerFor(deps, provider).identify(proof)
  checkDomain(deps, provider, person)
  return { person, identity: { provider, subject: person.subject, label: person.label } }
}

/** The account that this person has here, or a new one. */
export async function signInWith(
  deps: SignInWithDeps,
  transaction: OAuthTransaction,
  answer: ProviderAnswer,
): Promise<AccountRecord> {
  const { person, identity } = await identify(deps, transaction, answer)
  const known = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  const provider = providerLabel(deps, identity.provider)
  // Connected under an older version: whoever registered has not shown that the address is theirs.
  const { isOnlyWay } = deps.organisation
  if (known && known.emailVerifiedAt === null)
    throw new AppError(isOnlyWay ? 'provider-account-unconfirmed' : 'email-unconfirmed', { provider })
  if (known) return known
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', { provider })
  const sameAddress = await deps.accounts.findByEmail(person.email)
  if (!sameAddress) return registerWith(deps, person, identity, answer.network)
  // Whoever registered here with somebody else's address must not be let into by its owner, nor the other way round.
  if (sameAddress.emailVerifiedAt === null) {
    // Where passwords are off, a link in a mail is what is left to prove the address by.
    throw new AppError(isOnlyWay ? 'provider-account-unconfirmed' : 'provider-account-exists', { provider })
  }
  if (!(await deps.accounts.connect(sameAddress, identity)))
    throw new AppError('provider-failed', { provider })
  await notifyConnected(deps, sameAddress, identity)
  return sameAddress
}

async function registerWith(
  deps: SignInWithDeps,
  person: ProvenIdentity,
  identity: Identity,
  network: string,
): Promise<AccountRecord> {
  checkMayRegisterWith(deps, identity.provider)
  await limitRegistrations(deps, network)
  const id = newAccountId()
  const now = new Date()
  const isNew = await deps.accounts.insert(
    {
      id,
      username: await makeUsername(person.name, name => deps.accounts.isUsernameTaken(name)),
      email: person.email,
      emailVerifiedAt: now,
      passwordHash: null,
      createdAt: now,
    },
    identity,
  )
  const account = isNew ? await deps.accounts.find(id) : undefined
  // Taken a moment ago by the same person in another window: trying again finds it.
  if (!account) throw new AppError('provider-failed', { provider: providerLabel(deps, identity.provider) })
  return account
}

/** The browser may have signed out, or in to another account, while it was away. */
function requireSameAccount(signedIn: SignedIn | undefined, { accountId }: OAuthTransaction): SignedIn {
  if (!signedIn || signedIn.account.id !== accountId) throw new AppError('sign-in-expired')
  return signedIn
}

/** Another way in for an account. That the session was fresh was checked when the browser was sent off. */
export async function connectWith(
  deps: SignInWithDeps,
  signedIn: SignedIn | undefined,
  transaction: OAuthTransaction,
  answer: ProviderAnswer,
): Promise<void> {
  const { account } = requireSameAccount(signedIn, transaction)
  if (account.emailVerifiedAt === null) throw new AppError('email-unconfirmed')
  const { identity } = await identify(deps, transaction, answer)
  const owner = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  if (owner?.id === account.id) return
  if (owner || !(await deps.accounts.connect(account, identity)))
    throw new AppError('identity-taken', { provider: providerLabel(deps, identity.provider) })
  await notifyConnected(deps, account, identity)
}

/** Renews the proof of a session by signing in once more with a provider that is connected to its account. */
export async function proveWith(
  deps: SignInWithDeps,
  signedIn: SignedIn | undefined,
  transaction: OAuthTransaction,
  answer: ProviderAnswer,
): Promise<void> {
  const { account, session } = requireSameAccount(signedIn, transaction)
  const { identity } = await identify(deps, transaction, answer)
  const owner = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  const provider = providerLabel(deps, identity.provider)
  if (owner?.id !== account.id) throw new AppError('identity-not-connected', { provider })
  await deps.sessions.renewProof(session.id, new Date())
}

async function notifyConnected(
  deps: SignInWithDeps,
  { email, username }: AccountRecord,
  { provider, label }: Identity,
): Promise<void> {
  const items = [`${providerLabel(deps, provider)}: ${label}`]
  await deps.mails.add({ kind: 'notice', notice: 'identity-connected', email, username, items })
}

export async function disconnect(
  deps: SignInWithDeps,
  account: AccountRecord,
  provider: IdentityProviderId,
): Promise<void> {
  if (provider === 'organisation' && deps.organisation.isOnlyWay)
    throw new AppError('connection-required', { provider: providerLabel(deps, provider) })
  const others = (await deps.accounts.listIdentities(account.id)).filter(
    identity => identity.provider !== provider,
  )
  if (account.passwordHash === null && others.length === 0) throw new AppError('last-way-in')
  if (!(await deps.accounts.disconnect(account.id, provider))) throw new AppError('connection-not-found')
}
