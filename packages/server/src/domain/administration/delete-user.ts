/** Deletes somebody else's account the way they could themselves: with its files, its plan and every record. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Actor } from '../../ports/audit-log.ts'
import { type DeleteAccountDeps, deleteAccount } from '../accounts/delete-account.ts'
import type { AdminDeps } from './admin-deps.ts'

export async function deleteUser(
  deps: DeleteAccountDeps & Pick<AdminDeps, 'directory'>,
  actor: Actor,
  account: AccountRecord,
): Promise<void> {
  if (await deps.directory.isLastOperator(account.id)) throw new AppError('last-operator')
  await deleteAccount(deps, account, { actor, action: 'account-deleted', target: account.username })
}
