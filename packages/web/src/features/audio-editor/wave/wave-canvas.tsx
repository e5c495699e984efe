/** Waveform canvas at device resolution, redrawn when its size, the theme or the audio changes. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { TimeRange } from '../edit/time-range.ts'
import type { AudioMeasurements } from '../measure/audio-measurements.ts'
import { drawWaveform, type WaveformAppearance } from './draw-waveform.ts'
import { useCanvasColors, type WaveformColors } from './use-canvas-colors.ts'

interface WaveCanvasProps {
  readonly measurements: AudioMeasurements
  readonly view: TimeRange
  readonly appearance: Omit<WaveformAppearance, keyof WaveformColors>
  readonly className?: string
}

export function WaveCanvas({ measurements, view, appearance, className }: WaveCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const size = usePixelSize(canvasRef)
  const colors = useCanvasColors(canvasRef)

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !colors || size.width === 0) return
    const frame = requestAnimationFrame(() => {
      // Assigning a size clears the canvas even if it is unchanged.
      if (canvas.width !== size.width) canvas.width = size.width
      if (canvas.height !== size.height) canvas.height = size.height
      const context = canvas.getContext('2d')
      if (context) drawWaveform(context, measurements, view, { ...colors, ...appearance })
    })
    return () => cancelAnimationFrame(frame)
  }, [measurements, view, appearance, size, colors])

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

/** Size in device pixels. */
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
