/** Says where the image is processed: only in this browser, or also on the server, and why. */
import { formats } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import type { OpenState } from './use-open-image.ts'

export function describePrivacy(openState: OpenState, isUploaded: boolean, storageHours: number): string {
  if (openState.phase === 'opening' && openState.server) return imageEditorMessages.sending(storageHours)
  if (openState.phase !== 'open') return imageEditorMessages.private
  const { usesServer, format } = openState.image
  if (usesServer) return imageEditorMessages.openedByServer(formats[format].label, storageHours)
  return isUploaded ? imageEditorMessages.exportedByServer(storageHours) : imageEditorMessages.private
}
