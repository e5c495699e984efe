/** Words of the dialog that asks the user to confirm who they are before a sensitive action. */

export const identityProofMessages = {
  title: 'Confirm it’s you',
  text: 'This changes how your account is protected or deletes something for good. We won’t ask again for 10 minutes.',
  loading: 'One moment...',
  failed: 'We could not load how you sign in. Please try again.',
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
  providerText: 'You come back to this page afterwards. Then repeat what you wanted to do.',
  noWay:
    'This account has no password yet. Set one with ‘Forgot password?’ on the sign-in page, then try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const

/** For screens that add a credential to an account whose address is not confirmed. */
export const confirmEmailMessages = {
  first: 'Confirm your email address first.',
  text: (email: string) =>
    `Open the link that we sent to ${email}. Until then you cannot add two-step sign-in, connections or API keys.`,
  sendAgain: 'Send the link again',
} as const
