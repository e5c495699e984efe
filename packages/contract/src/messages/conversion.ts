/** Words of a conversion: its options, the overlay while it runs, its result. */
import type { FormatId } from '../formats.ts'

const formatNotes: Readonly<Partial<Record<FormatId, string>>> = {
  png: 'Keeps transparency. Good for drawings and screenshots.',
  jpg: 'Small files for photos. See-through parts become white.',
  webp: 'Smallest files. Keeps transparency and animation.',
  gif: 'At most 256 colours. Keeps animation.',
  bmp: 'Large, uncompressed files for older programs.',
  mp4: 'Plays almost everywhere: phones, browsers, televisions.',
  mov: 'For QuickTime and the editing programs of Apple.',
  avi: 'For older players and programs. Larger than MP4 at the same quality.',
  webm: 'Open format for web pages. Takes the longest to make.',
  mkv: 'Holds any number of audio tracks and subtitles. Browsers rarely play it.',
  mp3: 'Plays on practically every device and in every program.',
  wav: 'Large, uncompressed files that every sound editor opens.',
  aac: 'The bare sound of streams and broadcasts. For phones, M4A is the better choice.',
  ogg: 'Open format for games and web pages. Older Apple devices do not play it.',
  flac: 'Keeps every detail at about half the size of WAV.',
  m4a: 'Small files as phones and Apple devices like them.',
}

export const conversionMessages = {
  options: 'Options',
  outputFormat: 'Output format',
  formatNote: (format: FormatId) => formatNotes[format] ?? '',
  losslessNote: 'Lossless: the bitrate is not used.',
  bitrateNote: 'Never above the bitrate of the file itself.',
  bitrateNoteWith: (kbps: number) => `Never above the bitrate of the file itself: ${kbps}\u00a0kbps.`,
  lowBitrateNote: (kbps: number) =>
    `The file itself has only ${kbps}\u00a0kbps. A higher bitrate cannot improve it.`,
  sizeNote: 'Never enlarged: a smaller video keeps its own size.',
  ownSizeNote: (size: string) => `Never enlarged: this video keeps its own size, ${size}.`,
  unavailable: 'This server cannot do this at the moment.',

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
  deleteFailedText: 'The file is still there. Please try again.',

  result: {
    heading: 'Ready to take home',
    before: 'Before',
    after: 'After',
    smaller: (percent: number) => `${percent}% smaller`,
    larger: (percent: number) => `${percent}% larger`,
    same: 'Same size',
    work: {
      copied: 'Copied without re-encoding: not a bit of quality lost.',
      videoCopied: 'Video copied, sound converted.',
      audioCopied: 'Video converted, sound copied.',
      converted: 'Converted.',
    },
    download: 'Download',
    convertAnother: 'Convert another',
    backToOptions: 'Change options',
    deleteNow: 'Delete now',
    expires: (when: string) => `Kept until ${when}, then deleted.`,
  },
} as const
