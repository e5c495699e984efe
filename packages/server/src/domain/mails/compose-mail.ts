/** Turns what there is to say into a mail: its words, once, laid out as HTML and as text. */
import { paths } from '@filesmith/contract/routes'
import type { Mail, MailAttachment } from '../../ports/mail.ts'
import { type BillingMailEvent, composeBilling } from './billing-mails.ts'
import { type ContactMailEvent, composeContact } from './contact-mail.ts'
import { composeNotice, composeRecoveryCodeUsed, type Notice } from './mail-notices.ts'
import type { MailPage } from './mail-page.ts'
import { renderMailHtml } from './render-mail-html.ts'
import { renderMailText } from './render-mail-text.ts'

export type MailContent = { readonly to: string; readonly username: string } & (
  | { readonly kind: 'reset-password'; readonly token: string }
  /** A changed address is one that the account does not have yet. */
  | { readonly kind: 'verify-email'; readonly token: string; readonly isChange: boolean }
  | ({ readonly kind: 'notice' } & Notice)
  | { readonly kind: 'recovery-code-used'; readonly codesLeft: number }
  | {
      readonly kind: 'billing'
      readonly news: BillingMailEvent
      readonly attachments: readonly MailAttachment[]
    }
  | { readonly kind: 'contact-message'; readonly news: ContactMailEvent }
)

/** `siteUrl` is the address that people reach the site by, without a path. */
export function composeMail(content: MailContent, siteUrl: string): Mail {
  const page = describe(content, siteUrl)
  return {
    to: content.to,
    subject: page.subject,
    text: renderMailText(page),
    html: renderMailHtml(page),
    ...(content.kind === 'billing' && { attachments: content.attachments }),
    ...(content.kind === 'contact-message' && { replyTo: senderOf(content.news) }),
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
      return composeBilling(content.news, content.username, siteUrl)
    case 'contact-message':
      return composeContact(content.news, content.username, siteUrl)
  }
}

function senderOf({ message }: ContactMailEvent): NonNullable<Mail['replyTo']> {
  return { name: message.name, address: message.email }
}

function resetPassword(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Set a new password for Filesmith',
    preview: 'The link works once, for one hour.',
    username,
    siteUrl,
    paragraphs: ['You asked for a link to set a new password for your Filesmith account. Here it is.'],
    action: {
      label: 'Set a new password',
      url: linkTo(siteUrl, paths.resetPassword, token),
      terms:
        'The link works once and is valid for 1 hour. Setting a new password signs out all your devices and ends your API keys and webhooks.',
    },
    afterwards:
      'If you did not ask for this, you need not do anything: your password stays as it is. Somebody may have typed your address by mistake.',
    reason: 'You get this mail because somebody asked for a new password for the account with this address.',
  }
}

function confirmFirst(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Confirm your email address for Filesmith',
    preview: 'One click, and your account is complete.',
    username,
    siteUrl,
    paragraphs: [
      'Welcome to Filesmith. Please confirm that this is your email address, so that you can always get back into your account.',
    ],
    action: {
      label: 'Confirm email address',
      url: linkTo(siteUrl, paths.verifyEmail, token),
      terms: 'The link works once and is valid for 24 hours.',
    },
    afterwards:
      'If you did not create an account at Filesmith, you need not do anything: without your confirmation the address is not trusted. Or open the link and set a password of your own: that removes everything of whoever created the account.',
    reason: 'You get this mail because an account at Filesmith was created with this address.',
  }
}

function confirmChange(username: string, siteUrl: string, token: string): MailPage {
  return {
    subject: 'Confirm your new email address for Filesmith',
    preview: 'Your account keeps its old address until you do.',
    username,
    siteUrl,
    paragraphs: [
      'You asked to use this email address for your Filesmith account from now on. Please confirm that it is yours; until then the account keeps its old address.',
    ],
    action: {
      label: 'Confirm new email address',
      url: linkTo(siteUrl, paths.verifyEmail, token),
      terms: 'The link works once and is valid for 24 hours.',
    },
    afterwards:
      'If you did not ask for this, you need not do anything: without your confirmation nothing changes.',
    reason: 'You get this mail because somebody wants to use this address for an account at Filesmith.',
  }
}

function linkTo(siteUrl: string, path: string, token: string): string {
  const url = new URL(path, siteUrl)
  url.searchParams.set('token', token)
  return url.href
}
