/** Takes a message to the people behind the site: it is kept, and what a person wrote is mailed to them. */
import { randomUUID } from 'node:crypto'
import type { ContactRequest } from '@filesmith/contract/schemas/contact'
import type { ContactStore } from '../../ports/contact-store.ts'
import { type AttemptDeps, limitContacts } from '../accounts/limit-attempts.ts'
import type { Owner } from '../owners/owner.ts'
import { looksLikeSpam } from './looks-like-spam.ts'

export interface SendMessageDeps extends AttemptDeps {
  readonly contacts: ContactStore
}

interface Sender {
  /** Undefined for visitors. */
  readonly account: Owner | undefined
  readonly network: string
}

/** Whoever is suspected is answered as everybody else, so that no program learns from it. */
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
    // Somebody with an account is known already: browsers fill in hidden fields too, and forms that are filled in before are quick.
    isSuspected: account === undefined && looksLikeSpam(request),
    createdAt: new Date(),
  })
}
