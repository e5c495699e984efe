/** Words of the installed app: what it says without a connection, and about files that were shared with it. */

export const offlineMessages = {
  title: 'No connection',
  heading: 'You are offline',
  text: 'Filesmith converts files on its server, so converting needs the connection. Files you have handed over are safe there, and work that was begun goes on.',
  editor: 'The Image Editor works without it: pictures are edited on your own device.',
  openEditor: 'Open the Image Editor',
  retry: 'Try again',
} as const

export const sharedFilesMessages = {
  lost: {
    title: 'The shared file did not arrive',
    description: 'Please choose it here instead.',
  },
} as const
