/** The colours a canvas draws with, also after the theme has changed: it knows no variables, only what they come to. */
import { type RefObject, useEffect, useState } from 'react'

export interface WaveColours {
  readonly wave: string
  readonly silence: string
  readonly threshold: string
}

export function useOwnColours(canvasRef: RefObject<HTMLCanvasElement | null>): WaveColours | undefined {
  const [colours, setColours] = useState<WaveColours>()
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const ask = () => {
      const { color, textDecorationColor, caretColor } = getComputedStyle(canvas)
      setColours({ wave: color, silence: textDecorationColor, threshold: caretColor })
    }
    const observer = new MutationObserver(ask)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', ask)
    ask()
    return () => {
      observer.disconnect()
      system.removeEventListener('change', ask)
    }
  }, [canvasRef])
  return colours
}
