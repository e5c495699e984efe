/** News about the security of an account, told to its owner because somebody else may be behind it. */
import { paths } from '@filesmith/contract/routes'
import type { MailNotice } from '../../ports/mail.ts'
import type { MailPage } from './mail-page.ts'

type NoticeWords = Pick<MailPage, 'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'> & {
  /** Before the items that come with the notice; without any it is left out. */
  readonly beforeItems?: string
  readonly action?: { readonly label: string; readonly path: string }
}

export interface Notice {
  readonly notice: MailNotice
  readonly username: string
  /** What it is about. */
  readonly items?: readonly string[] | undefined
}

const security = `${paths.profile}?section=security`
const setNewPassword = { label: 'Set a new password', path: paths.forgotPassword }
const accountSecurity = { label: 'Look at your account security', path: security }
const securityReason = 'You get this mail because it is about the security of your account.'

const apiKeys = { label: 'Look at your API keys', path: security }

const ifNotYou = (whatToDo: string, action: NoticeWords['action'] = accountSecurity) => ({
  action,
  afterwards: `If it was you, there is nothing to do. If it was not you, someone else is in your account: ${whatToDo}.`,
})

const notices: Readonly<Record<MailNotice, NoticeWords>> = {
  'password-changed': {
    subject: 'Your Filesmith password was changed',
    preview: 'If it was you, there is nothing to do.',
    paragraphs: [
      'The password of your Filesmith account was changed. All other devices were signed out, and links that we sent you before do not work any more.',
      'If it was you, there is nothing to do. If it was not you, set a new password at once: whoever changed it is signed out by that.',
    ],
    action: setNewPassword,
  },
  'password-reset': {
    subject: 'Your Filesmith password was changed with a reset link',
    preview: 'You are signed out everywhere, and your API keys and webhooks have ended.',
    paragraphs: [
      'A new password was set for your Filesmith account by a link that we sent to this address. All devices were signed out, and all earlier links, API keys and webhooks have ended. Create new API keys where you need them.',
      'If it was you, there is nothing else to do. If it was not you, someone else can read your mail: secure your mailbox first, then set a new password.',
    ],
    beforeItems:
      'These sign-ins are still connected and open your account without the password. Disconnect any that is not yours:',
    action: accountSecurity,
  },
  'identity-connected': {
    subject: 'A new sign-in was connected to your Filesmith account',
    preview: 'It opens your account from now on.',
    paragraphs: ['This sign-in was connected to your Filesmith account and opens it from now on:'],
    ...ifNotYou('disconnect it and change your password'),
  },
  'api-key-created': {
    subject: 'An API key was created for your Filesmith account',
    preview: 'Programs can use your account with it.',
    paragraphs: ['This API key was created for your Filesmith account:'],
    ...ifNotYou('revoke it and change your password', apiKeys),
  },
  'webhook-created': {
    subject: 'A webhook was created for your Filesmith account',
    preview: 'It receives the events of your jobs.',
    paragraphs: [
      'A webhook was created for your Filesmith account with one of your API keys. It sends the events of your jobs to:',
    ],
    ...ifNotYou('revoke your API keys and set a new password, which removes all webhooks', apiKeys),
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes for your Filesmith account',
    preview: 'The old ones do not work any more.',
    paragraphs: [
      'New recovery codes for two-step sign-in were created for your Filesmith account. The old ones do not work any more.',
    ],
    ...ifNotYou('change your password and create new codes'),
  },
  'credentials-removed': {
    subject: 'Earlier ways into your Filesmith account were removed',
    preview: 'What was added before the address was confirmed does not count any more.',
    paragraphs: [
      'Your email address is confirmed. These were added to your Filesmith account before that, so we could not know that they are yours, and removed them:',
    ],
    action: accountSecurity,
    afterwards: 'Your password and this sign-in stay as they are. Add again what you need.',
  },
  'email-changed': {
    subject: 'The email address of your Filesmith account was changed',
    preview: 'Mails about your account go to the new address from now on.',
    paragraphs: [
      'Your Filesmith account has a new email address, confirmed by a link that we sent there. From now on mails about the account go there; this is the last one to the old address.',
      'If it was you, there is nothing to do. If it was not you, write to us at once: with the new address somebody else can set your password.',
    ],
    action: { label: 'Write to us', path: paths.contact },
  },
  'two-step-on': {
    subject: 'Two-step sign-in is on for your Filesmith account',
    preview: 'From now on signing in asks for a code as well.',
    paragraphs: [
      'Two-step sign-in was turned on for your Filesmith account. From now on signing in asks for your password and then for a code from your authenticator app.',
      'Keep your recovery codes in a safe place: each of them lets you in once when your phone is not at hand.',
      'If it was you, there is nothing to do. If it was not you, somebody else is signed in to your account: sign out all other devices there and change your password.',
    ],
    action: accountSecurity,
  },
  'two-step-off': {
    subject: 'Two-step sign-in is off for your Filesmith account',
    preview: 'Your password alone opens your account now.',
    paragraphs: [
      'Two-step sign-in was turned off for your Filesmith account. From now on your password alone opens it, and the recovery codes you had do not work any more.',
      'If it was you, there is nothing to do. If it was not you, change your password at once and turn two-step sign-in on again.',
    ],
    action: accountSecurity,
  },
  'codes-paused': {
    subject: 'Someone is guessing sign-in codes for your Filesmith account',
    preview: 'They know your password. Please change it now.',
    paragraphs: [
      'Someone got past the first step of signing in to your Filesmith account, which usually means that they know your password, and then entered many wrong codes. They did not get in. To keep it that way, codes from authenticator apps are not accepted on new devices for a while.',
      'Devices that you have signed in with before are not affected, and a recovery code still works everywhere.',
      'Please set a new password now, and change it wherever else you use the same one.',
    ],
    action: setNewPassword,
  },
  'account-deleted': {
    subject: 'Your Filesmith account was deleted',
    preview: 'Your files and your data are gone.',
    paragraphs: ['Your Filesmith account was deleted, and with it everything that belonged to it:'],
    items: [
      'all your files: uploads and results',
      'the list of your conversions',
      'your username, email address and password',
      'your sessions on all devices, two-step sign-in and connections to Google or GitHub',
    ],
    afterwards:
      'This cannot be undone, neither by you nor by us. You can create a new account at any time. If it was not you who deleted it, somebody else knew how to sign in: change that password wherever else you use it.',
  },
}

