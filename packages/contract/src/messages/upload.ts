/** Words of the drop area and of the file in it. */
import type { FileKind } from '../formats.ts'

/** The kinds that a home tab takes have a word of their own. */
type Prompts = Readonly<Partial<Record<FileKind, string>>>

const dropPrompts: Prompts = {
  image: 'Drop an image here',
  video: 'Drop a video here',
  audio: 'Drop an audio file here',
}

/** Whole gigabytes are said as such. */
function largeSize(megabytes: number): string {
  return megabytes % 1024 === 0 ? `${megabytes / 1024}\u00a0GB` : `${megabytes}\u00a0MB`
}

export const uploadMessages = {
  dropPrompt: (kind: FileKind) => dropPrompts[kind] ?? 'Drop a file here',
  dropNow: 'Let go, we take it from here',
  dropAnywhere: 'Drop it anywhere on the page',
  choose: 'Choose a file',
  chooseOrPaste: 'or paste it from the clipboard',
  takes: (formatLabels: readonly string[], maxMegabytes: number) =>
    `Takes ${joinWithOr(formatLabels)} files of up to ${largeSize(maxMegabytes)}.`,
  areaLabel: 'File',
  uploading: 'Uploading',
  uploadProgress: 'Upload progress',
  arrived: (arrived: string, total: string) => `${arrived} of ${total} arrived`,
  stalled: 'The connection was cut. Going on where it stopped...',
  failed: 'The upload stopped before the whole file had arrived.',
  stillArriving: 'The file has not arrived completely yet',
  retry: 'Try again',
  cancel: 'Cancel upload',
  complete: 'Upload complete!',
  severalReady: (count: number) => `${count} files ready to process`,
  ready: 'Files ready to process',
  chooseAnother: 'Choose another file',
  startOver: 'Start Over',
  preview: (name: string) => `Preview of ${name}`,
  noPreview: (formatLabel: string) =>
    `Browsers cannot show ${formatLabel} files. Converting works all the same.`,
  noPlayer: 'Your browser cannot play this file. Converting works all the same.',
  kept: (hours: number) =>
    `Only you see your files. Deleted after ${hours > 48 ? `${hours / 24} days` : `${hours} hours`}.`,
} as const

function joinWithOr(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
