/** Hands files that were shared with the app to the tool in sight, as if they had been dropped on it. */
import { sharedFilesMessages } from '@filesmith/contract/messages/offline'
import { sharedQuery } from '@filesmith/contract/shared-files'
import { takeSharedFiles } from '../lib/share-target.ts'
import { toasts } from '../lib/toast-store.ts'

export async function receiveSharedFiles(): Promise<void> {
  const address = new URL(window.location.href)
  const isLost = address.searchParams.get(sharedQuery) === 'lost'
  // Loaded again or bookmarked, the page has nothing shared with it.
  address.searchParams.delete(sharedQuery)
  window.history.replaceState(window.history.state, '', address)
  const files = isLost || !('caches' in window) ? [] : await takeSharedFiles(window.caches)
  if (files.length > 0) whenTaken(files)
  else if (isLost) toasts.show({ ...sharedFilesMessages.lost, variant: 'destructive' })
}

/** The tool may still be on its way: it is asked again with everything that appears on the page. */
function whenTaken(files: readonly File[]): void {
  if (drop(files)) return
  const watcher = new MutationObserver(() => {
    if (drop(files)) watcher.disconnect()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
}

/** Whoever takes it keeps the browser from opening the files itself. */
function drop(files: readonly File[]): boolean {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  return !window.dispatchEvent(event)
}
