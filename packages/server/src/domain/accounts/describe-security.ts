/** Security overview of an account: password, two-step sign-in, connected identities and sessions. */
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import type { AccountDeps } from './account-deps.ts'
import type { SignedIn } from './sessions.ts'

export async function describeSecurity(
  deps: AccountDeps,
  { account, session: current }: SignedIn,
): Promise<AccountSecurity> {
  const [recoveryCodesLeft, connections, sessions] = await Promise.all([
    deps.accounts.countRecoveryCodes(account.id),
    deps.accounts.listIdentities(account.id),
    deps.sessions.list(account.id, new Date()),
  ])
  return {
    hasPassword: account.passwordHash !== null,
    twoStep: { isOn: account.twoStepOnAt !== null, recoveryCodesLeft },
    connections: connections.map(({ provider, label, connectedAt }) => ({
      provider,
      label,
      connectedAt: connectedAt.toISOString(),
    })),
    sessions: sessions.map(session => ({
      id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
      isCurrent: session.id === current.id,
    })),
  }
}
