/** Words of the file compressor. */
export const compressMessages = {
  heading: 'Compress Files',
  noFile: 'Please add at least one file to compress',
  noPassword: 'Please enter a password for the encrypted archive',
  failed: 'Compression failed',
  format: 'Archive format',
  level: 'Compression level',
  expected: (percent: number) => `Estimated reduction: ${percent}%`,
  protect: 'Password protection',
  password: 'Password',
  passwordHint: 'A password should have at least 4 characters.',
  notForTar: 'A TAR archive cannot be protected by a password.',
  paid: 'Basic and Pro',
  premium: 'Premium plans: unlimited compression sizes, RAR and the highest compression levels.',
  claim: 'Compression gives up to 70% reduction.',
  succeeded: 'Your files have been compressed successfully.',
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the compressed file",
  },
} as const
