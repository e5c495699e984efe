/** Returns the error message for a file that is not an accepted video, otherwise undefined. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { extensionsOf } from '@filesmith/contract/tools/tool'

const extensions = extensionsOf(operations['extract-video-text'].inputs)

interface Refusal {
  readonly title: string
  readonly description: string
}

export function checkVideo(file: File, maxBytes: number): Refusal | undefined {
  if (!isVideo(file)) return videoTextMessages.wrongType
  if (file.size > maxBytes) return videoTextMessages.tooLarge(toMegabytes(maxBytes))
  return file.size === 0 ? videoTextMessages.emptyFile : undefined
}

/** Some systems have no MIME type for MKV and others; then the extension decides, and the server sniffs the content. */
function isVideo({ name, type }: File): boolean {
  if (type !== '') return type.startsWith('video/')
  return extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`))
}
