/** Deletes an account: files first, then all records; running conversions are canceled. */
import { AppError } from '@filesmith/contract/errors'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Actor } from '../../ports/audit-log.ts'
import type { ReceiptStore } from '../../ports/receipt-store.ts'
import type { UserDirectory } from '../../ports/user-directory.ts'
import type { BillingDeps } from '../billing/billing-deps.ts'
import { deletePaymentCustomer } from '../billing/subscriptions.ts'
import type { RemoveConversionDeps } from '../conversions/remove-conversion.ts'
import { resultPrefix } from '../conversions/result-prefix.ts'
import { removeUpload } from '../uploads/remove-upload.ts'
import type { AccountDeps } from './account-deps.ts'

export type DeleteAccountDeps = AccountDeps &
  RemoveConversionDeps &
  BillingDeps & {
    readonly receipts: ReceiptStore
    readonly directory: UserDirectory
  }

/** After a failure the account still exists and deletion can be retried, so that no data is left without an owner. */
export async function deleteAccount(
  deps: DeleteAccountDeps,
  account: AccountRecord,
  /** The operator who deletes it, unless it is the owner. */
  operator?: Actor,
): Promise<void> {
  await revokeOperator(deps, account, operator)
  for (const conversion of await deps.conversions.listOwned(account.id)) {
    if (!isFinished(conversion.status)) await deps.conversions.cancel(conversion.id)
    await deps.storage.removeAll(resultPrefix(conversion.id))
    await deps.receipts.recordDeletion({ conversionId: conversion.id }, 'account-deleted')
  }
  for (const upload of await deps.uploads.listOwned(account.id))
    await removeUpload(deps, upload, 'account-deleted')
  await deletePaymentCustomer(deps, account.id)
  const entry = operator && { actor: operator, action: 'account-deleted' as const, target: account.username }
  await deps.accounts.remove(account.id, entry)
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice: 'account-deleted', email, username })
}

/**
 * Before any file is deleted, and under a lock: if the last two operators delete themselves concurrently, one
 * remains.
 */
async function revokeOperator(
  { directory }: DeleteAccountDeps,
  { id, username: target, operatorSince }: AccountRecord,
  operator: Actor | undefined,
): Promise<void> {
  if (operatorSince === null) return
  const entry = { actor: operator ?? { id, name: target }, action: 'operator-revoked', target } as const
  const outcome = await directory.change(id, { operatorSince: null }, [entry], { keepsOperator: true })
  if (outcome === 'last-operator') throw new AppError('last-operator')
}
