/** Delivers files shared with the installed app to the visible tool as a synthetic drop event. */
import { sharedFilesMessages } from '@filesmith/contract/messages/offline'
import { sharedQuery } from '@filesmith/contract/shared-files'
import { takeSharedFiles } from '../lib/share-target.ts'
import { basePath } from '../lib/site-address.ts'
import { toasts } from '../lib/toast-store.ts'

export async function receiveSharedFiles(): Promise<void> {
  const address = new URL(window.location.href)
  const isLost = address.searchParams.get(sharedQuery) === 'lost'
  // Removes the parameter, so that a reload or bookmark does not receive files again.
  address.searchParams.delete(sharedQuery)
  window.history.replaceState(window.history.state, '', address)
  const files = isLost || !('caches' in window) ? [] : await takeSharedFiles(window.caches, basePath)
  if (files.length > 0) dropWhenReady(files)
  else if (isLost) toasts.show({ ...sharedFilesMessages.lost, variant: 'destructive' })
}

/** The tool may still be loading: retries whenever the DOM changes. */
function dropWhenReady(files: readonly File[]): void {
  if (drop(files)) return
  const observer = new MutationObserver(() => {
    if (drop(files)) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** True if a drop zone has handled the event, which calls `preventDefault`. */
function drop(files: readonly File[]): boolean {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  return !window.dispatchEvent(event)
}
