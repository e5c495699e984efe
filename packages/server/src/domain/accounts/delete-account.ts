/** Deletes an account for good: files first, then every record; what runs is stopped. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { NewAuditEntry } from '../../ports/audit-log.ts'
import type { ReceiptStore } from '../../ports/receipt-store.ts'
import type { BillingDeps } from '../billing/billing-deps.ts'
import { forgetPayer } from '../billing/manage-billing.ts'
import type { RemoveConversionDeps } from '../conversions/remove-conversion.ts'
import { resultPrefix } from '../conversions/result-prefix.ts'
import { removeUpload } from '../uploads/remove-upload.ts'
import type { AccountDeps } from './account-deps.ts'

export type DeleteAccountDeps = AccountDeps &
  RemoveConversionDeps &
  Pick<BillingDeps, 'billing' | 'payments'> & { readonly receipts: ReceiptStore }

/** A fault on the way leaves the account as it is, to be asked again: nothing is left without an owner. */
export async function deleteAccount(
  deps: DeleteAccountDeps,
  account: AccountRecord,
  /** Where somebody else deletes it. */
  entry?: NewAuditEntry,
): Promise<void> {
  for (const conversion of await deps.conversions.listOwned(account.id)) {
    if (!isFinished(conversion.status)) await deps.conversions.cancel(conversion.id)
    await deps.storage.removeAll(resultPrefix(conversion.id))
    await deps.receipts.noteDeleted({ conversionId: conversion.id }, 'account-deleted')
  }
  for (const upload of await deps.uploads.listOwned(account.id))
    await removeUpload(deps, upload, 'account-deleted')
  await forgetPayer(deps, account.id)
  await deps.accounts.remove(account.id, entry)
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice: 'account-deleted', email, username })
}
