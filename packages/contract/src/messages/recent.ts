/** Texts of the Recent Conversions panel. */

export const recentMessages = {
  heading: 'Recent Conversions',
  loading: 'Loading recent conversions...',
  empty: 'No recent conversions found.',
  emptyHint: 'Your conversions appear here, ready to download again.',
  failed: 'Failed to fetch recent conversions',
  retry: 'Try again',
  download: (fileName: string, format: string) => `Download ${fileName} as ${format}`,
  downloadShort: 'Download',
  delete: (fileName: string) => `Delete ${fileName}`,
  removedToast: {
    title: 'Removed from the list',
    description: 'It is deleted from the server when this message closes.',
  },
  undo: 'Undo',
  expired: 'Expired',
  to: 'to',
  forget: {
    hint: 'Only this browser can see your files. We recognize it by a cookie.',
    open: 'Forget this device',
  },
} as const
