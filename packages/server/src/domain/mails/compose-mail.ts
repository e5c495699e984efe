/** Composes emails: each text is written once and rendered both as HTML and as plain text. */

import { commandLineActor } from '@filesmith/contract/messages/admin-audit'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import { paths } from '@filesmith/contract/routes'
import type { ContactMessage } from '../../database/contact-store.ts'
import type { Mail, MailAttachment } from '../../ports/mail.ts'
import { type ChatMailEvent, composeChatAnswered, composeChatWaiting } from './chat-mails.ts'
import { composeNotice, composeRecoveryCodeUsed, type Notice } from './mail-notices.ts'
import type { MailPage } from './render-mail.ts'
import { renderMailHtml, renderMailText } from './render-mail.ts'

export type MailContent = { readonly to: string; readonly username: string } & (
  | { readonly kind: 'reset-password'; readonly token: string }
  /** `isChange`: the new address replaces the current one once confirmed. */
  | { readonly kind: 'verify-email'; readonly token: string; readonly isChange: boolean }
  | ({ readonly kind: 'notice' } & Notice)
  | { readonly kind: 'recovery-code-used'; readonly codesLeft: number }
  | {
      readonly kind: 'billing'
      readonly page: MailPage
      readonly attachments: readonly MailAttachment[]
    }
  | { readonly kind: 'contact-message'; readonly event: ContactMailEvent }
  /** To a guest without an account. */
  | {
      readonly kind: 'invitation'
      readonly token: string
      readonly invitedBy: string
      readonly expiresAt: Date
    }
  /** To the account. */
  | { readonly kind: 'chat-answered' }
  /** To the operators. */
  | { readonly kind: 'chat-waiting'; readonly event: ChatMailEvent }
)

/** `siteUrl` is the public address of the site with BASE_PATH, without a trailing slash. */
export function composeMail(content: MailContent, siteUrl: string): Mail {
  const page = describe(content, siteUrl)
  return {
    to: content.to,
    subject: page.subject,
    text: renderMailText(page),
    html: renderMailHtml(page),
    ...(content.kind === 'billing' && { attachments: content.attachments }),
    ...(content.kind === 'contact-message' && { replyTo: senderOf(content.event) }),
  }
}

function describe(content: MailContent, siteUrl: string): MailPage {
  switch (content.kind) {
    case 'reset-password':
      return resetPassword(content.username, siteUrl, content.token)
    case 'verify-email':
      return content.isChange
        ? confirmChange(content.username, siteUrl, content.token)
        : confirmFirst(content.username, siteUrl, content.token)
    case 'notice':
      return composeNotice(content, siteUrl)
    case 'recovery-code-used':
      return composeRecoveryCodeUsed(content.codesLeft, content.username, siteUrl)
    case 'billing':
      return { ...content.page, username: content.username }
    case 'contact-message':
      return composeContact(content.event, content.username, siteUrl)
    case 'invitation':
      return inviteGuest(content, siteUrl)
    case 'chat-answered':
      return composeChatAnswered(content.username, siteUrl)
    case 'chat-waiting':
      return composeChatWaiting(content.event, content.username, siteUrl)
  }
}

function senderOf({ message }: ContactMailEvent): NonNullable<Mail['replyTo']> {
  return { name: message.name, address: message.email }
}

function resetPassword(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Reset your Filesmith password',
    preview: 'The link works once and expires in one hour.',
    username,
    siteUrl,
    paragraphs: [
      'You asked to reset the password of your Filesmith account. Use the link below to set a new one.',
    ],
    action: {
      label: 'Set a new password',
      url: linkTo(siteUrl, paths.resetPassword, token),
      terms:
        'The link works once and is valid for 1 hour. Setting a new password signs out all your devices, revokes your API keys and removes your webhooks.',
    },
    afterwards:
      'If you did not request this, you can ignore this email: your password stays the same. Your address may have been entered by mistake.',
    reason:
      'You receive this email because a password reset was requested for the account with this address.',
  }
}

