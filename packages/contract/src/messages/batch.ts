/** Words of the batch converter. */
import type { BatchKindId } from '../batch.ts'
import type { FormatId } from '../formats.ts'
import { conversionMessages } from './conversion.ts'

/** Of the formats that only batches have. */
const formatNotes: Readonly<Partial<Record<FormatId, string>>> = {
  tiff: 'For printing and archives. Nothing of the picture is lost.',
  pdf: 'Looks the same everywhere. Good for sending and printing.',
  docx: 'For Word, LibreOffice and Google Docs. Can be edited.',
  txt: 'Only the words, without any formatting.',
  rtf: 'Formatted text that nearly every word processor opens.',
  html: 'One web page that holds its pictures and styles.',
}

const namedInputs: Readonly<Record<BatchKindId, string>> = {
  images: 'Takes JPG, PNG, WEBP, GIF, HEIC, AVIF, SVG, TIFF and more.',
  documents: 'Takes PDF, DOCX, DOC, ODT, RTF, TXT and HTML.',
  audio: 'Takes MP3, WAV, M4A, FLAC, OGG, AAC, WMA and more.',
  video: 'Takes MP4, MOV, MKV, WEBM, AVI, WMV and more.',
}

export const batchMessages = {
  heading: 'Convert Several Files at Once',
  kinds: 'Kinds of files',
  noTarget: 'Please select a target format',
  noFile: 'Please add files to convert',
  failed: 'Conversion failed',
  targetFormat: 'Target format',
  choose: 'Choose a format',
  limits: (files: number | null, megabytes: number) =>
    files === null
      ? `Any number of files, up to ${megabytes}MB each.`
      : `Up to ${files} files at once, ${megabytes}MB per file.`,
  premium: 'Premium plans convert larger batches and larger files.',
  dropPrompts: {
    images: 'Drop images or a folder here',
    documents: 'Drop documents or a folder here',
    audio: 'Drop recordings or a folder here',
    video: 'Drop videos or a folder here',
  },
  /** Of other kinds than the tab is for. */
  otherKind: {
    images: (count: number) => leftOut(count, 'is no image', 'are no images'),
    documents: (count: number) =>
      leftOut(count, 'is no document that can be read here', 'are no documents that can be read here'),
    audio: (count: number) => leftOut(count, 'is no audio file', 'are no audio files'),
    video: (count: number) => leftOut(count, 'is no video', 'are no videos'),
  },
  takes: (kind: BatchKindId) => namedInputs[kind],
  formatNote: (format: FormatId) => formatNotes[format] ?? conversionMessages.formatNote(format),
  convert: 'Convert Files',
  serverStatus: (status: number) => `Server responded with status: ${status}`,
  unanswered: 'There was an issue with your conversion. Please try again.',

  working: 'Converting your files',
  progress: 'Progress of all files',
  done: (done: number, all: number) => `${done} of ${all} done`,
  cancelled: { title: 'Cancelled', description: 'Nothing was converted. Your files are still here.' },
  canceledPartly: (done: number, all: number) => `${done} of ${all} files were converted before that.`,

  succeeded: 'Your files have been converted successfully.',
  partlySucceeded: (done: number, all: number) => `${done} of ${all} files have been converted.`,
  noneSucceeded: (all: number) => `None of the ${all} files could be converted.`,
  resultHeading: 'Ready to take home',
  failedHeading: 'Nothing to take home',
  failures: (count: number) => (count === 1 ? '1 file failed' : `${count} files failed`),
  seeReasons: 'The list says why, and lets you try again.',
  downloadAll: 'Download all',
  download: 'Download',
  asZip: (count: number) => `${count} files in one ZIP archive.`,
  convertMore: 'Convert more files',
  otherFormat: 'Change format',
  deleteNow: 'Delete now',
  deleted: { title: 'Deleted', description: 'The converted files are gone from the server.' },
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the converted file",
  },
} as const

function leftOut(count: number, one: string, several: string): string {
  return count === 1 ? `1 file ${one} and was left out.` : `${count} files ${several} and were left out.`
}
