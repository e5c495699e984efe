/** Texts of the batch converter. */

import type { BatchKindId } from '../../batch.ts'
import { sizeText } from '../../bytes.ts'
import type { FormatId } from '../../formats.ts'
import { conversionMessages } from '../../messages/conversion.ts'

/** For formats that only the batch converter offers. */
const formatNotes: Readonly<Partial<Record<FormatId, string>>> = {
  tiff: 'Lossless, for print and archives.',
  pdf: 'Looks the same everywhere. Good for sharing and printing.',
  docx: 'Editable in Word, LibreOffice and Google Docs.',
  txt: 'Plain text without formatting.',
  rtf: 'Formatted text that almost every word processor opens.',
  html: 'A single web page with images and styles embedded.',
  md: 'Text with headings, lists and tables. Images come beside it in a ZIP file.',
}

const namedInputs: Readonly<Record<BatchKindId, string>> = {
  images: 'Accepts JPG, PNG, WEBP, GIF, HEIC, AVIF, SVG, TIFF and more.',
  documents: 'Accepts PDF, DOCX, DOC, ODT, RTF, TXT and HTML.',
  audio: 'Accepts MP3, WAV, M4A, FLAC, OGG, AAC, WMA and more.',
  video: 'Accepts MP4, MOV, MKV, WEBM, AVI, WMV and more.',
}

export const batchMessages = {
  heading: 'Convert Several Files at Once',
  kinds: 'File types',
  noTarget: 'Please select a target format',
  noFile: 'Please add files to convert',
  failed: 'Conversion failed',
  targetFormat: 'Target format',
  choose: 'Choose a format',
  limits: (files: number | null, megabytes: number) =>
    files === null
      ? `Any number of files, up to ${sizeText(megabytes)} each.`
      : `Up to ${files} files at once, ${sizeText(megabytes)} per file.`,
  premium: 'Premium plans allow larger batches and larger files.',
  dropPrompts: {
    images: 'Drop images or a folder here',
    documents: 'Drop documents or a folder here',
    audio: 'Drop audio files or a folder here',
    video: 'Drop videos or a folder here',
  },
  /** Files of other kinds than the tab converts. */
  otherKind: {
    images: (count: number) => skipped(count, 'is not an image', 'are not images'),
    documents: (count: number) =>
      skipped(count, 'is not a supported document', 'are not supported documents'),
    audio: (count: number) => skipped(count, 'is not an audio file', 'are not audio files'),
    video: (count: number) => skipped(count, 'is not a video', 'are not videos'),
  },
  accepts: (kind: BatchKindId) => namedInputs[kind],
  formatNote: (format: FormatId) => formatNotes[format] ?? conversionMessages.formatNote(format),
  convert: 'Convert Files',
  serverStatus: (status: number) => `Server responded with status: ${status}`,
  requestFailed: 'There was an issue with your conversion. Please try again.',

  working: 'Converting your files',
  progress: 'Overall progress',
  done: (done: number, all: number) => `${done} of ${all} done`,
  canceled: { title: 'Canceled', description: 'Nothing was converted. Your files are still here.' },
  canceledPartly: (done: number, all: number) => `${done} of ${all} files were already converted.`,

  succeeded: 'Your files have been converted successfully.',
  partlySucceeded: (done: number, all: number) => `${done} of ${all} files were converted.`,
  noneSucceeded: (all: number) => `None of the ${all} files could be converted.`,
  resultHeading: 'Your files are ready',
  failedHeading: 'Nothing was converted',
  failures: (count: number) => (count === 1 ? '1 file failed' : `${count} files failed`),
  seeReasons: 'See the list for details and to try again.',
  downloadAll: 'Download all',
  download: 'Download',
  asZip: (count: number) => `${count} files in one ZIP file.`,
  convertMore: 'Convert more files',
  otherFormat: 'Change format',
  deleteNow: 'Delete now',
  deleted: { title: 'Deleted', description: 'The converted files were deleted from the server.' },
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the converted file",
  },
} as const

function skipped(count: number, one: string, several: string): string {
  return count === 1 ? `1 file ${one} and was skipped.` : `${count} files ${several} and were skipped.`
}
