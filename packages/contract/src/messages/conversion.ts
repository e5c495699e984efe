/** Texts of a conversion: options, progress overlay and result. */
import { type FormatId, holds } from '../formats.ts'

const formatNotes: Readonly<Partial<Record<FormatId, string>>> = {
  png: 'Keeps transparency. Good for graphics and screenshots.',
  jpg: 'Small files for photos. Transparent areas become white.',
  webp: 'Smallest files. Keeps transparency and animation.',
  gif: 'Up to 256 colors. Keeps animation.',
  bmp: 'Large, uncompressed files for older apps.',
  avif: 'Very small files for photos. Keeps transparency. For current browsers.',
  tiff: 'For print and scans. Keeps pages and transparency.',
  ico: 'Icons for websites and Windows, up to 256 pixels.',
  jxl: 'Small files in high quality. Few programs open it yet.',
  pdf: 'A document with one page per image.',
  jp2: 'For archives, maps and scans. Few browsers show it.',
  qoi: 'Lossless, written and read quickly. For programs and games.',
  tga: 'Lossless, for games and animation programs.',
  icns: 'Icons for macOS.',
  ppm: 'Uncompressed, for other programs. The same in every quality.',
  pgm: 'Uncompressed shades of gray. The same in every quality.',
  pbm: 'Black and white only. The same in every quality.',
  mp4: 'Plays almost everywhere: phones, browsers, TVs.',
  mov: 'For QuickTime and Apple video editors.',
  avi: 'For older players. Larger than MP4 at the same quality.',
  webm: 'Open format for the web. Takes the longest to convert.',
  mkv: 'Any number of audio tracks and subtitles. Few browsers play it.',
  mp3: 'Plays on almost every device.',
  wav: 'Large, uncompressed files for editing.',
  aac: 'Raw audio for streaming and broadcast. For phones, choose M4A.',
  ogg: 'Open format for games and the web. Not for older Apple devices.',
  flac: 'Lossless at about half the size of WAV.',
  m4a: 'Small files for phones and Apple devices.',
  psd: 'One layer, for Photoshop and other image editors.',
  opus: 'The smallest files at the same quality. Not for older devices.',
  aiff: 'Uncompressed, for audio editors on Apple devices.',
  m4b: 'An audiobook for phones and audiobook players. Keeps chapters.',
  m4r: 'A ringtone for iPhones: the first 40 seconds.',
  alac: 'Apple Lossless, about half the size of WAV. The file is an M4A.',
  wma: 'For older Windows programs and players.',
  ac3: 'Dolby Digital, for DVDs and home theaters.',
  mka: 'Holds nearly any audio unchanged. Keeps chapters.',
  caf: 'Uncompressed, for apps and editors on Apple devices.',
  wavpack: 'Lossless at about half the size of WAV.',
  mp2: 'For radio and DVD production.',
  au: 'Uncompressed, for Unix and Java programs.',
  m4v: 'MP4 for iTunes and older Apple devices.',
  wmv: 'For older Windows programs.',
  mpeg: 'MPEG-2 for DVD programs and older players.',
  ts: 'For broadcast and streaming.',
  flv: 'For older web players and streaming servers.',
  '3gp': 'For older phones.',
  ogv: 'Open format with Theora for older browsers. Larger than WEBM.',
}

export const conversionMessages = {
  options: 'Options',
  outputFormat: 'Output format',
  moreFormats: 'More formats',
  formatNote: (format: FormatId) => formatNotes[format] ?? '',
  losslessNote: 'Lossless: bitrate does not apply.',
  bitrateNote: 'Never higher than the original bitrate.',
  bitrateNoteWith: (kbps: number) => `Never higher than the original bitrate: ${kbps}\u00a0kbps.`,
  lowBitrateNote: (kbps: number) =>
    `The original has only ${kbps}\u00a0kbps. A higher bitrate will not improve it.`,
  sizeNote: 'Smaller videos keep their size.',
  ownSizeNote: (size: string) => `This video keeps its size of ${size}.`,
  pages: {
    legend: 'Pages',
    count: (pages: number) => `${pages}\u00a0pages`,
    labeled: (pages: number, label: string) => `${pages} ${label} pages`,
    numbered: (pages: number) => `${pages} numbered files in a ZIP file.`,
    all: (pages: number) => `All ${pages} pages`,
    one: 'One page',
    number: 'Page',
    choice: (page: number, pages: number) => `${page} of ${pages}`,
    /** What becomes of all pages. */
    note: (format: FormatId, label: string, pages: number) => {
      if (format === 'gif') return `One animated GIF. Each of the ${pages} pages is shown for a second.`
      return holds(format, 'pages')
        ? `One ${label} file with ${pages} pages.`
        : `${pages} numbered ${label} files in a ZIP file.`
    },
    oneNote: (page: number) => `Only page ${page} is converted.`,
    /** For several files, which may differ in their pages. */
    eachAll: 'All pages',
    eachFirst: 'First page',
    eachNote: (format: FormatId, label: string) => {
      if (format === 'gif') return 'Files with several pages become animated GIFs.'
      return holds(format, 'pages')
        ? `Each ${label} file has all pages.`
        : `Pages become numbered ${label} files in a ZIP file.`
    },
    eachFirstNote: 'Only the first page of each file is used, and the first frame of an animation.',
  },
  unavailable: 'Not available on this server right now.',

  comparison: {
    before: 'Before',
    after: 'After',
    compare: (name: string) => `Compare ${name}`,
    show: 'Compare',
    divider: 'Before and after divider',
    value: (percent: number) => `${percent}% before`,
  },
  progress: 'Conversion progress',
  queued: 'Waiting in the queue',
  starting: 'Starting the conversion',
  secondsLeft: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  canceling: 'Canceling...',
  failedTitle: 'Conversion failed',
  failedText: 'There was an issue with your conversion. Please try again.',
  close: 'Close',
  lockedTitle: 'This file is password-protected',

  succeededToast: 'Success!',
  failedToast: 'Conversion failed',
  noDownloadToast: { title: 'Download Error', description: "Couldn't download the converted file" },
  canceledToast: { title: 'Canceled', description: 'Nothing was converted. Your file is still here.' },
  cancelFailedToast: 'Could not cancel',
  deletedToast: { title: 'Deleted', description: 'The converted file was deleted from the server.' },
  deleteFailedToast: 'Could not delete',
  deleteFailedText: 'The file is still there. Please try again.',

  result: {
    heading: 'Your file is ready',
    before: 'Before',
    after: 'After',
    smaller: (percent: number) => `${percent}% smaller`,
    larger: (percent: number) => `${percent}% larger`,
    same: 'Same size',
    work: {
      copied: 'Copied without re-encoding. No quality lost.',
      videoCopied: 'Video copied, audio converted.',
      audioCopied: 'Video converted, audio copied.',
      converted: 'Converted.',
    },
    download: 'Download',
    convertAnother: 'Convert another',
    backToOptions: 'Change options',
    deleteNow: 'Delete now',
    expires: (when: string) => `Available until ${when}, then deleted.`,
  },
} as const
