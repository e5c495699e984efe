/** Pointer, touch and wheel gestures on the waveform: seek, select, scroll, zoom. */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import { scrollView, zoomView } from './wave-view.ts'

/** Shorter movements count as a click. */
const dragPx = 4
const wheelZoom = 1.0025

interface WaveGestures {
  readonly areaRef: RefObject<HTMLDivElement | null>
  readonly view: TimeRange
  readonly durationSeconds: number
  readonly onView: (view: TimeRange) => void
  readonly onSeek: (seconds: number) => void
  /** Called while a selection is dragged; `isFinal` marks the last call. */
  readonly onSelect: (range: TimeRange, isFinal: boolean) => void
}

interface Gesture {
  readonly x: number
  readonly seconds: number
  readonly view: TimeRange
  hasMoved: boolean
  isPinch: boolean
}

export function useWaveGestures(settings: WaveGestures) {
  const { areaRef, view, durationSeconds, onView, onSeek, onSelect } = settings
  const pointers = useRef(new Map<number, number>())
  const gesture = useRef<Gesture>(undefined)
  const pinchPx = useRef(0)

  const boundsOf = () => areaRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const secondsAt = (clientX: number, within = view) => {
    const { left, width } = boundsOf()
    return within.from + ((clientX - left) / Math.max(1, width)) * lengthOf(within)
  }
  const bounded = (seconds: number) => Math.min(durationSeconds, Math.max(0, seconds))

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    if (!isZoom && Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return
    // Otherwise the browser would zoom the page or navigate back.
    event.preventDefault()
    if (isZoom) onView(zoomView(view, wheelZoom ** event.deltaY, secondsAt(event.clientX), durationSeconds))
    else onView(scrollView(view, (sideways / boundsOf().width) * lengthOf(view), durationSeconds))
  })
  useEffect(() => {
    const area = areaRef.current
    const listen = (event: WheelEvent) => handleWheel(event)
    area?.addEventListener('wheel', listen, { passive: false })
    return () => area?.removeEventListener('wheel', listen)
  }, [areaRef])

  const pinch = () => {
    const [one = 0, other = 0] = [...pointers.current.values()]
    const distance = Math.max(12, Math.abs(one - other))
    const factor = pinchPx.current / distance
    pinchPx.current = distance
    if (factor !== 1) onView(zoomView(view, factor, secondsAt((one + other) / 2), durationSeconds))
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, event.clientX)
      const isPinch = pointers.current.size > 1
      const [one = 0, other = 0] = [...pointers.current.values()]
      pinchPx.current = Math.max(12, Math.abs(one - other))
      gesture.current = {
        x: event.clientX,
        seconds: secondsAt(event.clientX),
        view,
        hasMoved: isPinch,
        isPinch,
      }
    },
    onPointerMove(event: PointerEvent) {
      const active = gesture.current
      if (!active || !pointers.current.has(event.pointerId)) return
      pointers.current.set(event.pointerId, event.clientX)
      if (active.isPinch) return pinch()
      active.hasMoved ||= Math.abs(event.clientX - active.x) >= dragPx
      if (!active.hasMoved) return
      if (event.pointerType === 'touch') {
        const by = ((active.x - event.clientX) / Math.max(1, boundsOf().width)) * lengthOf(active.view)
        onView(scrollView(active.view, by, durationSeconds))
      } else onSelect(between(active.seconds, bounded(secondsAt(event.clientX))), false)
    },
    onPointerUp(event: PointerEvent) {
      const active = gesture.current
      pointers.current.delete(event.pointerId)
      if (pointers.current.size === 0) gesture.current = undefined
      if (!active || active.isPinch) return
      if (!active.hasMoved) onSeek(bounded(secondsAt(event.clientX)))
      else if (event.pointerType !== 'touch')
        onSelect(between(active.seconds, bounded(secondsAt(event.clientX))), true)
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId)
      gesture.current = undefined
    },
  }
}

function between(one: number, other: number): TimeRange {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
