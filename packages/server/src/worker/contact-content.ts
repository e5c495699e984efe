/** Collects the content of the email that forwards a contact form message to the support team. */

import type { AccountStore } from '../database/account-store.ts'
import type { ContactStore } from '../database/contact-store.ts'
import { currentPlan } from '../domain/accounts/accounts.ts'
import type { MailContent } from '../domain/mails/compose-mail.ts'
import type { Clock } from '../ports/clock.ts'

export interface ContactMailDeps extends Clock {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly contacts: Pick<ContactStore, 'findUnmailed' | 'markMailed'>
  /** Recipient of contact form messages. */
  readonly supportEmail: string
}

const team = 'support team'

/** Undefined if the message was deleted with its account or has been sent already. */
export async function contactContent(
  deps: ContactMailDeps,
  messageId: string,
): Promise<MailContent | undefined> {
  const message = await deps.contacts.findUnmailed(messageId)
  if (!message) return undefined
  const account = message.accountId === null ? undefined : await deps.accounts.find(message.accountId)
  const known = account ? { username: account.username, plan: currentPlan(account, deps.now()) } : null
  return {
    kind: 'contact-message',
    to: deps.supportEmail,
    username: team,
    event: { message, account: known },
  }
}
