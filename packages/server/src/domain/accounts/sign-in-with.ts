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

export type SignInWithDeps = AccountDeps & OrganizationDeps

/** Kept by the browser while it is away, to know its own way back by. */
export interface OAuthTransaction {
  readonly provider: IdentityProviderId
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
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
): Promise<{ transaction: OAuthTransaction; url: string }> {
  const transaction = {
    provider,
    state: randomBytes(24).toString('base64url'),
    nonce: randomBytes(24).toString('base64url'),
    codeVerifier: randomBytes(48).toString('base64url'),
  }
  const url = await providerFor(deps, provider).authorizationUrl({
    state: transaction.state,
    nonce: transaction.nonce,
    codeChallenge: createHash('sha256').update(transaction.codeVerifier).digest('base64url'),
    returnUrl,
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
  const proof = { code, issuer, nonce, codeVerifier, returnUrl }
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
  if (known) return known
  const provider = providerLabel(deps, identity.provider)
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', { provider })
  const sameAddress = await deps.accounts.findByEmail(person.email)
  if (!sameAddress) return registerWith(deps, person, identity, answer.network)
  // Whoever registered here with somebody else's address must not be let into by its owner, nor the other way round.
  if (sameAddress.emailVerifiedAt === null) {
    // Where passwords are off, a link in a mail is what is left to prove the address by.
    const { isOnlyWay } = deps.organisation
    throw new AppError(isOnlyWay ? 'provider-account-unconfirmed' : 'provider-account-exists', { provider })
  }
  if (!(await deps.accounts.connect(sameAddress.id, identity)))
    throw new AppError('provider-failed', { provider })
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

/** For somebody who is signed in already: another way in, from now on. */
export async function connectWith(
  deps: SignInWithDeps,
  account: AccountRecord,
  transaction: OAuthTransaction,
  answer: ProviderAnswer,
): Promise<void> {
  const { identity } = await identify(deps, transaction, answer)
  const owner = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  if (owner?.id === account.id) return
  if (owner || !(await deps.accounts.connect(account.id, identity)))
    throw new AppError('identity-taken', { provider: providerLabel(deps, identity.provider) })
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
