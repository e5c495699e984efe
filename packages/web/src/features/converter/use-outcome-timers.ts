/** Timers after an outcome: starts the download, closes the overlay, resets a failure. */
import { useEffect, useEffectEvent } from 'react'
import type { ConversionView } from './conversion-progress.ts'

const overlayCloseMs = 2500
const failureResetMs = 3000

export function useOutcomeTimers(
  view: ConversionView,
  downloadDelayMs: number,
  closeOverlay: () => void,
): void {
  const close = useEffectEvent(closeOverlay)
  const hasSucceeded = view.phase === 'succeeded' && view.isOverlayOpen
  const closeAfterMs = view.phase === 'failed' ? failureResetMs : hasSucceeded ? overlayCloseMs : null
  const downloadUrl = hasSucceeded ? view.state.downloadUrl : null

  useEffect(() => {
    if (closeAfterMs === null) return
    const timer = setTimeout(() => close(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [closeAfterMs])

  useEffect(() => {
    if (downloadUrl === null) return
    const timer = setTimeout(() => window.location.assign(downloadUrl), downloadDelayMs)
    return () => clearTimeout(timer)
  }, [downloadUrl, downloadDelayMs])
}
