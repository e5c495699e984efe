/** Texts of the password prompt for protected files. */
export const lockedFileMessages = {
  text: 'We use the password for this conversion only and do not store it.',
  password: 'File password',
  missing: 'Please enter the password',
  open: 'Open and convert',
  notNow: 'Not now',
  enter: 'Enter password',
  enterFor: (name: string) => `Enter password: ${name}`,
} as const
