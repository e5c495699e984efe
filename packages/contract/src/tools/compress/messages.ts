/** Texts of the file compressor. */

import type { ArchiveFormat } from '../../archive-formats.ts'
import { sizeText } from '../../bytes.ts'

const formatNotes: Readonly<Record<ArchiveFormat, string>> = {
  zip: 'Opens everywhere without extra software.',
  '7z': 'Usually the smallest. Older systems need an app such as 7-Zip.',
  tar: 'For Linux and servers. Saved as .tar.gz.',
  rar: 'For WinRAR and other RAR 5 software.',
}

export const compressMessages = {
  heading: 'Compress Files',
  dropPrompt: 'Drop files or folders here',
  accepts: (megabytes: number | null) =>
    `Accepts files of any type${megabytes === null ? ' and size' : `, up to ${sizeText(megabytes)} each`}. Folders keep their structure.`,
  noFile: 'Please add at least one file to compress',
  noPassword: 'Please enter a password for the encrypted archive',
  failed: 'Compression failed',
  requestFailed: 'There was an error compressing your files. Please try again.',
  compress: 'Compress Files',
  format: 'Archive format',
  formatNote: (format: ArchiveFormat) => formatNotes[format],
  level: 'Compression level',
  levelValue: (level: number, label: string) => `Level ${level}, ${label}`,
  expected: (percent: number) => `Estimated reduction: ${percent}%`,
  fromSample: (size: string, isIncompressible: boolean) =>
    isIncompressible
      ? `About ${size}: these files barely compress (based on a sample)`
      : `About ${size} (based on a sample)`,
  sampling: 'Checking a sample of your files...',
  protect: 'Password protection',
  password: 'Password',
  passwordHint: 'Use at least 4 characters.',
  passwordKept: 'We do not store it. Without it the archive cannot be opened.',
  notForTar: 'TAR archives cannot have a password.',
  paid: 'Basic and Pro',
  paidNote: 'RAR and levels 8 and 9 require Basic or Pro.',
  premium: 'Premium plans: unlimited compression sizes, RAR and the highest compression levels.',
  claim: 'Up to 70% smaller.',

  working: 'Compressing your files',
  progress: 'Compression progress',
  steps: [
    { fromPercent: 0, text: 'Reading your files...' },
    { fromPercent: 5, text: 'Compressing...' },
    { fromPercent: 95, text: 'Finishing the archive...' },
  ],
  canceled: { title: 'Canceled', description: 'Nothing was compressed. Your files are still here.' },
  succeeded: 'Your files have been compressed successfully.',
  resultHeading: 'Your archive is ready',
  protectedResult: 'Protected with your password.',
  compressMore: 'Compress more files',
  changeOptions: 'Change options',
  deleted: { title: 'Deleted', description: 'The archive was deleted from the server.' },
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the compressed file",
  },
} as const
