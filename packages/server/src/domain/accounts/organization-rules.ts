/** What holds for people whom an organisation vouches for, and for everybody where it alone does. */
import { AppError } from '@filesmith/contract/errors'
import { type IdentityProviderId, identityProviderLabels } from '@filesmith/contract/identity-providers'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { IdentityProvider, ProvenIdentity } from '../../ports/identity-provider.ts'
import type { AccountDeps } from './account-deps.ts'
import { checkPassword, type PasswordSignIn } from './sign-in.ts'

export interface OrganizationRules {
  /** Nobody but operators comes in another way: they must be able to when its provider is gone. */
  readonly isOnlyWay: boolean
  readonly createsAccounts: boolean
  /** In small letters; none means that any will do. */
  readonly allowedDomains: readonly string[]
}

export interface OrganizationDeps {
  readonly identityProviders: ReadonlyMap<IdentityProviderId, IdentityProvider>
  readonly organisation: OrganizationRules
}

export function providerLabel({ identityProviders }: OrganizationDeps, id: IdentityProviderId): string {
  return identityProviders.get(id)?.label ?? identityProviderLabels[id]
}

/** At every sign-in, also of those who are known: an address that nobody confirmed is at no domain. */
export function checkDomain(
  deps: OrganizationDeps,
  provider: IdentityProviderId,
  person: ProvenIdentity,
): void {
  const { allowedDomains } = deps.organisation
  if (provider !== 'organisation' || allowedDomains.length === 0) return
  const label = { provider: providerLabel(deps, provider) }
  if (!person.isEmailVerified) throw new AppError('provider-email-unverified', label)
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1).toLowerCase()
  if (!allowedDomains.includes(domain)) throw new AppError('provider-domain-refused', label)
}

export function checkMayRegisterWith(deps: OrganizationDeps, provider: IdentityProviderId): void {
  if (provider === 'organisation' && !deps.organisation.createsAccounts)
    throw new AppError('provider-no-account', { provider: providerLabel(deps, provider) })
}

export function checkMayRegister(deps: OrganizationDeps): void {
  if (deps.organisation.isOnlyWay) throw passwordsAreOff(deps)
}

/** Where passwords are off, all but an operator's own are answered alike, so that nobody learns whose is whose. */
export async function checkPasswordWhereAllowed(
  deps: AccountDeps & OrganizationDeps,
  request: PasswordSignIn,
): Promise<AccountRecord> {
  if (!deps.organisation.isOnlyWay) return checkPassword(deps, request)
  const account = await checkPassword(deps, request).catch(error => {
    if (error instanceof AppError && error.code === 'wrong-credentials') return undefined
    throw error
  })
  if (!account || account.operatorSince === null) throw passwordsAreOff(deps)
  return account
}

function passwordsAreOff(deps: OrganizationDeps): AppError {
  return new AppError('organisation-only', { provider: providerLabel(deps, 'organisation') })
}
