/** Words of the account settings: the screen itself, Account and Subscription. */

/** In this order, as a side menu or as tabs. */
export const profileSections = [
  { id: 'account', label: 'Account' },
  { id: 'subscription', label: 'Subscription' },
  { id: 'security', label: 'Security' },
  { id: 'usage', label: 'Usage History' },
] as const
export type ProfileSectionId = (typeof profileSections)[number]['id']

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
    usernameChanged: { title: 'Username changed', description: 'From now on you sign in with the new one.' },
    emailHint: 'We send a link to the new address. Until you open it, everything stays as it is.',
    emailSent: (email: string) => `We sent a link to ${email}; the address changes when you open it.`,
    notConfirmed: 'Not confirmed',
    notConfirmedHint: 'Open the link that we sent to this address to confirm that it is yours.',
    sendAgain: 'Send the link again',
    linkSent: (email: string) => ({ title: 'Link sent', description: `Look into the mailbox of ${email}.` }),
    linkFailed: 'Could not send the link',
    data: {
      heading: 'Your data',
      text: 'Everything we keep about you in one zip file: your details, sessions, usage and conversions as JSON, and your files that have not expired.',
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
    noPlan: 'No subscription. You have what the Free plan includes.',
    freePlan: 'Free plan',
    /** The date follows. */
    renews: (plan: string) => `Your ${plan} plan will renew on`,
    expired: (plan: string) => `Your ${plan} plan expired on`,
    fallsBack: 'Until you renew it, you have what the Free plan includes.',
    endless: (plan: string) => `Your ${plan} plan has no end date.`,
    given: (plan: string) => `Your ${plan} plan was given to you, without an end date.`,
    /** The date follows. */
    givenUntil: (plan: string) => `Your ${plan} plan was given to you and lasts until`,
    includes: 'What it includes',
    unlimited: 'Unlimited',
    rows: {
      perDay: 'Conversions a day',
      perMonth: 'Conversions a month',
      fileSize: 'File size',
      atOnce: 'Running at once',
      storage: 'Results are kept',
      batch: 'Files in one batch',
    },
    ownLimit: 'As each tool says',
    upTo: (size: string) => `At least ${size} in every tool`,
    hours: (count: number) => `${count} hours`,
    days: (count: number) => `${count} days`,
    batch: (count: number, size: string) => `${count}, up to ${size} each`,
    anyBatch: (size: string) => `Any number, up to ${size} each`,
    upgrade: {
      heading: 'Do more with Basic or Pro',
      text: 'More conversions, larger files and results that stay longer.',
      action: 'Upgrade your plan',
    },
    ad: {
      heading: 'No ads, no waiting',
      text: 'With Basic and Pro the advertisements go, and conversions begin at once.',
    },
  },
} as const
