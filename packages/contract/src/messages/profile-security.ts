/** Words of the Security section of the account settings. */

export const securityMessages = {
  loading: 'Loading your security settings...',
  failed: 'Your security settings could not be loaded',

  password: {
    heading: 'Password',
    hint: 'Changing it signs you out on all other devices.',
    current: 'Current password',
    next: 'New password',
    confirm: 'Confirm new password',
    action: 'Update password',
    mismatch: 'New passwords do not match',
    updated: 'Password updated successfully',
    updatedText: 'All your other devices were signed out.',
    refusedTitle: 'Password not updated',
    refusedText: 'Failed to update password',
    unexpectedTitle: 'Password not updated',
    unexpectedText: 'An unexpected error occurred',
    none: 'You have no password: you sign in with another account. To set one, ask for a link by email.',
    setOne: 'Set a password',
  },

  twoStep: {
    heading: 'Two-step sign-in',
    what: 'After your password, a code from an app on your phone is asked for. A stolen password alone then opens nothing.',
    on: 'On',
    off: 'Off',
    setUp: 'Set up',
    needsPassword: 'Set a password first; two-step sign-in adds to it.',
    askPassword: 'Enter your password to begin.',
    next: 'Continue',
    scan: 'Scan this with your authenticator app',
    scanHint: 'Any app for one-time codes works, for example Google Authenticator, 1Password or Aegis.',
    qrCode: 'QR code for your authenticator app',
    orType: 'No camera at hand? Type this key into the app:',
    copyKey: 'Copy key',
    code: 'Code from the app',
    codeHint: 'Six digits; they change every 30 seconds.',
    turnOn: 'Turn on',
    turnedOn: {
      title: 'Two-step sign-in is on',
      description: 'Your other devices were signed out. Save your recovery codes now.',
    },
    codesLeft: (count: number) =>
      count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`,
    fewCodes: 'Make new ones before you run out.',
    newCodes: 'New recovery codes',
    newCodesHint: 'The old codes stop working. Enter your password to go on.',
    makeCodes: 'Make new codes',
    turnOff: 'Turn off',
    turnOffHint: 'Your account is then protected by your password alone. Enter it to go on.',
    turnedOff: { title: 'Two-step sign-in is off', description: 'Your password alone signs you in again.' },
  },

  recovery: {
    heading: 'Your recovery codes',
    text: 'Each code signs you in once when your phone is not at hand. This is the only time they are shown.',
    copy: 'Copy',
    download: 'Download as text',
    fileName: 'filesmith-recovery-codes.txt',
    fileText: (username: string, codes: readonly string[]) =>
      `Filesmith recovery codes for ${username}\nEach code works once.\n\n${codes.join('\n')}\n`,
    saved: 'I have saved them',
    done: 'Done',
  },

  copied: 'Copied',
  copyFailed: { title: 'Could not copy', description: 'Please select the text and copy it yourself.' },

  sessions: {
    heading: 'Where you are signed in',
    current: 'This device',
    activeNow: 'Active now',
    /** The time follows, for example 'Active 5 minutes ago'. */
    seen: (when: string) => `Active ${when}`,
    /** The date follows. */
    since: 'Signed in on',
    signOut: 'Sign out',
    signOutOf: (device: string) => `Sign out ${device}`,
    signOutOthers: 'Sign out everywhere else',
    only: 'You are signed in nowhere else.',
    ended: { title: 'Signed out', description: 'That device needs your password again.' },
    othersEnded: { title: 'Signed out everywhere else', description: 'Only this device is still signed in.' },
    failed: 'Could not sign out',
  },

  connections: {
    heading: 'Sign in with',
    text: 'Connect an account to sign in without typing your password.',
    notConnected: 'Not connected',
    connect: 'Connect',
    connectTo: (provider: string) => `Connect ${provider}`,
    disconnect: 'Disconnect',
    disconnectFrom: (provider: string) => `Disconnect ${provider}`,
    disconnected: (provider: string) => ({
      title: `${provider} disconnected`,
      description: `You can no longer sign in with ${provider}.`,
    }),
    disconnectFailed: 'Could not disconnect',
    connectFailed: 'Could not connect',
  },

  deletion: {
    heading: 'Delete account',
    text: 'Deletes your account and everything in it, at once and for good.',
    action: 'Delete account',
    title: 'Delete your account?',
    intro: 'This cannot be undone. We delete:',
    points: [
      'your files: uploads and results, also those you have not downloaded',
      'your sessions: you are signed out on every device',
      'your personal data: username, email, password, connections, usage and history',
    ],
    typeName: (username: string) => `Type ${username} to confirm`,
    confirm: 'Delete everything',
    keep: 'Keep my account',
    deleted: {
      title: 'Account Deleted',
      description: 'Your files, sessions and personal data are gone from our server.',
    },
    failed: 'Failed to delete account',
  },
} as const
