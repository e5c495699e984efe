/** What an account holder can see and export of their data. */

import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { ArchiveEntry } from '../../adapters/zip-archive/zip-archive-writer.ts'
import type { ApiKeyStore } from '../../database/api-key-store.ts'
import type { BillingStore } from '../../database/billing-store.ts'
import type { ChatStore } from '../../database/chat-store.ts'
import type { ContactStore } from '../../database/contact-store.ts'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type { ReceiptStore } from '../../database/receipt-store.ts'
import type { UploadStore } from '../../database/upload-store.ts'
import type { Storage } from '../../ports/storage.ts'
import { listApiKeys } from '../api-keys/api-keys.ts'
import { describeDeletionReceipt } from '../conversions/deletion-receipts.ts'
import { resultNameOf } from '../conversions/downloads.ts'
import { isPrepared } from '../uploads/uploads.ts'
import { type AccountDeps, describeUser } from './accounts.ts'
import { isProvedByConfirming } from './fresh-proof.ts'
import type { SignedIn } from './sessions.ts'

/** Security overview of an account: password, two-step sign-in, connected identities and sessions. */
export async function describeSecurity(deps: AccountDeps, signedIn: SignedIn): Promise<AccountSecurity> {
  const { account, session: current } = signedIn
  const [recoveryCodesLeft, connections, sessions] = await Promise.all([
    deps.accounts.countRecoveryCodes(account.id),
    deps.accounts.listIdentities(account.id),
    deps.sessions.list(account.id, deps.now()),
  ])
  return {
    hasPassword: account.passwordHash !== null,
    ...(isProvedByConfirming(signedIn) && { isProvedByConfirming: true }),
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

export interface ExportDeps extends AccountDeps {
  readonly conversions: ConversionStore
  readonly uploads: UploadStore
  readonly storage: Storage
  readonly receipts: ReceiptStore
  readonly receiptsKeptDays: number
  readonly billing: BillingStore
  readonly apiKeys: ApiKeyStore
  readonly contacts: Pick<ContactStore, 'listSentBy'>
  readonly chats: Pick<ChatStore, 'listAfter'>
}

/** Data export of an account (GDPR): all records as JSON, and the files that still exist. */
export async function exportData(
  deps: ExportDeps,
  signedIn: SignedIn,
  usage: Usage,
): Promise<ArchiveEntry[]> {
  const { account } = signedIn
  const [security, conversions, uploads, subscription, invoices, messages, chat, receipts, apiKeys] =
    await Promise.all([
      describeSecurity(deps, signedIn),
      deps.conversions.listOwned(account.id),
      deps.uploads.listOwned(account.id),
      deps.billing.findSubscription(account.id),
      deps.billing.listInvoices(account.id),
      deps.contacts.listSentBy(account.id),
      deps.chats.listAfter(account.id, 0),
      deps.receipts.listOwned(account.id),
      listApiKeys(deps, account.id),
    ])
  const { remaining, total } = usage.month
  const document = {
    exportedAt: deps.now().toISOString(),
    account: describeUser(account, { remaining, total }, deps.now()),
    security,
    apiKeys,
    usage,
    // A private instance has them only from a time when it was public.
    ...((account.instancePlan === undefined || subscription || invoices.length > 0) && {
      subscription: subscription ?? null,
      invoices,
    }),
    conversions: conversions.map(
      ({ ownerId, inputKey, resultKey, executionPlan, attempt, revision, sealedPassword, parts, ...rest }) =>
        rest,
    ),
    deletionReceipts: receipts.map(receipt => describeDeletionReceipt(receipt, deps.receiptsKeptDays)),
    contactMessages: messages.map(({ accountId, isSuspected, ...rest }) => rest),
    chatMessages: chat.map(({ author, text, createdAt }) => ({ author, text, createdAt })),
    uploads: uploads.map(({ ownerId, storageKey, inspection, ...rest }) => rest),
  }
  const json = JSON.stringify(document, null, 2)
  // File names may repeat; the id keeps the paths unique.
  const originals = uploads
    // A prepared PDF is not what was uploaded, and only its conversions are downloaded.
    .filter(upload => upload.completedAt !== null && !isPrepared(upload))
    .map(upload => ({
      name: `originals/${upload.id}/${upload.fileName}`,
      read: () => deps.storage.read(upload.storageKey),
    }))
  const results = conversions.flatMap(record => {
    const { id, resultKey } = record
    if (resultKey === null) return []
    return [{ name: `results/${id}/${resultNameOf(record)}`, read: () => deps.storage.read(resultKey) }]
  })
  const note = { name: 'Not included.txt', note: describeLeftOut }
  return [{ name: 'account.json', text: json }, ...originals, ...results, note]
}

/** Files may be deleted or expire while the archive is written. */
function describeLeftOut(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  return `These files were deleted while this archive was being created:\n${names.join('\n')}\n`
}
