/** The `accept` attribute of the file picker: videos and images, including formats without a browser MIME type. */
import { formats } from '@filesmith/contract/formats'
import { createGif } from '@filesmith/contract/operations/create-gif'

const extensions = createGif.inputs.flatMap(format =>
  formats[format].extensions.map(extension => `.${extension}`),
)

export const acceptedFiles = ['video/*', 'image/*', ...new Set(extensions)].join(',')
