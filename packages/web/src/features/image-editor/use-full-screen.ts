/** Full-screen mode of the editor, if the browser supports it. */
import { type RefObject, useEffect, useState } from 'react'

interface FullScreen {
  readonly isOn: boolean
  /** Absent if the browser does not support it, as on small phones. */
  readonly toggle: (() => void) | undefined
}

export function useFullScreen(target: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const update = () =>
      setIsOn(document.fullscreenElement !== null && document.fullscreenElement === target.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [target])
  if (!document.fullscreenEnabled) return { isOn, toggle: undefined }
  // Whether the request succeeded is reported by the event.
  const ignore = () => undefined
  return {
    isOn,
    toggle: () =>
      void (isOn ? document.exitFullscreen() : target.current?.requestFullscreen())?.catch(ignore),
  }
}
