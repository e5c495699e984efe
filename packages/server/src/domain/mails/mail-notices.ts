/** Security notifications: emailed to the account owner so that a takeover does not go unnoticed. */
import { paths } from '@filesmith/contract/routes'
import type { MailNotice } from '../../ports/mail.ts'
import type { MailPage } from './render-mail.ts'

type NoticeTexts = Pick<MailPage, 'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'> & {
  /** Introduces the items of the notice; omitted if there are none. */
  readonly beforeItems?: string
  readonly action?: { readonly label: string; readonly path: string }
}

export interface Notice {
  readonly notice: MailNotice
  readonly username: string
  /** The affected keys, sign-ins or addresses. */
  readonly items?: readonly string[] | undefined
}

const security = `${paths.profile}?section=security`
const setNewPassword = { label: 'Set a new password', path: paths.forgotPassword }
const accountSecurity = { label: 'Review account security', path: security }
const securityReason = 'You receive this email because it concerns the security of your account.'

const apiKeys = { label: 'Review API keys', path: security }

const ifNotYou = (whatToDo: string, action: NoticeTexts['action'] = accountSecurity) => ({
  action,
  afterwards: `If this was you, no action is needed. If not, your account may be compromised: ${whatToDo}.`,
})

const notices: Readonly<Record<MailNotice, NoticeTexts>> = {
  'password-changed': {
    subject: 'Your Filesmith password was changed',
    preview: 'If this was you, no action is needed.',
    paragraphs: [
      'The password of your Filesmith account was changed. All other devices were signed out, and earlier links we sent you no longer work.',
      'If this was you, no action is needed. If not, set a new password right away: this signs out the person who changed it.',
    ],
    action: setNewPassword,
  },
  'password-reset': {
    subject: 'Your Filesmith password was changed with a reset link',
    preview: 'All devices are signed out, and your API keys and webhooks no longer work.',
    paragraphs: [
      'A new password was set for your Filesmith account with a link that we sent to this address. All devices were signed out, and all earlier links, API keys and webhooks no longer work. Create new API keys where you need them.',
      'If this was you, no further action is needed. If not, your mailbox may be compromised: secure it first, then set a new password.',
    ],
    beforeItems:
      'These sign-in methods are still connected and do not need the password. Disconnect any that are not yours:',
    action: accountSecurity,
  },
  'identity-connected': {
    subject: 'A new sign-in method was connected to your Filesmith account',
    preview: 'It can now be used to sign in to your account.',
    paragraphs: [
      'This sign-in method was connected to your Filesmith account and can now be used to sign in:',
    ],
    ...ifNotYou('disconnect it and change your password'),
  },
  'api-key-created': {
    subject: 'An API key was created for your Filesmith account',
    preview: 'Programs can use it to access your account.',
    paragraphs: ['This API key was created for your Filesmith account:'],
    ...ifNotYou('revoke it and change your password', apiKeys),
  },
  'webhook-created': {
    subject: 'A webhook was created for your Filesmith account',
    preview: 'It receives events about your jobs.',
    paragraphs: [
      'A webhook was created for your Filesmith account with one of your API keys. It sends events about your jobs to:',
    ],
    ...ifNotYou('revoke your API keys and set a new password, which removes all webhooks', apiKeys),
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes for your Filesmith account',
    preview: 'The old codes no longer work.',
    paragraphs: [
      'New recovery codes for two-step sign-in were created for your Filesmith account. The old codes no longer work.',
    ],
    ...ifNotYou('change your password and create new codes'),
  },
  'credentials-removed': {
    subject: 'Unverified sign-in methods were removed from your Filesmith account',
    preview: 'Everything added before you confirmed your address was removed.',
    paragraphs: [
      'Your email address is confirmed. The following were added to your Filesmith account before that. We could not verify that they are yours, so we removed them:',
    ],
    action: accountSecurity,
    afterwards:
      'Your password and the sign-in method you just used still work. You can add the others again.',
  },
  'email-changed': {
    subject: 'The email address of your Filesmith account was changed',
    preview: 'Emails about your account now go to the new address.',
    paragraphs: [
      'Your Filesmith account has a new email address, confirmed with a link that we sent there. Emails about your account now go to the new address; this is the last one to the old address.',
      'If this was you, no action is needed. If not, contact us right away: the owner of the new address can reset your password.',
    ],
    action: { label: 'Contact us', path: paths.contact },
  },
  'two-step-on': {
    subject: 'Two-step sign-in is on for your Filesmith account',
    preview: 'Signing in now also requires a code.',
    paragraphs: [
      'Two-step sign-in was turned on for your Filesmith account. Signing in now requires your password and a code from your authenticator app.',
      'Keep your recovery codes in a safe place: each one lets you sign in once without your phone.',
      'If this was you, no action is needed. If not, your account may be compromised: sign out all other devices and change your password.',
    ],
    action: accountSecurity,
  },
  'two-step-off': {
    subject: 'Two-step sign-in is off for your Filesmith account',
    preview: 'Signing in now requires only your password.',
    paragraphs: [
      'Two-step sign-in was turned off for your Filesmith account. Signing in now requires only your password, and your recovery codes no longer work.',
      'If this was you, no action is needed. If not, change your password right away and turn two-step sign-in back on.',
    ],
    action: accountSecurity,
  },
  'codes-paused': {
    subject: 'Repeated wrong sign-in codes for your Filesmith account',
    preview: 'Your password may be compromised. Please change it now.',
    paragraphs: [
      'Many wrong codes were entered in the second step of signing in to your Filesmith account, which usually means that another person knows your password. They did not get in. As a precaution, codes from authenticator apps are temporarily not accepted on new devices.',
      'Devices you have signed in with before are not affected, and recovery codes still work everywhere.',
      'Please set a new password now, and change it wherever else you use the same one.',
    ],
    action: setNewPassword,
  },
  'account-deleted': {
    subject: 'Your Filesmith account was deleted',
    preview: 'Your files and data were deleted.',
    paragraphs: ['Your Filesmith account was deleted, including:'],
    items: [
      'all your files: uploads and results',
      'your conversion history',
      'your username, email address and password',
      'your sessions on all devices, two-step sign-in and connected Google or GitHub accounts',
    ],
    afterwards:
      'This cannot be undone, not even by us. You can create a new account at any time. If you did not delete it, your password was compromised: change it wherever else you use it.',
  },
}

