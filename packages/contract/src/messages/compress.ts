/** Words of the file compressor. */
import type { ArchiveFormat } from '../archive-formats.ts'

const formatNotes: Readonly<Record<ArchiveFormat, string>> = {
  zip: 'Opens everywhere, without installing anything.',
  '7z': 'Usually the smallest. Needs a program such as 7-Zip on older systems.',
  tar: 'For Linux and servers. Written as .tar.gz.',
  rar: 'For WinRAR and everything that reads RAR 5.',
}

export const compressMessages = {
  heading: 'Compress Files',
  dropPrompt: 'Drop files or folders here',
  takes: (megabytes: number) =>
    `Takes files of any kind, up to ${megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`} each. Folders keep their structure.`,
  noFile: 'Please add at least one file to compress',
  noPassword: 'Please enter a password for the encrypted archive',
  failed: 'Compression failed',
  unanswered: 'There was an error compressing your files. Please try again.',
  compress: 'Compress Files',
  format: 'Archive format',
  formatNote: (format: ArchiveFormat) => formatNotes[format],
  level: 'Compression level',
  levelValue: (level: number, label: string) => `Level ${level}, ${label}`,
  expected: (percent: number) => `Estimated reduction: ${percent}%`,
  fromSample: (size: string, percent: number) =>
    percent < 1
      ? `About ${size}: these files hardly get any smaller (from a sample of your files)`
      : `About ${size}, ${percent}% smaller (from a sample of your files)`,
  sampling: 'Looking at a sample of your files...',
  protect: 'Password protection',
  password: 'Password',
  passwordHint: 'A password should have at least 4 characters.',
  passwordKept: 'We do not keep it: without it nobody can open the archive.',
  notForTar: 'A TAR archive cannot be protected by a password.',
  paid: 'Basic and Pro',
  paidNote: 'RAR and the levels 8 and 9 come with Basic and Pro.',
  premium: 'Premium plans: unlimited compression sizes, RAR and the highest compression levels.',
  claim: 'Compression gives up to 70% reduction.',

  working: 'Compressing your files',
  progress: 'Compression progress',
  steps: [
    { fromPercent: 0, text: 'Reading your files...' },
    { fromPercent: 5, text: 'Packing...' },
    { fromPercent: 95, text: 'Closing the archive...' },
  ],
  cancelled: { title: 'Cancelled', description: 'Nothing was compressed. Your files are still here.' },
  succeeded: 'Your files have been compressed successfully.',
  resultHeading: 'Ready to take home',
  protectedResult: 'Protected by your password.',
  compressMore: 'Compress more files',
  changeOptions: 'Change options',
  deleted: { title: 'Deleted', description: 'The archive is gone from the server.' },
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the compressed file",
  },
} as const
