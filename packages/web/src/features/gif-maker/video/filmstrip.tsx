/** Filmstrip of the video with two handles around the part that becomes the GIF, for pointer and keyboard. */
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { GripVertical } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { formatSeconds, formatTime } from '../format-seconds.ts'
import type { ImageSize } from '../gif-metrics.ts'
import { latestStart, movePart, movePartEnd, movePartStart, type VideoPart } from './video-part.ts'
import type { VideoReader } from './video-reader.ts'

const sectionSeconds = 60

const passes = [4, 2, 1]

/** Twice the displayed height, for high-density screens. */
const heightPx = 112

const stripWidthPx = 1280

const maxThumbnails = 12

/** Debounces moving through the video. */
const debounceMs = 150

const { video: texts } = gifMessages
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageDown: -1,
  PageUp: 1,
}

interface FilmstripProps {
  readonly part: VideoPart
  readonly length: number
  readonly size: ImageSize | undefined
  readonly reader: VideoReader | undefined
  readonly isDisabled: boolean
  readonly onChange: (part: VideoPart) => void
}

export function Filmstrip({ part, length, size, reader, isDisabled, onChange }: FilmstripProps) {
  const { startTime, duration } = part
  const end = startTime + duration
  const trackRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState(() => sectionFor(part, length, undefined))
  const section = sectionFor(part, length, shown)
  if (section.from !== shown.from || section.to !== shown.to) setShown(section)
  useStripFrames(canvasRef, reader, size, section)

  const fractionOf = (time: number) =>
    Math.max(0, Math.min(1, (time - section.from) / (section.to - section.from)))
  const timeAt = (clientX: number) => {
    const { left, width } = trackRef.current?.getBoundingClientRect() ?? { left: 0, width: 0 }
    const fraction = width === 0 ? 0 : (clientX - left) / width
    return section.from + Math.max(0, Math.min(1, fraction)) * (section.to - section.from)
  }

  /** Follows the pointer until it is released, keeping the grab offset. */
  const drag = (event: PointerEvent<HTMLElement>, at: number, move: (time: number) => VideoPart) => {
    if (isDisabled || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    const grabOffset = timeAt(event.clientX) - at
    const dragController = new AbortController()
    const follow = ({ clientX }: globalThis.PointerEvent) => onChange(move(timeAt(clientX) - grabOffset))
    window.addEventListener('pointermove', follow, { signal: dragController.signal })
    for (const type of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(type, () => dragController.abort(), { signal: dragController.signal })
  }

  const step = (
    event: KeyboardEvent,
    at: number,
    ends: readonly [number, number],
    move: typeof movePartStart,
  ) => {
    const target = { Home: ends[0], End: ends[1] }[event.key] ?? at + (keySteps[event.key] ?? Number.NaN)
    if (Number.isNaN(target) || isDisabled) return
    event.preventDefault()
    onChange(move(part, target, length))
  }

  const jump = (event: PointerEvent<HTMLElement>) => {
    if (isDisabled || event.button !== 0) return
    const moved = movePart(part, timeAt(event.clientX) - duration / 2, length)
    onChange(moved)
    drag(event, moved.startTime, time => movePart(part, time, length))
  }

  return (
    <fieldset
      aria-label={texts.strip}
      className="flex min-w-0 flex-col gap-1 border-t border-line bg-paper px-2 pt-3 pb-2 select-none"
      style={{ '--from': fractionOf(startTime), '--to': fractionOf(end) } as CSSProperties}
    >
      {/* The handles lie outside the part, so the track leaves a margin at each end. */}
      <div ref={trackRef} className="relative mx-6 h-14 touch-none" onPointerDown={jump}>
        <canvas ref={canvasRef} className="absolute inset-0 size-full rounded bg-surface-sunken" />
        <div className="absolute inset-y-0 left-0 w-[calc(var(--from)*100%)] rounded-l bg-paper/75" />
        <div className="absolute inset-y-0 right-0 w-[calc((1-var(--to))*100%)] rounded-r bg-paper/75" />
        <div
          title={texts.window}
          tabIndex={-1}
          onPointerDown={event => {
            event.stopPropagation()
            drag(event, startTime, time => movePart(part, time, length))
          }}
          className="absolute -inset-y-0.5 right-[calc((1-var(--to))*100%)] left-[calc(var(--from)*100%)] cursor-grab border-y-3 border-ink outline-none active:cursor-grabbing"
        />
        <StripHandle
          label={texts.start}
          value={startTime}
          max={latestStart(length)}
          valueText={texts.startText(formatTime(startTime))}
          isDisabled={isDisabled}
          className="right-[calc((1-var(--from))*100%)] rounded-l"
          onPointerDown={event => drag(event, startTime, time => movePartStart(part, time, length))}
          onKeyDown={event => step(event, startTime, [0, end], movePartStart)}
        />
        <StripHandle
          label={texts.end}
          value={end}
          max={length}
          valueText={texts.endText(formatTime(end), formatSeconds(duration))}
          isDisabled={isDisabled}
          className="left-[calc(var(--to)*100%)] rounded-r"
          onPointerDown={event => drag(event, end, time => movePartEnd(part, time, length))}
          onKeyDown={event => step(event, end, [startTime, length], movePartEnd)}
        />
      </div>
      <div
        aria-hidden="true"
        className="figures mx-6 flex justify-between gap-2 text-xs whitespace-nowrap text-ink-muted"
      >
        <span className="max-[24rem]:hidden">{formatTime(section.from)}</span>
        <span className="mx-auto font-semibold text-ink">
          {formatTime(startTime)} – {formatTime(end)}
        </span>
        <span className="max-[24rem]:hidden">{formatTime(section.to)}</span>
      </div>
    </fieldset>
  )
}

interface StripHandleProps {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly valueText: string
  readonly isDisabled: boolean
  readonly className: string
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Handle at one end of the part on the filmstrip, moved by drag or keyboard. */
function StripHandle(props: StripHandleProps) {
  const { label, value, max, valueText, isDisabled, className, onPointerDown, onKeyDown } = props
  return (
    <div
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      aria-disabled={isDisabled || undefined}
      onPointerDown={event => {
        event.stopPropagation()
        onPointerDown(event)
      }}
      onKeyDown={onKeyDown}
      className={cx(
        'absolute -inset-y-0.5 grid w-6 cursor-ew-resize touch-none place-items-center bg-ink text-ink-inverse',
        className,
      )}
    >
      <Icon of={GripVertical} sizePx={16} />
    </div>
  )
}

/** Draws thumbnails of a section of the video side by side as they load. */
function useStripFrames(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  reader: VideoReader | undefined,
  size: ImageSize | undefined,
  { from, to }: StripSection,
): void {
  const ratio = size ? size.width / size.height : 16 / 9
  useEffect(() => {
    const canvas = canvasRef.current
    if (!reader || !canvas) return
    const abortController = new AbortController()
    const timer = setTimeout(() => {
      canvas.width = stripWidthPx
      canvas.height = heightPx
      const context = canvas.getContext('2d')
      const count = Math.max(1, Math.min(maxThumbnails, Math.round(stripWidthPx / (heightPx * ratio))))
      const cellWidth = stripWidthPx / count
      const order = stripOrder(count)
      const times = order.map(({ index }) => from + ((index + 0.5) / count) * (to - from))
      reader
        .frames(times, abortController.signal, (video, position) => {
          const { index, spans } = order[position] ?? { index: 0, spans: 0 }
          // Crops the frame to its cell around the center.
          const scale = Math.max(cellWidth / video.videoWidth, heightPx / video.videoHeight)
          const [width, height] = [cellWidth / scale, heightPx / scale]
          const [x, y] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2]
          for (let cell = index; cell < index + spans; cell += 1)
            context?.drawImage(video, x, y, width, height, cell * cellWidth, 0, cellWidth, heightPx)
        })
        // An undecodable video has a strip without thumbnails.
        .catch(() => undefined)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [canvasRef, reader, ratio, from, to])
}

interface StripStep {
  readonly index: number
  /** The frame also fills this many cells until their own frames are loaded. */
  readonly spans: number
}

/** Order in which filmstrip frames are loaded: a few across the whole strip first, then those in between. */
export function stripOrder(count: number): StripStep[] {
  const seen = new Set<number>()
  return passes.flatMap(spans =>
    Array.from({ length: Math.ceil(count / spans) }, (_, step) => step * spans)
      .filter(index => !seen.has(index) && seen.add(index))
      .map(index => ({ index, spans: Math.min(spans, count - index) })),
  )
}

interface StripSection {
  readonly from: number
  readonly to: number
}

/** Keeps the current section while the part lies within it, so that nothing moves under the pointer. */
export function sectionFor(
  { startTime, duration }: VideoPart,
  length: number,
  shown: StripSection | undefined,
): StripSection {
  if (length <= sectionSeconds) return { from: 0, to: length }
  const end = startTime + duration
  if (shown && shown.to <= length && shown.from <= startTime && end <= shown.to) return shown
  const middle = startTime + duration / 2
  const from = Math.max(0, Math.min(middle - sectionSeconds / 2, length - sectionSeconds))
  return { from, to: from + sectionSeconds }
}
