/** Resolved CSS colors for drawing on a canvas, updated when the theme changes. */
import { type RefObject, useEffect, useState } from 'react'

export interface WaveformColors {
  readonly wave: string
  readonly silence: string
  readonly threshold: string
}

export function useCanvasColors(canvasRef: RefObject<HTMLCanvasElement | null>): WaveformColors | undefined {
  const [colors, setColors] = useState<WaveformColors>()
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const readColors = () => {
      const { color, textDecorationColor, caretColor } = getComputedStyle(canvas)
      setColors({ wave: color, silence: textDecorationColor, threshold: caretColor })
    }
    const observer = new MutationObserver(readColors)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', readColors)
    readColors()
    return () => {
      observer.disconnect()
      system.removeEventListener('change', readColors)
    }
  }, [canvasRef])
  return colors
}
