/** The editor over the whole screen, where the browser allows it. */
import { type RefObject, useEffect, useState } from 'react'

interface FullScreen {
  readonly isOn: boolean
  /** Absent where the browser has none, as on small phones. */
  readonly toggle: (() => void) | undefined
}

export function useFullScreen(target: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const look = () =>
      setIsOn(document.fullscreenElement !== null && document.fullscreenElement === target.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [target])
  if (!document.fullscreenEnabled) return { isOn, toggle: undefined }
  // Whether it is refused or taken back is told by the event alone.
  const ignore = () => undefined
  return {
    isOn,
    toggle: () =>
      void (isOn ? document.exitFullscreen() : target.current?.requestFullscreen())?.catch(ignore),
  }
}
