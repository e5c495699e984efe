/** Texts of the installed app: the offline page, and files shared with the app. */

export const offlineMessages = {
  title: 'No connection',
  heading: 'You are offline',
  text: 'Filesmith converts files on its server, so you need a connection. Files you uploaded are safe, and running conversions continue.',
  editor: 'The Image Editor works offline: images are edited on your device.',
  openEditor: 'Open the Image Editor',
  retry: 'Try again',
} as const

export const sharedFilesMessages = {
  lost: {
    title: 'The shared file did not arrive',
    description: 'Please choose it here instead.',
  },
} as const
