/** Words of the batch converter. */
export const batchMessages = {
  heading: 'Convert Several Files at Once',
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
  downloadMissing: {
    title: 'Download Error',
    description: "Couldn't download the converted file",
  },
} as const
