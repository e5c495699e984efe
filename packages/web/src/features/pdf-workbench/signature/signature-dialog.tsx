/** Dialog that creates a signature: drawn, typed, or from an image. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { imageSignature, typedSignature } from './render-signature.ts'
import './signature.css'
import type { Signature } from './signature.ts'
import { SignatureImage } from './signature-image.tsx'

/** Lines drawn by a pointer as a smooth SVG path: quadratic curves through the middle of each two points. */

interface StrokePoint {
  readonly x: number
  readonly y: number
}

type Stroke = readonly StrokePoint[]

/** Closer points are noise of the pointer. */
const minDistance = 2

const write = (value: number) => String(Math.round(value * 10) / 10)
const pair = ({ x, y }: StrokePoint) => `${write(x)} ${write(y)}`
const middle = (one: StrokePoint, other: StrokePoint) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

/** The same stroke if the point is too close to its end. */
export function withPoint(stroke: Stroke, point: StrokePoint): Stroke {
  const last = stroke.at(-1)
  return last && Math.hypot(point.x - last.x, point.y - last.y) < minDistance ? stroke : [...stroke, point]
}

export function strokePath(stroke: Stroke): string {
  const [first, ...others] = stroke
  const last = stroke.at(-1)
  if (!first || !last) return ''
  // A dot: a line without length has round ends.
  if (others.length === 0) return `M ${pair(first)} l 0.1 0`
  const curves = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? point
    return `Q ${pair(point)} ${pair(middle(point, next))}`
  })
  return [`M ${pair(first)}`, ...curves, `L ${pair(last)}`].join(' ')
}

interface DrawnLines {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** All strokes in a box that encloses them with half a stroke around; undefined without any. */
export function drawnLines(strokes: readonly Stroke[], strokeWidth: number): DrawnLines | undefined {
  const points = strokes.flat()
  if (points.length === 0) return undefined
  const left = Math.min(...points.map(({ x }) => x)) - strokeWidth
  const top = Math.min(...points.map(({ y }) => y)) - strokeWidth
  const right = Math.max(...points.map(({ x }) => x)) + strokeWidth
  const bottom = Math.max(...points.map(({ y }) => y)) + strokeWidth
  const moved = strokes.map(stroke => stroke.map(({ x, y }) => ({ x: x - left, y: y - top })))
  return { path: moved.map(strokePath).join(' '), width: right - left, height: bottom - top }
}

/** Area to draw a signature with mouse, pen or finger. */
interface DrawingPadProps {
  readonly strokes: readonly Stroke[]
  readonly color: string
  readonly strokeWidth: number
  readonly onChange: (change: (strokes: readonly Stroke[]) => readonly Stroke[]) => void
}

const padWidth = 480
const padHeight = 180

function DrawingPad({ strokes, color, strokeWidth, onChange }: DrawingPadProps) {
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

const { signature: texts } = workbenchMessages

interface SignatureDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
  readonly onCreate: (signature: Signature) => void
}

type Way = 'draw' | 'type' | 'image'

const inks = { black: '#111111', blue: '#1d3f8f' } as const
const strokeWidth = 3.5
const maxTextLength = 60
export const imageTypes = 'image/png,image/jpeg,image/webp'

export function SignatureDialog({ isOpen, onClose, onClosed, onCreate }: SignatureDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={texts.title} onLeave={onClose} onClosed={onClosed}>
      {isOpen ? <SignatureForm onClose={onClose} onCreate={onCreate} /> : null}
    </Overlay>
  )
}

function SignatureForm({ onClose, onCreate }: Pick<SignatureDialogProps, 'onClose' | 'onCreate'>) {
  const [way, setWay] = useState<Way>('draw')
  const [ink, setInk] = useState<keyof typeof inks>('black')
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [text, setText] = useState('')
  const [image, setImage] = useState<Signature>()
  const [problem, setProblem] = useState('')
  const color = inks[ink]

  const openImage = async ([file]: readonly File[]) => {
    const opened = file && (await imageSignature(file).catch(() => undefined))
    setImage(opened)
    setProblem(opened ? '' : texts.damagedImage)
  }
  const create = async (): Promise<Signature | undefined> => {
    const id = crypto.randomUUID()
    if (way === 'image') return image
    if (way === 'type') return text.trim() === '' ? undefined : typedSignature(text.trim(), color)
    const lines = drawnLines(strokes, strokeWidth)
    return lines && { kind: 'drawn', id, ...lines, strokeWidth, color }
  }
  const finish = async () => {
    const created = await create()
    if (!created) return setProblem(texts.missing[way])
    onCreate(created)
    onClose()
  }
  return (
    <div className="mt-4 flex flex-col gap-4">
      <ChoiceGroup
        legend={texts.way}
        choices={(['draw', 'type', 'image'] as const).map(value => ({ value, label: texts.ways[value] }))}
        value={way}
        onChange={value => {
          if (value === 'draw' || value === 'type' || value === 'image') setWay(value)
          setProblem('')
        }}
      />
      {way === 'draw' ? (
        <DrawingPad strokes={strokes} color={color} strokeWidth={strokeWidth} onChange={setStrokes} />
      ) : null}
      {way === 'type' ? (
        <>
          <TextField
            name="signature"
            label={texts.text}
            maxLength={maxTextLength}
            autoComplete="name"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <p
            aria-hidden="true"
            style={{ color }}
            className="signature-font grid min-h-24 place-items-center overflow-hidden rounded border border-line bg-sheet px-3 text-center wrap-anywhere"
          >
            {text}
          </p>
        </>
      ) : null}
      {way === 'image' ? (
        <>
          <div
            className={`grid h-32 place-items-center rounded border border-line p-2 ${image ? 'bg-sheet' : 'bg-surface-sunken'}`}
          >
            {image ? (
              <SignatureImage signature={image} label={texts.current} className="max-h-28 max-w-full" />
            ) : (
              <p className="text-xs text-ink-muted">{texts.imageHint}</p>
            )}
          </div>
          <FilePickerButton accept={imageTypes} onPick={files => void openImage(files)}>
            {texts.chooseImage}
          </FilePickerButton>
        </>
      ) : (
        <ChoiceGroup
          legend={texts.ink}
          choices={(['black', 'blue'] as const).map(value => ({ value, label: texts.inks[value] }))}
          value={ink}
          onChange={value => (value === 'black' || value === 'blue' ? setInk(value) : undefined)}
        />
      )}
      <FormMessage text={problem} />
      <div className="flex flex-wrap gap-2 *:grow">
        <Button size="large" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button variant="solid" size="large" onClick={() => void finish()}>
          {texts.use}
        </Button>
      </div>
    </div>
  )
}
