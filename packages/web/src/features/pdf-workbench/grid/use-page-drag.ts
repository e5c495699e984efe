/** Dragging the selected pages to another place: by mouse, or by touch after a long press, with auto-scroll at the edges. */
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { DropPlace } from '../model/edit-pages.ts'
import { type GridLayout, type MarkedPlace, placeAt } from '../model/grid-layout.ts'

const mouseSlackPx = 5
const touchSlackPx = 10
const longPressMs = 350
const edgePx = 56
const maxStepPx = 18

export interface PageDragState {
  readonly clientX: number
  readonly clientY: number
  readonly place: MarkedPlace | undefined
}

interface PageDragSettings {
  readonly scrollerRef: RefObject<HTMLElement | null>
  readonly contentRef: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly onStart: (pageId: string) => void
  readonly onDrop: (place: DropPlace) => void
}

interface Press {
  readonly pageId: string
  readonly pointerId: number
  readonly isTouch: boolean
  readonly x: number
  readonly y: number
}

export function usePageDrag({ scrollerRef, contentRef, layout, onStart, onDrop }: PageDragSettings) {
  const [drag, setDrag] = useState<PageDragState>()
  const [press, setPress] = useState<Press>()
  const isDragging = useRef(false)
  const pointer = useRef({ x: 0, y: 0 })
  /** The click after a drag does not select. */
  const wasDragged = useRef(false)

  const findPlace = (): MarkedPlace | undefined => {
    const box = contentRef.current?.getBoundingClientRect()
    return box && placeAt(layout, pointer.current.x - box.left, pointer.current.y - box.top)
  }
  const update = useEffectEvent(() =>
    setDrag({ clientX: pointer.current.x, clientY: pointer.current.y, place: findPlace() }),
  )
  const begin = useEffectEvent((pageId: string) => {
    isDragging.current = true
    wasDragged.current = true
    onStart(pageId)
    setDrag({ clientX: pointer.current.x, clientY: pointer.current.y, place: findPlace() })
  })
  const finish = useEffectEvent((isDropped: boolean) => {
    const place = isDragging.current && isDropped ? findPlace() : undefined
    isDragging.current = false
    setDrag(undefined)
    setPress(undefined)
    if (place) onDrop(place)
  })

  useEffect(() => {
    if (!press) return
    const controller = new AbortController()
    const { signal } = controller
    const longPress = press.isTouch ? setTimeout(() => begin(press.pageId), longPressMs) : undefined

    const handleMove = (event: PointerEvent) => {
      if (event.pointerId !== press.pointerId) return
      pointer.current = { x: event.clientX, y: event.clientY }
      const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y)
      if (isDragging.current) update()
      else if (press.isTouch && distance > touchSlackPx) finish(false)
      else if (!press.isTouch && distance > mouseSlackPx) begin(press.pageId)
    }
    const handleEnd = (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) finish(event.type === 'pointerup')
    }
    window.addEventListener('pointermove', handleMove, { signal })
    window.addEventListener('pointerup', handleEnd, { signal })
    window.addEventListener('pointercancel', handleEnd, { signal })
    // A lifted page must not scroll the grid, and a long press must not open the menu of the browser.
    window.addEventListener('touchmove', event => isDragging.current && event.preventDefault(), {
      signal,
      passive: false,
    })
    window.addEventListener('contextmenu', event => press.isTouch && event.preventDefault(), { signal })
    window.addEventListener('keydown', event => event.key === 'Escape' && finish(false), { signal })
    return () => {
      controller.abort()
      clearTimeout(longPress)
    }
  }, [press])

  const isActive = drag !== undefined
  useEffect(() => {
    if (!isActive) return
    let frame = 0
    const scroll = () => {
      const scroller = scrollerRef.current
      const step = scroller ? scrollStep(scroller.getBoundingClientRect(), pointer.current.y) : 0
      if (scroller && step !== 0) {
        scroller.scrollTop += step
        update()
      }
      frame = requestAnimationFrame(scroll)
    }
    frame = requestAnimationFrame(scroll)
    return () => cancelAnimationFrame(frame)
  }, [isActive, scrollerRef])

  return {
    drag,
    onPointerDown(event: ReactPointerEvent, pageId: string | undefined) {
      wasDragged.current = false
      if (pageId === undefined || event.button !== 0 || !event.isPrimary) return
      pointer.current = { x: event.clientX, y: event.clientY }
      const isTouch = event.pointerType === 'touch'
      setPress({ pageId, pointerId: event.pointerId, isTouch, x: event.clientX, y: event.clientY })
    },
    /** Whether the current click ends a drag. */
    isDragClick: () => wasDragged.current,
  }
}

/** Faster closer to the edge; 0 away from it. */
export function scrollStep({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>, y: number): number {
  const beyondTop = top + edgePx - y
  const beyondBottom = y - (bottom - edgePx)
  const beyond = Math.max(beyondTop, beyondBottom)
  if (beyond <= 0) return 0
  const step = Math.ceil(Math.min(1, beyond / edgePx) * maxStepPx)
  return beyondTop > beyondBottom ? -step : step
}
