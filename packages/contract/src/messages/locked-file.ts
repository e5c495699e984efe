/** Texts of the password prompt for protected files. */
export const lockedFileMessages = {
  text: 'We use the password for this conversion only and do not store it.',
  password: 'File password',
  missing: 'Please enter the password',
  open: 'Open and convert',
  notNow: 'Not now',
} as const
