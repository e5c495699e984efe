/** Words of the Recent Conversions panel. */

export const recentMessages = {
  heading: 'Recent Conversions',
  loading: 'Loading recent conversions...',
  empty: 'No recent conversions found.',
  emptyHint: 'What you convert appears here, ready to download again.',
  failed: 'Failed to fetch recent conversions',
  retry: 'Try again',
  download: (fileName: string, format: string) => `Download ${fileName} as ${format}`,
  downloadShort: 'Download',
  delete: (fileName: string) => `Delete ${fileName}`,
  expired: 'Expired',
  to: 'to',
  forget: {
    hint: 'Only this browser sees your files. A cookie recognizes it.',
    open: 'Forget this device',
    title: 'Forget this device?',
    intro: 'This cannot be undone. We will:',
    points: [
      'delete your uploads and results now, also those you have not downloaded',
      'cancel conversions that are still running',
      'stop recognizing this browser, and any copy of its cookie',
      'clear unfinished work and settings that this browser keeps for us',
    ],
    confirm: 'Forget this device',
    cancel: 'Cancel',
    failed: 'This device could not be forgotten. Please try again.',
    doneTitle: 'Device forgotten',
    doneText: 'Your files are deleted, and this browser is a new visitor from now on.',
    startOver: 'Start over',
  },
} as const
