/** Stores a message from the contact form, and mails it unless it looks like spam. */
import { randomUUID } from 'node:crypto'
import type { ContactRequest } from '@filesmith/contract/schemas/contact'
import type { ContactStore } from '../../ports/contact-store.ts'
import { type AttemptDeps, limitContacts } from '../accounts/limit-attempts.ts'
import type { Owner } from '../owners/owner.ts'
import { isLikelySpam } from './is-likely-spam.ts'

export interface SendMessageDeps extends AttemptDeps {
  readonly contacts: ContactStore
}

interface Sender {
  /** Undefined for visitors. */
  readonly account: Owner | undefined
  readonly network: string
}

/** Suspected spam gets the same response, so that spam bots cannot adapt. */
export async function sendMessage(
  deps: SendMessageDeps,
  { account, network }: Sender,
  request: ContactRequest,
): Promise<void> {
  await limitContacts(deps, request.email, network)
  const { name, email, subject, message } = request
  await deps.contacts.add({
    id: randomUUID(),
    accountId: account?.id ?? null,
    name,
    email,
    subject,
    message,
    isPriority: request.isPriority && account?.plan === 'pro',
    // Accounts are exempt: browsers may fill in the hidden field, and prefilled forms are submitted quickly.
    isSuspected: account === undefined && isLikelySpam(request),
    createdAt: new Date(),
  })
}
