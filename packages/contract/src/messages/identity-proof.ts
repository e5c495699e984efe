/** Texts of the dialog that asks the user to confirm who they are before a sensitive action. */

export const identityProofMessages = {
  title: 'Confirm it’s you',
  text: 'This affects the security of your account or deletes data. We won’t ask again for 10 minutes.',
  loading: 'One moment...',
  failed: 'Could not load your sign-in methods. Please try again.',
  password: 'Your password',
  code: 'Code',
  codeHint: 'From your authenticator app, or one of your recovery codes.',
  missing: 'Please fill in this field.',
  confirm: 'Confirm',
  busy: 'Checking...',
  cancel: 'Cancel',
  retry: 'Try again',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  providerText: 'You will return to this page. Then repeat your action.',
  confirmText: 'You are signed in through single sign-on. Select Confirm to continue.',
  noWay:
    'This account has no password yet. Set one with ‘Forgot password?’ on the sign-in page, then try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const

/** For screens that add a credential while the email address is unconfirmed. */
export const confirmEmailMessages = {
  first: 'Confirm your email address first.',
  text: (email: string) =>
    `Open the link we sent to ${email}. Until then you cannot add two-step sign-in, connections or API keys.`,
  sendAgain: 'Resend link',
} as const
