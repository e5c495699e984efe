/** Words of a conversion: its options, the overlay while it runs, its result. */
import type { FileKind, FormatId } from '../formats.ts'

const workingTitles: Readonly<Partial<Record<FileKind, string>>> = {
  image: 'Converting your image',
  video: 'Converting your video',
  audio: 'Converting your audio',
}

const doneTitles: Readonly<Partial<Record<FileKind, string>>> = {
  image: 'Your image is ready',
  video: 'Your video is ready',
  audio: 'Your audio is ready',
}

const formatNotes: Readonly<Partial<Record<FormatId, string>>> = {
  png: 'Keeps transparency. Good for drawings and screenshots.',
  jpg: 'Small files for photos. See-through parts become white.',
  webp: 'Smallest files. Keeps transparency and animation.',
  gif: 'At most 256 colours. Keeps animation.',
  bmp: 'Large, uncompressed files for older programs.',
}

export const conversionMessages = {
  options: 'Options',
  outputFormat: 'Output format',
  formatNote: (format: FormatId) => formatNotes[format] ?? '',
  unavailable: 'This server cannot do this at the moment.',

  workingTitle: (kind: FileKind) => workingTitles[kind] ?? 'Converting your file',
  doneTitle: (kind: FileKind) => doneTitles[kind] ?? 'Your file is ready',
  progress: 'Conversion progress',
  queued: 'Waiting in the queue',
  starting: 'Handing over your file',
  secondsLeft: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  failedTitle: 'Conversion failed',
  failedText: 'There was an issue with your conversion. Please try again.',
  close: 'Close',

  succeededToast: 'Success!',
  failedToast: 'Conversion failed',
  cancelledToast: { title: 'Cancelled', description: 'Nothing was converted. Your file is still here.' },
  cancelFailedToast: 'Could not cancel',
  deletedToast: { title: 'Deleted', description: 'The converted file is gone from the server.' },
  deleteFailedToast: 'Could not delete',

  result: {
    heading: 'Ready to take home',
    before: 'Before',
    after: 'After',
    smaller: (percent: number) => `${percent}% smaller`,
    larger: (percent: number) => `${percent}% larger`,
    same: 'Same size',
    download: 'Download',
    convertAnother: 'Convert another',
    backToOptions: 'Change options',
    deleteNow: 'Delete now',
    expires: (when: string) => `Kept until ${when}, then deleted.`,
  },
} as const
