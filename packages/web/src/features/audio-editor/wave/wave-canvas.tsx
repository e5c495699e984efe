/** A waveform as sharp as the screen: drawn anew when the place it has, the theme or the sound changes. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { Stretch } from '../edit/stretch.ts'
import type { Measures } from '../measure/measures.ts'
import { drawWaveform, type WaveLook } from './draw-waveform.ts'
import { useOwnColors, type WaveColors } from './use-own-colors.ts'

interface WaveCanvasProps {
  readonly measures: Measures
  readonly view: Stretch
  readonly look: Omit<WaveLook, keyof WaveColors>
  readonly className?: string
}

export function WaveCanvas({ measures, view, look, className }: WaveCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const size = usePixelSize(canvasRef)
  const colors = useOwnColors(canvasRef)

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !colors || size.width === 0) return
    const frame = requestAnimationFrame(() => {
      // Setting them empties the canvas, even to what they were.
      if (canvas.width !== size.width) canvas.width = size.width
      if (canvas.height !== size.height) canvas.height = size.height
      const context = canvas.getContext('2d')
      if (context) drawWaveform(context, measures, view, { ...colors, ...look })
    })
    return () => cancelAnimationFrame(frame)
  }, [measures, view, look, size, colors])

  return (
    <canvas
      ref={canvasRef}
      className={cx(
        'pointer-events-none absolute inset-0 size-full text-kind-audio decoration-line caret-accent-text',
        className,
      )}
    />
  )
}

/** In points of the screen, of which a telephone has three for each of ours. */
function usePixelSize(canvasRef: RefObject<HTMLCanvasElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const measure = () => {
      const { width, height } = canvas.getBoundingClientRect()
      const ratio = window.devicePixelRatio
      setSize({ width: Math.round(width * ratio), height: Math.round(height * ratio) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(canvas)
    measure()
    return () => observer.disconnect()
  }, [canvasRef])
  return size
}
