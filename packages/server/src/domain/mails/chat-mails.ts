/** Mails about chat messages that the other side has not read. */
import { adminPath } from '@filesmith/contract/admin-sections'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { ChatMessageRecord } from '../../database/chat-store.ts'
import type { MailPage } from './render-mail.ts'

export interface ChatMailEvent {
  /** Unread, oldest first. */
  readonly messages: readonly ChatMessageRecord[]
  readonly from: { readonly accountId: string; readonly username: string; readonly plan: PlanId }
}

const maxQuoted = 10

/** Without the text of the answer: the address may be unconfirmed. */
export function composeChatAnswered(username: string, siteUrl: string): MailPage {
  return {
    subject: 'You have an answer from Filesmith support',
    preview: 'Read it in your account, under Chat Support.',
    username,
    siteUrl,
    paragraphs: ['We answered you in the chat of your Filesmith account.'],
    action: { label: 'Read the answer', url: `${siteUrl}${paths.profile}?section=chat` },
    afterwards: 'We send one email until you have read the answer, even if there are several.',
    reason: 'You receive this email because you wrote to us in the chat of your account.',
  }
}

/** Forwards unread messages to the support address; they are answered in the admin area. */
export function composeChatWaiting(
  { messages, from: { accountId, username, plan } }: ChatMailEvent,
  team: string,
  siteUrl: string,
): MailPage {
  const quoted = messages.slice(0, maxQuoted)
  const more = messages.length - quoted.length
  const url = new URL(`${siteUrl}${adminPath('chats')}`)
  url.searchParams.set('chat', accountId)
  return {
    subject: `${username} is waiting in the chat`,
    preview: messages.length === 1 ? '1 unread message.' : `${messages.length} unread messages.`,
    username: team,
    siteUrl,
    paragraphs: [
      `${username}${plan === 'private' ? '' : ` (${plans[plan].label})`} wrote in the chat, and no operator has read it yet. Answer in the admin area, not by email.`,
      ...(more === 0 ? [] : [`The first ${maxQuoted} of ${messages.length} unread messages:`]),
    ],
    quote: quoted.map(({ text }) => text).join('\n\n'),
    action: { label: 'Open the chat', url: url.href },
    afterwards: 'No further email is sent until an operator has read the messages.',
    reason: 'You receive this email because this address receives messages from users (SUPPORT_EMAIL).',
  }
}
