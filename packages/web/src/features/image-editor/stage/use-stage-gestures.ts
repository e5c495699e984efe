/** Pans and zooms the image by mouse, wheel, touch and keyboard. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { arrowDirections } from '../../../lib/area-frame/area.ts'
import { fitView, type Point, panView, type View, zoomAt, zoomStep } from './view.ts'

interface GestureOptions {
  readonly stageRef: RefObject<HTMLElement | null>
  readonly stage: Size
  readonly content: Size
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
}

/** Zoom per unit of wheel delta. */
const wheelSpeed = 0.0016
const keyStep = 48

export function useStageGestures({ stageRef, stage, content, view, onView }: GestureOptions) {
  const pointers = useRef(new Map<number, Point>())

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stageRef.current?.getBoundingClientRect()
    return {
      x: clientX - (box?.left ?? 0) - stage.width / 2,
      y: clientY - (box?.top ?? 0) - stage.height / 2,
    }
  }

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    // The wheel scrolls the page until the stage has focus.
    const hasFocus = stageRef.current?.contains(document.activeElement)
    if (!hasFocus && !event.ctrlKey && !event.metaKey) return
    if (view.zoom === 1 && event.deltaY > 0 && !event.ctrlKey) return
    event.preventDefault()
    const factor = Math.exp(-event.deltaY * wheelSpeed * (event.ctrlKey ? 4 : 1))
    onView(now => zoomAt(now, factor, pointOf(event), stage, content))
  })
  useEffect(() => {
    const element = stageRef.current
    const listener = (event: WheelEvent) => handleWheel(event)
    // React registers passive wheel listeners, which cannot prevent scrolling.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [stageRef])

  const removePointer = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      stageRef.current?.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = pointOf(event)
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      pointers.current.set(event.pointerId, now)
      if (!other) return onView(old => panView(old, now.x - before.x, now.y - before.y, stage, content))
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      const center = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      const [byX, byY] = [(now.x - before.x) / 2, (now.y - before.y) / 2]
      onView(old => panView(zoomAt(old, factor, center, stage, content), byX, byY, stage, content))
    },
    onPointerUp: removePointer,
    onPointerCancel: removePointer,
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const move = arrowDirections[event.key]
      const factor = zoomFactors[event.key]
      if (event.key === '0') onView(() => fitView)
      else if (factor) onView(now => zoomAt(now, factor, { x: 0, y: 0 }, stage, content))
      else if (move && view.zoom > 1)
        onView(now => panView(now, -move.x * keyStep, -move.y * keyStep, stage, content))
      else return
      event.preventDefault()
    },
  }
}

const zoomFactors: Readonly<Record<string, number>> = {
  '+': zoomStep,
  '=': zoomStep,
  '-': 1 / zoomStep,
  _: 1 / zoomStep,
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