function confirmFirst(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Confirm your email address for Filesmith',
    preview: 'One click and your account is ready.',
    username,
    siteUrl,
    paragraphs: [
      'Welcome to Filesmith. Please confirm your email address, so that you can always get back into your account.',
    ],
    action: {
      label: 'Confirm email address',
      url: linkTo(siteUrl, paths.verifyEmail, token),
      terms: 'The link works once and is valid for 24 hours.',
    },
    afterwards:
      'If you did not create a Filesmith account, you can ignore this email: an unconfirmed address is not trusted. You can also open the link and set your own password, which removes all data of the person who created the account.',
    reason: 'You receive this email because a Filesmith account was created with this address.',
  }
}

function confirmChange(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Confirm your new email address for Filesmith',
    preview: 'Your account keeps its old address until you confirm.',
    username,
    siteUrl,
    paragraphs: [
      'You asked to change the email address of your Filesmith account to this one. Please confirm that it is yours; until then the account keeps its old address.',
    ],
    action: {
      label: 'Confirm new email address',
      url: linkTo(siteUrl, paths.verifyEmail, token),
      terms: 'The link works once and is valid for 24 hours.',
    },
    afterwards: 'If you did not request this, you can ignore this email: nothing changes unless you confirm.',
    reason: 'You receive this email because this address was entered for a Filesmith account.',
  }
}

function inviteGuest(
  { username, token, invitedBy, expiresAt }: Extract<MailContent, { kind: 'invitation' }>,
  siteUrl: string,
): MailPage {
  const by = invitedBy === commandLineActor ? 'The administrator' : invitedBy
  return {
    subject: 'You are invited to Filesmith',
    preview: 'Create your account with the link in this email.',
    username,
    siteUrl,
    paragraphs: [
      `${by} invites you to create an account on Filesmith at ${new URL(siteUrl).host}, where you can convert, compress and edit files.`,
    ],
    action: {
      label: 'Accept the invitation',
      url: linkTo(siteUrl, paths.invitation, token),
      terms: `The link works once and is valid until ${atTime(expiresAt)}.`,
    },
    afterwards: 'If you do not know the sender, you can ignore this email: nothing happens.',
    reason: 'You receive this email because an operator of this site invited this address.',
  }
}

/** A page with a token of its link. */
export function linkTo(siteUrl: string, path: string, token: string): string {
  const url = new URL(`${siteUrl}${path}`)
  url.searchParams.set('token', token)
  return url.href
}

interface ContactMailEvent {
  readonly message: ContactMessage
  /** Set if the sender was signed in and the account still exists. */
  readonly account: { readonly username: string; readonly plan: PlanId } | null
}

function describeSender(account: ContactMailEvent['account']): string {
  if (!account) return 'Account: none'
  const { username, plan } = account
  return `Account: ${username}${plan === 'private' ? '' : `, ${plans[plan].label}`}`
}

const priorityHours = 12
const hourMs = 60 * 60 * 1000
const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const atTime = (moment: Date) => `${timeFormat.format(moment)} UTC`

/** Forwards a contact form message to the support address, with the sender's details and the full text. */
function composeContact({ message, account }: ContactMailEvent, team: string, siteUrl: string): MailPage {
  const { name, email, subject, isPriority, createdAt } = message
  return {
    subject: `${isPriority ? 'Priority: ' : ''}${subject} (${productName} contact form)`,
    preview: `From ${name}.`,
    username: team,
    siteUrl,
    paragraphs: [`${name} wrote to us through the contact form. Reply to this email to answer.`],
    items: [
      `Name: ${name}`,
      `Email: ${email}`,
      `Subject: ${subject}`,
      describeSender(account),
      `Sent: ${atTime(createdAt)}`,
      ...(isPriority
        ? [`Priority: answer by ${atTime(new Date(createdAt.getTime() + priorityHours * hourMs))}`]
        : []),
    ],
    quote: message.message,
    afterwards: account
      ? 'The message was sent from the account above. The name and the email address are as entered by the sender.'
      : 'The sender was not signed in. The name and the email address are unverified.',
    reason:
      'You receive this email because this address receives messages from the contact form (SUPPORT_EMAIL).',
  }
}
