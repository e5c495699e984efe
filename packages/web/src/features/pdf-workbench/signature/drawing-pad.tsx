/** Area to draw a signature with mouse, pen or finger. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type PointerEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Stroke, type StrokePoint, strokePath, withPoint } from './strokes.ts'

const { signature: texts } = workbenchMessages

interface DrawingPadProps {
  readonly strokes: readonly Stroke[]
  readonly color: string
  readonly strokeWidth: number
  readonly onChange: (change: (strokes: readonly Stroke[]) => readonly Stroke[]) => void
}

const padWidth = 480
const padHeight = 180

export function DrawingPad({ strokes, color, strokeWidth, onChange }: DrawingPadProps) {
  const isDrawing = useRef(false)
  const pointOf = (event: PointerEvent<SVGSVGElement>): StrokePoint => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / Math.max(1, box.width)) * padWidth,
      y: ((event.clientY - box.top) / Math.max(1, box.height)) * padHeight,
    }
  }
  const end = () => {
    isDrawing.current = false
  }
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={texts.pad}
        viewBox={`0 0 ${padWidth} ${padHeight}`}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          const point = pointOf(event)
          onChange(all => [...all, [point]])
        }}
        onPointerMove={event => {
          if (!isDrawing.current) return
          const point = pointOf(event)
          onChange(all => [...all.slice(0, -1), withPoint(all.at(-1) ?? [], point)])
        }}
        onPointerUp={end}
        onPointerCancel={end}
        className="w-full cursor-crosshair touch-none rounded border border-line bg-sheet"
      >
        <path d="M 30 140 H 450" stroke="currentColor" strokeWidth="1" className="text-line-strong" />
        <path
          d={strokes.map(strokePath).join(' ')}
          fill="none"
          stroke={color}
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-muted">{texts.padHint}</p>
        <Button disabled={strokes.length === 0} onClick={() => onChange(() => [])}>
          {texts.clear}
        </Button>
      </div>
    </div>
  )
}
