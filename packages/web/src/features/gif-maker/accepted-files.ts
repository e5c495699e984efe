/** What the picker of the browser offers: films and pictures, also of formats that it has no type for. */
import { formats } from '@filesmith/contract/formats'
import { operations } from '@filesmith/contract/operations/registry'

const endings = operations['create-gif'].inputs.flatMap(format =>
  formats[format].extensions.map(extension => `.${extension}`),
)

export const acceptedFiles = ['video/*', 'image/*', ...new Set(endings)].join(',')
