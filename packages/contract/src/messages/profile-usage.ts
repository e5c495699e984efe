/** Words of the Usage History section of the account settings. */
import type { FileKind } from '../formats.ts'
import type { ConversionStatus } from '../schemas/conversion.ts'

const conversions = (count: number) => (count === 1 ? '1 conversion' : `${count} conversions`)

export const usageMessages = {
  loading: 'Loading your usage...',
  failed: 'Your usage could not be loaded',

  month: {
    heading: 'This month',
    bar: "Share of this month's conversions used",
    used: (used: number, total: number) => `${used} of ${conversions(total)} used`,
    usedOfUnlimited: (used: number, today: number) => `${conversions(used)} so far, ${today} of them today`,
    unlimited: 'Unlimited',
    left: (count: number) => `${count} left this month`,
    /** The date follows. */
    resets: 'Starts anew on',
    almostOut: "You're almost out of conversions for this month",
  },
  today: {
    left: (count: number) => `${count} left today`,
    used: (used: number, total: number) => `${used} of ${total} used.`,
    /** The time follows. */
    resets: 'Starts anew at',
  },
  pro: {
    heading: 'Convert without counting',
    text: 'Pro has no limit a day or a month, takes files of up to 2 GB and goes first in the queue.',
    action: 'Upgrade to Pro',
  },
  chart: {
    heading: 'Last 30 days',
    scrubber: 'Day',
    today: 'Today',
    total: (count: number) => `${conversions(count)} in 30 days`,
    conversions,
    none: 'Nothing converted in the last 30 days.',
    date: 'Date',
    count: 'Conversions',
  },

  history: {
    heading: 'Past conversions',
    kind: 'Kind',
    anyKind: 'All kinds',
    kinds: {
      image: 'Images',
      video: 'Videos',
      audio: 'Audio',
      document: 'Documents',
      archive: 'Archives',
      text: 'Texts',
    } satisfies Record<FileKind, string>,
    state: 'State',
    anyState: 'All states',
    states: {
      queued: 'Waiting',
      running: 'Running',
      succeeded: 'Finished',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Expired',
    } satisfies Record<ConversionStatus, string>,
    search: 'Search by name',
    loading: 'Loading past conversions...',
    failed: 'Your past conversions could not be loaded',
    empty: 'Nothing converted yet',
    emptyHint: 'What you convert appears here, to download or to convert again.',
    toConverter: 'Convert a file',
    noMatch: 'No conversion matches',
    noMatchHint: 'Try another name, or show all kinds and states.',
    clear: 'Clear filters',
    showMore: 'Show more',
    loadingMore: 'Loading...',
    all: 'That is all.',
    to: 'to',
    progress: (fileName: string) => `Progress of ${fileName}`,
    expired: 'The result has expired and was deleted.',
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
    deletedToast: { title: 'Deleted', description: 'The file is gone from the server.' },
    deleteFailedToast: 'Could not delete',
    cancelFailedToast: 'Could not cancel',
  },
} as const
