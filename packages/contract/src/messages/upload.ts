/** Texts of the drop zone and of the file in it. */
import type { FileKind } from '../formats.ts'

/** Only the kinds of the home tabs have a specific prompt. */
type Prompts = Readonly<Partial<Record<FileKind, string>>>

const dropPrompts: Prompts = {
  image: 'Drop an image here',
  video: 'Drop a video here',
  audio: 'Drop an audio file here',
}

/** Whole gigabytes are written in GB. */
function largeSize(megabytes: number): string {
  return megabytes % 1024 === 0 ? `${megabytes / 1024}\u00a0GB` : `${megabytes}\u00a0MB`
}

export const uploadMessages = {
  dropPrompt: (kind: FileKind) => dropPrompts[kind] ?? 'Drop a file here',
  /** Prompt where nothing can be dropped: 'Choose an image'. */
  choosePrompt: (dropPrompt: string) => dropPrompt.replace(/^Drop (.+) here$/, 'Choose $1'),
  dropToUpload: 'Drop to upload',
  dropAnywhere: 'Drop it anywhere on the page',
  choose: 'Choose a file',
  chooseOrPaste: 'or paste it from the clipboard',
  accepts: (formatLabels: readonly string[], maxMegabytes: number) =>
    `Accepts ${joinWithAnd(formatLabels)}, up to ${largeSize(maxMegabytes)}.`,
  several: 'Several images at once become one ZIP file.',
  areaLabel: 'File',
  uploading: 'Uploading',
  uploadProgress: 'Upload progress',
  uploadedOf: (arrived: string, total: string) => `${arrived} of ${total} uploaded`,
  stalled: 'Connection lost. Resuming upload...',
  failed: 'The upload stopped before it was complete.',
  stillUploading: 'The file is still uploading',
  retry: 'Try again',
  cancel: 'Cancel upload',
  complete: 'Upload complete!',
  severalReady: (count: number) => `${count} files ready to process`,
  ready: 'Files ready to process',
  chooseAnother: 'Choose another file',
  startOver: 'Start Over',
  preview: (name: string) => `Preview of ${name}`,
  noPreview: (formatLabel: string) => `No preview for ${formatLabel}. You can still convert it.`,
  noPlayer: 'Your browser cannot play this file. You can still convert it.',
  kept: (hours: number) =>
    `Only you can see your files. Deleted after ${hours > 48 ? `${hours / 24} days` : `${hours} hours`}.`,
} as const

function joinWithAnd(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
