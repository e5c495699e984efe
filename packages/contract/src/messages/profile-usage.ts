/** Texts of the Usage History section of the account settings. */
import type { FileKind } from '../formats.ts'
import type { ConversionStatus } from '../schemas/conversion.ts'

const conversions = (count: number) => (count === 1 ? '1 conversion' : `${count} conversions`)

export const usageMessages = {
  loading: 'Loading your usage...',
  failed: 'Could not load your usage',

  month: {
    heading: 'This month',
    bar: 'Conversions used this month',
    used: (used: number, total: number) => `${used} of ${conversions(total)} used`,
    usedOfUnlimited: (used: number, today: number) => `${conversions(used)} so far, ${today} of them today`,
    unlimited: 'Unlimited',
    left: (count: number) => `${count} left this month`,
    /** The date follows. */
    resets: 'Resets on',
    almostOut: "You're almost out of conversions for this month",
  },
  today: {
    left: (count: number) => `${count} left today`,
    used: (used: number, total: number) => `${used} of ${total} used.`,
    /** The time follows. */
    resets: 'Resets at',
  },
  pro: {
    heading: 'Convert without limits',
    text: 'Pro has no daily or monthly limit, files up to 2 GB and priority processing.',
    action: 'Upgrade to Pro',
  },
  chart: {
    heading: 'Last 30 days',
    scrubber: 'Day',
    today: 'Today',
    total: (count: number) => `${conversions(count)} in 30 days`,
    conversions,
    none: 'No conversions in the last 30 days.',
    date: 'Date',
    count: 'Conversions',
  },

  history: {
    heading: 'Past conversions',
    kind: 'Type',
    anyKind: 'All types',
    kinds: {
      image: 'Images',
      video: 'Videos',
      audio: 'Audio',
      document: 'Documents',
      archive: 'Archives',
      text: 'Text',
    } satisfies Record<FileKind, string>,
    state: 'Status',
    anyState: 'All statuses',
    states: {
      queued: 'Waiting',
      running: 'Running',
      succeeded: 'Completed',
      failed: 'Failed',
      cancelled: 'Canceled',
      expired: 'Expired',
    } satisfies Record<ConversionStatus, string>,
    search: 'Search by name',
    loading: 'Loading past conversions...',
    failed: 'Could not load your past conversions',
    empty: 'No conversions yet',
    emptyHint: 'Your conversions appear here, ready to download or repeat.',
    toConverter: 'Convert a file',
    noMatch: 'No matching conversions',
    noMatchHint: 'Try another name, or clear the filters.',
    clear: 'Clear filters',
    showMore: 'Show more',
    loadingMore: 'Loading...',
    all: 'No more results',
    to: 'to',
    progress: (fileName: string) => `Progress of ${fileName}`,
    expired: 'This result expired and was deleted.',
    download: 'Download',
    downloadOf: (fileName: string, format: string) => `Download ${fileName} as ${format}`,
    repeat: 'Repeat',
    repeatOf: (fileName: string) => `Repeat ${fileName}`,
    retry: 'Try again',
    retryOf: (fileName: string) => `Try again: ${fileName}`,
    cancel: 'Cancel',
    cancelOf: (fileName: string) => `Cancel ${fileName}`,
    delete: 'Delete',
    deleteOf: (fileName: string) => `Delete ${fileName}`,
    repeatFailed: 'Could not convert again',
    deletedToast: { title: 'Deleted', description: 'The file was deleted from the server.' },
    deleteFailedToast: 'Could not delete',
    cancelFailedToast: 'Could not cancel',
  },
} as const
