/** Viewport of the single toast: F8 focuses it, a swipe to the right dismisses it. It stays clear of the controls of the page. */
import { Check, CircleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** Finds a place in the window where the toast covers no control: the highest free one, on the right if possible. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface ToastPlace {
  readonly left: number
  readonly top: number
  /** False when every place covers a control; the toast then lets clicks through. */
  readonly isFree: boolean
}

const marginPx = 16
const gapPx = 8

/** `current` is kept as long as it is free, so that the toast moves only when it has to. */
export function placeToast(
  size: Size,
  viewport: Size,
  controls: readonly Box[],
  current?: ToastPlace,
): ToastPlace {
  const maxLeft = Math.max(0, viewport.width - size.width - marginPx)
  const maxTop = Math.max(0, viewport.height - size.height - marginPx)
  const overlapAt = (left: number, top: number) =>
    controls.reduce((sum, control) => sum + overlapOf(boxAt(left, top, size), control), 0)

  if (
    current &&
    current.left <= maxLeft &&
    current.top <= maxTop &&
    overlapAt(current.left, current.top) === 0
  )
    return current.isFree ? current : { ...current, isFree: true }

  const lefts = [maxLeft, Math.round((viewport.width - size.width) / 2), Math.min(marginPx, maxLeft)]
  // A place is free from the lower edge of one control to the upper edge of another, so no other edges matter.
  const tops = [
    marginPx,
    ...controls.flatMap(({ top, bottom }) => [bottom + gapPx, top - gapPx - size.height]),
    maxTop,
  ]
    .filter(top => top >= Math.min(marginPx, maxTop) && top <= maxTop)
    .sort((one, other) => one - other)

  let best = { left: maxLeft, top: maxTop, overlap: Number.POSITIVE_INFINITY }
  for (const left of lefts)
    for (const top of tops) {
      const overlap = overlapAt(left, top)
      if (overlap === 0) return { left, top, isFree: true }
      if (overlap < best.overlap) best = { left, top, overlap }
    }
  const { left, top } = best
  return current?.left === left && current.top === top && !current.isFree
    ? current
    : { left, top, isFree: false }
}

function boxAt(left: number, top: number, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height }
}

/** Area that two boxes share. */
function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}

interface ShownToast {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly variant: 'default' | 'destructive'
  readonly action?:
    | ({ readonly label: string } & ({ readonly to: string } | { readonly onSelect: () => void }))
    | undefined
  readonly isOpen: boolean
}

interface ToastViewportProps {
  readonly toast: ShownToast | undefined
  readonly durationMs: number
  readonly closeLabel: string
  readonly viewportLabel: string
  readonly onClose: (id: number) => void
}

const actionClass =
  'pointer-events-auto -mb-2 inline-flex min-h-10 items-center font-semibold underline underline-offset-4 hover:no-underline'

/** What users press, type into or play. */
const controlSelector =
  'a[href], button, input, select, textarea, label, summary, iframe, video, audio, [role=button], [role=slider], [contenteditable=true], [tabindex="0"], [data-drag]'

export function ToastViewport({ toast, durationMs, closeLabel, viewportLabel, onClose }: ToastViewportProps) {
  const isDestructive = toast?.variant === 'destructive'
  const listRef = useRef<HTMLOListElement>(null)
  const place = useFreePlace(listRef, toast?.isOpen ? toast.id : undefined)
  const isFree = place?.isFree ?? true
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50}>
      {toast ? (
        <Toast.Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={isOpen => !isOpen && onClose(toast.id)}
          data-variant={toast.variant}
          className={cx(
            'toast-motion flex items-start gap-3 rounded border bg-surface-raised p-4 shadow-float',
            isDestructive ? 'border-danger' : 'border-line-strong',
            isFree && 'pointer-events-auto',
          )}
        >
          <Icon
            of={isDestructive ? CircleAlert : Check}
            className={cx('mt-0.5', isDestructive ? 'text-danger' : 'text-success')}
          />
          <div className="min-w-0 grow">
            <Toast.Title className={cx('font-semibold', isDestructive && 'text-danger')}>
              {toast.title}
            </Toast.Title>
            {toast.description ? (
              <Toast.Description className="text-ink-muted">{toast.description}</Toast.Description>
            ) : null}
            {toast.action ? (
              <Toast.Action asChild altText={toast.action.label}>
                {'to' in toast.action ? (
                  <Link to={toast.action.to} className={actionClass}>
                    {toast.action.label}
                  </Link>
                ) : (
                  <button type="button" className={actionClass} onClick={toast.action.onSelect}>
                    {toast.action.label}
                  </button>
                )}
              </Toast.Action>
            ) : null}
          </div>
          <Toast.Close
            aria-label={closeLabel}
            className={cx(
              '-m-2 grid size-10 shrink-0 place-items-center rounded text-ink-muted hover:bg-surface-sunken hover:text-ink',
              !isFree && 'invisible',
            )}
          >
            <Icon of={X} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      <Toast.Viewport
        ref={listRef}
        label={viewportLabel}
        hotkey={['F8']}
        // Moved by a transform, which shifts no layout.
        style={place && { translate: `${place.left}px ${place.top}px` }}
        className="pointer-events-none fixed top-0 left-0 z-60 w-[min(26rem,calc(100vw-2rem))] translate-x-[calc(100vw-100%-1rem)] translate-y-20 outline-none"
      />
    </Toast.Provider>
  )
}

const updatingEvents = ['scroll', 'resize', 'pointerout', 'focusout'] as const

/** Place of the open toast, found again when the page scrolls or changes under it. */
function useFreePlace(
  listRef: RefObject<HTMLOListElement | null>,
  openId: number | undefined,
): ToastPlace | undefined {
  const [place, setPlace] = useState<ToastPlace>()
  useLayoutEffect(() => {
    const list = listRef.current
    if (openId === undefined || list === null) return
    const update = () => {
      // A toast that is being read or operated does not move away.
      if (!list.matches(':hover, :focus-within'))
        setPlace(current =>
          placeToast(
            { width: list.offsetWidth, height: list.offsetHeight },
            { width: document.documentElement.clientWidth, height: window.innerHeight },
            findControls(list),
            current,
          ),
        )
    }
    let frame: number | undefined
    const updateSoon = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        update()
      })
    }
    const changes = new MutationObserver(records => {
      if (records.some(({ target }) => !list.contains(target))) updateSoon()
    })
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['class', 'hidden', 'open'],
    })
    const sizes = new ResizeObserver(updateSoon)
    for (const element of [document.body, list]) sizes.observe(element)
    for (const event of updatingEvents)
      window.addEventListener(event, updateSoon, { capture: true, passive: true })
    update()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      for (const event of updatingEvents) window.removeEventListener(event, updateSoon, { capture: true })
    }
  }, [listRef, openId])
  return place
}

/** Boxes of the visible controls outside the toast; hidden inputs are at most one pixel wide. */
function findControls(list: HTMLElement): readonly DOMRect[] {
  return [...document.querySelectorAll(controlSelector)]
    .filter(control => !list.contains(control))
    .map(control => control.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width > 1 && bottom > 0 && top < window.innerHeight)
}
