/** The `accept` attribute of the file picker: videos and images, including formats without a browser MIME type. */
import { formats } from '@filesmith/contract/formats'
import { operations } from '@filesmith/contract/operations/registry'

const extensions = operations['create-gif'].inputs.flatMap(format =>
  formats[format].extensions.map(extension => `.${extension}`),
)

export const acceptedFiles = ['video/*', 'image/*', ...new Set(extensions)].join(',')
