/** What a mouse, a finger or two fingers do on a waveform: set the playhead, select, move along, come closer. */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import { moveView, zoomView } from './wave-view.ts'

/** Less is a shaky click. */
const dragPx = 4
const wheelZoom = 1.0025

interface WaveGestures {
  readonly areaRef: RefObject<HTMLDivElement | null>
  readonly view: Stretch
  readonly durationSeconds: number
  readonly onView: (view: Stretch) => void
  readonly onSeek: (seconds: number) => void
  /** While a new selection is drawn; the last call is told apart. */
  readonly onSelect: (stretch: Stretch, isLast: boolean) => void
}

interface Hold {
  readonly x: number
  readonly seconds: number
  readonly view: Stretch
  hasMoved: boolean
  isPinch: boolean
}

export function useWaveGestures(settings: WaveGestures) {
  const { areaRef, view, durationSeconds, onView, onSeek, onSelect } = settings
  const fingers = useRef(new Map<number, number>())
  const hold = useRef<Hold>(undefined)
  const pinchPx = useRef(0)

  const boundsOf = () => areaRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const secondsAt = (clientX: number, within = view) => {
    const { left, width } = boundsOf()
    return within.from + ((clientX - left) / Math.max(1, width)) * lengthOf(within)
  }
  const bounded = (seconds: number) => Math.min(durationSeconds, Math.max(0, seconds))

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    if (!isZoom && Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return
    // Otherwise the whole page would be zoomed, or left.
    event.preventDefault()
    if (isZoom) onView(zoomView(view, wheelZoom ** event.deltaY, secondsAt(event.clientX), durationSeconds))
    else onView(moveView(view, (sideways / boundsOf().width) * lengthOf(view), durationSeconds))
  })
  useEffect(() => {
    const area = areaRef.current
    const listen = (event: WheelEvent) => turnWheel(event)
    area?.addEventListener('wheel', listen, { passive: false })
    return () => area?.removeEventListener('wheel', listen)
  }, [areaRef])

  const pinch = () => {
    const [one = 0, other = 0] = [...fingers.current.values()]
    const distance = Math.max(12, Math.abs(one - other))
    const factor = pinchPx.current / distance
    pinchPx.current = distance
    if (factor !== 1) onView(zoomView(view, factor, secondsAt((one + other) / 2), durationSeconds))
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, event.clientX)
      const isPinch = fingers.current.size > 1
      const [one = 0, other = 0] = [...fingers.current.values()]
      pinchPx.current = Math.max(12, Math.abs(one - other))
      hold.current = { x: event.clientX, seconds: secondsAt(event.clientX), view, hasMoved: isPinch, isPinch }
    },
    onPointerMove(event: PointerEvent) {
      const held = hold.current
      if (!held || !fingers.current.has(event.pointerId)) return
      fingers.current.set(event.pointerId, event.clientX)
      if (held.isPinch) return pinch()
      held.hasMoved ||= Math.abs(event.clientX - held.x) >= dragPx
      if (!held.hasMoved) return
      if (event.pointerType === 'touch') {
        const by = ((held.x - event.clientX) / Math.max(1, boundsOf().width)) * lengthOf(held.view)
        onView(moveView(held.view, by, durationSeconds))
      } else onSelect(between(held.seconds, bounded(secondsAt(event.clientX))), false)
    },
    onPointerUp(event: PointerEvent) {
      const held = hold.current
      fingers.current.delete(event.pointerId)
      if (fingers.current.size === 0) hold.current = undefined
      if (!held || held.isPinch) return
      if (!held.hasMoved) onSeek(bounded(secondsAt(event.clientX)))
      else if (event.pointerType !== 'touch')
        onSelect(between(held.seconds, bounded(secondsAt(event.clientX))), true)
    },
    onPointerCancel(event: PointerEvent) {
      fingers.current.delete(event.pointerId)
      hold.current = undefined
    },
  }
}

function between(one: number, other: number): Stretch {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
