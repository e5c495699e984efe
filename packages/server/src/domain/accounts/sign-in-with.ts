/** Signing in with an identity provider, and the rules of an organization. */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type IdentityProviderId, identityProviderLabels } from '@filesmith/contract/identity-providers'
import type { AccountRecord, Identity } from '../../database/account-store.ts'
import type { IdentityProvider, ProvenIdentity } from '../../ports/identity-provider.ts'
import { type AccountDeps, makeUsername, newAccountId } from './accounts.ts'
import { applyGroups, type GroupDeps } from './group-rights.ts'
import { admitSignUp, type SignUpDeps } from './invitations.ts'
import { limitRegistrations } from './limit-attempts.ts'
import type { SignedIn } from './sessions.ts'
import { checkPassword, type PasswordSignIn } from './sign-in.ts'

type SignInWithDeps = AccountDeps & OrganizationDeps & GroupDeps & SignUpDeps

/** Sign in, connect the identity to the signed-in account, or renew the session's proof. */
export const oauthIntents = ['sign-in', 'connect', 'prove'] as const

interface OAuthPurpose {
  readonly intent: (typeof oauthIntents)[number]
  /** Account whose session must still exist when the browser returns; null for sign-in. */
  readonly accountId: string | null
}

/** Stored in a cookie during the redirect; `state` prevents login CSRF, `codeVerifier` code interception (PKCE). */
export interface OAuthTransaction extends OAuthPurpose {
  readonly provider: IdentityProviderId
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

interface ProviderCallback {
  readonly code: string
  readonly issuer: string | undefined
  readonly returnUrl: string
  readonly network: string
  /** Token of the invitation link that the sign-in started from. */
  readonly invitation: string | undefined
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
  purpose: OAuthPurpose = { intent: 'sign-in', accountId: null },
): Promise<{ transaction: OAuthTransaction; url: string }> {
  const transaction = {
    ...purpose,
    provider,
    startedAt: deps.now().getTime(),
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
  callback: ProviderCallback,
): Promise<{ person: ProvenIdentity; identity: Identity }> {
  const { code, issuer, returnUrl } = callback
  const { provider, nonce, codeVerifier } = transaction
  const again = transaction.intent === 'prove' && { signedInAfter: new Date(transaction.startedAt) }
  const proof = { code, issuer, nonce, codeVerifier, returnUrl, ...again }
  const person = await providerFor(deps, provider).identify(proof)
  checkDomain(deps, provider, person)
  return { person, identity: { provider, subject: person.subject, label: person.label } }
}

/** Returns the account of this identity, or creates one; with the rights that its groups give. */
export async function signInWith(
  deps: SignInWithDeps,
  transaction: OAuthTransaction,
  callback: ProviderCallback,
): Promise<AccountRecord> {
  const { person, identity } = await identify(deps, transaction, callback)
  const account = await findOrRegister(deps, person, identity, callback)
  return applyGroups(deps, account, person.groups ?? [])
}

async function findOrRegister(
  deps: SignInWithDeps,
  person: ProvenIdentity,
  identity: Identity,
  callback: ProviderCallback,
): Promise<AccountRecord> {
  const known = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  const provider = providerLabel(deps, identity.provider)
  // Connected by an older version: the person who registered has not proved ownership of the address.
  const { isOnlySignInMethod } = deps.organization
  if (known && known.emailVerifiedAt === null)
    throw new AppError(isOnlySignInMethod ? 'provider-account-unconfirmed' : 'email-unconfirmed', {
      provider,
    })
  if (known) return known
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', { provider })
  const sameAddress = await deps.accounts.findByEmail(person.email)
  if (!sameAddress) return registerWith(deps, person, identity, callback)
  // An unverified account may have been registered by another person: never sign the address owner in to it
  // (pre-hijacking).
  if (sameAddress.emailVerifiedAt === null) {
    // If passwords are disabled, only an emailed link can prove ownership of the address.
    throw new AppError(isOnlySignInMethod ? 'provider-account-unconfirmed' : 'provider-account-exists', {
      provider,
    })
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
  { network, invitation }: ProviderCallback,
): Promise<AccountRecord> {
  checkMayRegisterWith(deps, identity.provider)
  await limitRegistrations(deps, network)
  const invitationHash = await admitSignUp(deps, invitation, person.email)
  const id = newAccountId()
  const now = deps.now()
  const isNew = await deps.accounts.insert(
    {
      id,
      username: await makeUsername(person.name, name => deps.accounts.isUsernameTaken(name)),
      email: person.email,
      emailVerifiedAt: now,
      passwordHash: null,
      createdAt: now,
    },
    { identity, invitationHash },
  )
  const account = isNew ? await deps.accounts.find(id) : undefined
  // Created concurrently by the same person in another window; a retry finds it.
  if (!account) throw new AppError('provider-failed', { provider: providerLabel(deps, identity.provider) })
  return account
}

/** The browser may have signed out, or in to another account, during the redirect. */
function requireSameAccount(signedIn: SignedIn | undefined, { accountId }: OAuthTransaction): SignedIn {
  if (!signedIn || signedIn.account.id !== accountId) throw new AppError('sign-in-expired')
  return signedIn
}

/** Connects an identity. Fresh proof was checked before the redirect. */
export async function connectWith(
  deps: SignInWithDeps,
  signedIn: SignedIn | undefined,
  transaction: OAuthTransaction,
  callback: ProviderCallback,
): Promise<void> {
  const { account } = requireSameAccount(signedIn, transaction)
  if (account.emailVerifiedAt === null) throw new AppError('email-unconfirmed')
  const { identity } = await identify(deps, transaction, callback)
  const owner = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  if (owner?.id === account.id) return
  if (owner || !(await deps.accounts.connect(account, identity)))
    throw new AppError('identity-taken', { provider: providerLabel(deps, identity.provider) })
  await notifyConnected(deps, account, identity)
}

/** Renews a session's proof by signing in again with a provider connected to its account. */
export async function proveWith(
  deps: SignInWithDeps,
  signedIn: SignedIn | undefined,
  transaction: OAuthTransaction,
  callback: ProviderCallback,
): Promise<void> {
  const { account, session } = requireSameAccount(signedIn, transaction)
  const { identity } = await identify(deps, transaction, callback)
  const owner = await deps.accounts.findByIdentity(identity.provider, identity.subject)
  const provider = providerLabel(deps, identity.provider)
  if (owner?.id !== account.id) throw new AppError('identity-not-connected', { provider })
  await deps.sessions.renewProof(session.id, deps.now())
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
  // The proxy would sign the user in to a new account.
  if (provider === 'proxy' || (provider === 'organisation' && deps.organization.isOnlySignInMethod))
    throw new AppError('connection-required', { provider: providerLabel(deps, provider) })
  const others = (await deps.accounts.listIdentities(account.id)).filter(
    identity => identity.provider !== provider,
  )
  if (account.passwordHash === null && others.length === 0) throw new AppError('last-way-in')
  if (!(await deps.accounts.disconnect(account.id, provider))) throw new AppError('connection-not-found')
}

export interface OrganizationRules {
  /** Only operators can still sign in with a password, so that they are not locked out if the provider is down. */
  readonly isOnlySignInMethod: boolean
  readonly createsAccounts: boolean
  /** In lower case; empty allows any. */
  readonly allowedDomains: readonly string[]
}

export interface OrganizationDeps {
  readonly identityProviders: ReadonlyMap<IdentityProviderId, IdentityProvider>
  readonly organization: OrganizationRules
}

export function providerLabel({ identityProviders }: OrganizationDeps, id: IdentityProviderId): string {
  return identityProviders.get(id)?.label ?? identityProviderLabels[id]
}

/** Checked at every sign-in, also of existing accounts; an unverified address does not match any domain. */
function checkDomain(deps: OrganizationDeps, provider: IdentityProviderId, person: ProvenIdentity): void {
  const { allowedDomains } = deps.organization
  if (provider !== 'organisation' || allowedDomains.length === 0) return
  const label = { provider: providerLabel(deps, provider) }
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', label)
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1).toLowerCase()
  if (!allowedDomains.includes(domain)) throw new AppError('provider-domain-refused', label)
}

function checkMayRegisterWith(deps: OrganizationDeps, provider: IdentityProviderId): void {
  if (provider === 'organisation' && !deps.organization.createsAccounts)
    throw new AppError('provider-no-account', { provider: providerLabel(deps, provider) })
}

export function checkMayRegister(deps: OrganizationDeps): void {
  if (deps.organization.isOnlySignInMethod) throw passwordsDisabled(deps)
}

/** If passwords are disabled, any but an operator's correct password gets the same error (user enumeration). */
export async function checkPasswordWhereAllowed(
  deps: AccountDeps & OrganizationDeps,
  request: PasswordSignIn,
): Promise<AccountRecord> {
  if (!deps.organization.isOnlySignInMethod) return checkPassword(deps, request)
  const account = await checkPassword(deps, request).catch(error => {
    if (error instanceof AppError && error.code === 'wrong-credentials') return undefined
    throw error
  })
  // Operators by group have the role only through the provider.
  if (!account || account.operatorSince === null) throw passwordsDisabled(deps)
  return account
}

function passwordsDisabled(deps: OrganizationDeps): AppError {
  return new AppError('organisation-only', { provider: providerLabel(deps, 'organisation') })
}
