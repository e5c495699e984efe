/** Why a file is no video that can be taken, in the words of its toast; undefined when it can. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { extensionsOf } from '@filesmith/contract/tools/tool'

const extensions = extensionsOf(operations['extract-video-text'].inputs)

interface Refusal {
  readonly title: string
  readonly description: string
}

export function findRefusal(file: File, maxBytes: number): Refusal | undefined {
  if (!isVideo(file)) return videoTextMessages.wrongType
  if (file.size > maxBytes) return videoTextMessages.tooLarge(toMegabytes(maxBytes))
  return file.size === 0 ? videoTextMessages.emptyFile : undefined
}

/** Some systems have no type for MKV and its like; then the ending decides, and the server looks inside. */
function isVideo({ name, type }: File): boolean {
  if (type !== '') return type.startsWith('video/')
  return extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`))
}