export function composeNotice({ notice, username, items = [] }: Notice, siteUrl: string): MailPage {
  const { action, beforeItems, ...words } = notices[notice]
  return {
    ...words,
    ...(items.length > 0 && {
      paragraphs: beforeItems ? [...words.paragraphs, beforeItems] : words.paragraphs,
      items,
    }),
    username,
    siteUrl,
    ...(action && { action: { label: action.label, url: new URL(action.path, siteUrl).href } }),
    reason:
      notice === 'account-deleted'
        ? 'You get this mail because an account with this address was deleted. It is the last one.'
        : securityReason,
  }
}

export function composeRecoveryCodeUsed(codesLeft: number, username: string, siteUrl: string): MailPage {
  const left = codesLeft === 1 ? '1 recovery code is left' : `${codesLeft} recovery codes are left`
  const advice = codesLeft <= 3 ? ' Please create new ones soon: the old ones stop working then.' : ''
  return {
    subject: 'A recovery code was used to sign in to your Filesmith account',
    preview: `${left}.`,
    username,
    siteUrl,
    paragraphs: [
      `Someone signed in to your Filesmith account with your password and one of your recovery codes. That code does not work any more; ${left}.${advice}`,
      'If it was you, there is nothing to do. If it was not you, set a new password at once, which signs out all devices, and then create new recovery codes.',
    ],
    action: { label: accountSecurity.label, url: new URL(accountSecurity.path, siteUrl).href },
    reason: securityReason,
  }
}
