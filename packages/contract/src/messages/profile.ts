/** Texts of the account settings: the page itself, Account and Subscription. */
import type { Instance } from '../instance.ts'

/** In display order. */
const profileSections = [
  { id: 'account', label: 'Account' },
  { id: 'subscription', label: 'Subscription' },
  { id: 'security', label: 'Security' },
  { id: 'usage', label: 'Usage History' },
] as const
/** Beside the four: opened by a button in the header of the page. */
export const chatSection = { id: 'chat', label: 'Chat Support' } as const

export type ProfileSection = (typeof profileSections)[number]
export type ProfileSectionId = ProfileSection['id']

export function profileSectionsOf(instance: Instance): readonly ProfileSection[] {
  return profileSections.filter(({ id }) => instance === 'public' || id !== 'subscription')
}

export const profileMessages = {
  heading: 'Your account',
  signedInAs: 'Signed in as',
  sections: 'Account settings',
  signOut: 'Sign out',
  loading: 'Loading your account...',
  save: 'Save',
  busy: 'One moment...',
  cancel: 'Cancel',
  retry: 'Try again',
  password: 'Your password',
  unexpected: 'An unexpected error occurred. Please try again.',

  account: {
    details: 'Your details',
    username: 'Username',
    email: 'Email',
    memberSince: 'Member since',
    edit: 'Edit',
    editUsername: 'Edit username',
    editEmail: 'Edit email',
    newUsername: 'New username',
    newEmail: 'New email address',
    usernameChanged: { title: 'Username changed', description: 'Use it the next time you sign in.' },
    emailHint: 'We will send a link to the new address. Your email changes when you open it.',
    emailSent: (email: string) => `We sent a link to ${email}. Open it to change your address.`,
    notConfirmed: 'Not confirmed',
    notConfirmedHint: 'Open the link we sent to this address to confirm it.',
    sendAgain: 'Resend link',
    linkSent: (email: string) => ({ title: 'Link sent', description: `Check the inbox of ${email}.` }),
    linkFailed: 'Could not send the link',
    data: {
      heading: 'Your data',
      text: 'Everything we keep about you in one ZIP file: your details, sessions, usage, messages and conversions as JSON, and your unexpired files.',
      download: 'Download my data',
    },
  },

  subscription: {
    heading: 'Your plan',
    badges: {
      none: 'None',
      expired: 'Expired',
      free: 'Free',
      basic: 'Basic',
      pro: 'Pro',
      active: 'Active',
    },
    noPlan: 'No subscription. You are on the Free plan.',
    freePlan: 'Free plan',
    /** The date follows. */
    renews: (plan: string) => `Your ${plan} plan will renew on`,
    expired: (plan: string) => `Your ${plan} plan expired on`,
    fallsBack: 'Until you renew, you are on the Free plan.',
    endless: (plan: string) => `Your ${plan} plan has no end date.`,
    granted: (plan: string) => `Your ${plan} plan is free of charge and has no end date.`,
    /** The date follows. */
    grantedUntil: (plan: string) => `Your ${plan} plan is free of charge until`,
    includes: 'What’s included',
    unlimited: 'Unlimited',
    rows: {
      perDay: 'Conversions per day',
      perMonth: 'Conversions per month',
      fileSize: 'File size',
      atOnce: 'Running at once',
      storage: 'Results are kept',
      batch: 'Files in one batch',
    },
    ownLimit: 'Depends on the tool',
    upTo: (size: string) => `At least ${size} in every tool`,
    hours: (count: number) => `${count} hours`,
    days: (count: number) => `${count} days`,
    batch: (count: number, size: string) => `${count}, up to ${size} each`,
    anyBatch: (size: string) => `Any number, up to ${size} each`,
    upgrade: {
      heading: 'Do more with Basic or Pro',
      text: 'More conversions, larger files and longer storage.',
      action: 'Upgrade your plan',
    },
    ad: {
      heading: 'No ads, no waiting',
      text: 'With Basic and Pro there are no ads, and conversions start immediately.',
    },
  },
} as const
