/** Words of the question for a protected file's password. */
export const lockedFileMessages = {
  text: 'Its password opens it for this one conversion. It is not kept.',
  password: 'Password of the file',
  missing: 'Please enter the password',
  open: 'Open and convert',
  notNow: 'Not now',
} as const
