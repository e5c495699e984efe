/** Rules for sign-in with the organization's identity provider, and for installations where it is the only method. */
import { AppError } from '@filesmith/contract/errors'
import { type IdentityProviderId, identityProviderLabels } from '@filesmith/contract/identity-providers'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { IdentityProvider, ProvenIdentity } from '../../ports/identity-provider.ts'
import type { AccountDeps } from './account-deps.ts'
import { checkPassword, type PasswordSignIn } from './sign-in.ts'

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
export function checkDomain(
  deps: OrganizationDeps,
  provider: IdentityProviderId,
  person: ProvenIdentity,
): void {
  const { allowedDomains } = deps.organization
  if (provider !== 'organisation' || allowedDomains.length === 0) return
  const label = { provider: providerLabel(deps, provider) }
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', label)
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1).toLowerCase()
  if (!allowedDomains.includes(domain)) throw new AppError('provider-domain-refused', label)
}

export function checkMayRegisterWith(deps: OrganizationDeps, provider: IdentityProviderId): void {
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
  if (!account || account.operatorSince === null) throw passwordsDisabled(deps)
  return account
}

function passwordsDisabled(deps: OrganizationDeps): AppError {
  return new AppError('organisation-only', { provider: providerLabel(deps, 'organisation') })
}
