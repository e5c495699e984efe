/** The colours a canvas draws with, also after the theme has changed: it knows no variables, only what they come to. */
import { type RefObject, useEffect, useState } from 'react'

export interface WaveColors {
  readonly wave: string
  readonly silence: string
  readonly threshold: string
}

export function useOwnColors(canvasRef: RefObject<HTMLCanvasElement | null>): WaveColors | undefined {
  const [colors, setColors] = useState<WaveColors>()
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const ask = () => {
      const { color, textDecorationColor, caretColor } = getComputedStyle(canvas)
      setColors({ wave: color, silence: textDecorationColor, threshold: caretColor })
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
  return colors
}
