/** Where the picture is: in this browser alone, or on the server too, and why. */
import { formats } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import type { Opening } from './use-image.ts'

export function describePrivacy(
  opening: Opening,
  uploadId: string | undefined,
  storageHours: number,
): string {
  if (opening.phase === 'opening' && opening.server) return imageEditorMessages.sending(storageHours)
  if (opening.phase !== 'open') return imageEditorMessages.private
  const { isByServer, format } = opening.image
  if (isByServer) return imageEditorMessages.openedByServer(formats[format].label, storageHours)
  return uploadId === undefined
    ? imageEditorMessages.private
    : imageEditorMessages.exportedByServer(storageHours)
}