export function composeNotice({ notice, username, items = [] }: Notice, siteUrl: string): MailPage {
  const { action, beforeItems, ...texts } = notices[notice]
  return {
    ...texts,
    ...(items.length > 0 && {
      paragraphs: beforeItems ? [...texts.paragraphs, beforeItems] : texts.paragraphs,
      items,
    }),
    username,
    siteUrl,
    ...(action && { action: { label: action.label, url: `${siteUrl}${action.path}` } }),
    reason:
      notice === 'account-deleted'
        ? 'You receive this email because an account with this address was deleted. We will not email you again.'
        : securityReason,
  }
}

export function composeRecoveryCodeUsed(codesLeft: number, username: string, siteUrl: string): MailPage {
  const left = codesLeft === 1 ? '1 recovery code is left' : `${codesLeft} recovery codes are left`
  const advice = codesLeft <= 3 ? ' Please create new codes soon; this replaces the old ones.' : ''
  return {
    subject: 'A recovery code was used to sign in to your Filesmith account',
    preview: `${left}.`,
    username,
    siteUrl,
    paragraphs: [
      `Your password and one of your recovery codes were used to sign in to your Filesmith account. That code no longer works; ${left}.${advice}`,
      'If this was you, no action is needed. If not, set a new password right away, which signs out all devices, and then create new recovery codes.',
    ],
    action: { label: accountSecurity.label, url: `${siteUrl}${accountSecurity.path}` },
    reason: securityReason,
  }
}
