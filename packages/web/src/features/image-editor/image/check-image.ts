/** Returns why a file cannot be edited, or undefined if it may be an image. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { extensionsOf } from '@filesmith/contract/tools/tool'

const extensions = extensionsOf(editImage.inputs)

export function checkImage(file: File, maxBytes: number): string | undefined {
  if (!isImage(file)) return imageEditorMessages.wrongType
  if (file.size > maxBytes) return imageEditorMessages.tooLarge(toMegabytes(maxBytes))
  return file.size === 0 ? imageEditorMessages.emptyFile : undefined
}

/** Some systems have no MIME type for HEIC, PSD and others; then the extension decides. */
function isImage({ name, type }: File): boolean {
  if (type.startsWith('image/')) return true
  return type === '' && extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`))
}
