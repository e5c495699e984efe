/** Texts of the Security section of the account settings. */

export const securityMessages = {
  loading: 'Loading your security settings...',
  failed: 'Could not load your security settings',

  password: {
    heading: 'Password',
    hint: 'Changing it signs out all your other devices.',
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
    none: 'You have no password because you sign in with another account. To set one, request a link by email.',
    setOne: 'Set a password',
    needsEmail:
      'You have no password because you sign in with another account. To set one, add an email address first.',
  },

  twoStep: {
    heading: 'Two-step sign-in',
    what: 'Requires a code from an app on your phone after your password, so a stolen password is not enough to sign in.',
    on: 'On',
    off: 'Off',
    setUp: 'Set up',
    needsPassword: 'Set a password first. Two-step sign-in requires one.',
    askPassword: 'Enter your password to start.',
    next: 'Continue',
    scan: 'Scan this with your authenticator app',
    scanHint: 'Any authenticator app works, for example Google Authenticator, 1Password or Aegis.',
    qrCode: 'QR code for your authenticator app',
    orType: 'Can’t scan it? Enter this key in the app:',
    copyKey: 'Copy key',
    code: 'Code from the app',
    codeHint: 'Six digits that change every 30 seconds.',
    turnOn: 'Turn on',
    turnedOn: {
      title: 'Two-step sign-in is on',
      description: 'Your other devices were signed out. Save your recovery codes now.',
    },
    codesLeft: (count: number) => (count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`),
    fewCodes: 'Create new ones before you run out.',
    newCodes: 'New recovery codes',
    newCodesHint: 'Your old codes will stop working. Enter your password to continue.',
    createCodes: 'Create new codes',
    turnOff: 'Turn off',
    turnOffHint: 'Only your password will protect your account. Enter it to continue.',
    turnedOff: { title: 'Two-step sign-in is off', description: 'You now sign in with your password only.' },
  },

  recovery: {
    heading: 'Your recovery codes',
    text: 'Each code signs you in once if you do not have your phone. You will not see them again.',
    copy: 'Copy',
    download: 'Download as text',
    fileName: 'filesmith-recovery-codes.txt',
    fileText: (username: string, codes: readonly string[]) =>
      `Filesmith recovery codes for ${username}\nEach code works once.\n\n${codes.join('\n')}\n`,
    saved: 'I have saved them',
    done: 'Done',
  },

  copied: 'Copied',
  copyFailed: { title: 'Could not copy', description: 'Please select and copy the text manually.' },

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
    only: 'You are not signed in anywhere else.',
    ended: { title: 'Signed out', description: 'That device has to sign in again.' },
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
    text: 'Permanently deletes your account and everything in it.',
    action: 'Delete account',
    title: 'Delete your account?',
    intro: 'This cannot be undone. We will delete:',
    points: [
      'your files: uploads and results, including those you have not downloaded',
      'your sessions: all devices are signed out',
      'your personal data: username, email, password, connections, usage and history',
    ],
    typeName: (username: string) => `Type ${username} to confirm`,
    confirm: 'Delete everything',
    keep: 'Keep my account',
    deleted: {
      title: 'Account Deleted',
      description: 'Your files, sessions and personal data were deleted.',
    },
    failed: 'Failed to delete account',
  },
} as const
