/** Messages of the contact form. */
import { randomUUID } from 'node:crypto'
import { plans } from '@filesmith/contract/plans'
import type { ContactRequest } from '@filesmith/contract/schemas/contact'
import type { ContactStore } from '../../database/contact-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AttemptDeps, limitContacts } from '../accounts/limit-attempts.ts'
import type { Owner } from '../owners/owner.ts'

export interface SendMessageDeps extends AttemptDeps, Clock {
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
    isPriority: request.isPriority && account !== undefined && plans[account.plan].hasPriorityEmail,
    // Accounts are exempt: browsers may fill in the hidden field, and prefilled forms are submitted quickly.
    isSuspected: account === undefined && isLikelySpam(request),
    createdAt: deps.now(),
  })
}

/** A person cannot read and fill in the form in less. */
const minFillingMs = 1500
/** Minimum number of letters besides links. */
const minLetters = 10

const link = /(?:https?:\/\/|www\.)\S+/giu
/** BBCode links, typical for spam bots. */
const bbcodeLink = /\[(?:url|link)[=\]]/iu

/** Heuristics for spam in the contact form: honeypot field, typing time and links; in doubt, not spam. */
export function isLikelySpam(request: ContactRequest): boolean {
  return (
    request.website !== '' ||
    (request.filledInMs !== undefined && request.filledInMs < minFillingMs) ||
    request.name.search(link) >= 0 ||
    bbcodeLink.test(request.message) ||
    isOnlyLinks(request.message)
  )
}

function isOnlyLinks(message: string): boolean {
  const rest = message.replace(link, '')
  return rest !== message && (rest.match(/\p{L}/gu)?.length ?? 0) < minLetters
}
