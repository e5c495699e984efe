/** A page with the frames on it; a pointer draws new ones. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Area, clamp } from '../../../lib/area-frame/area.ts'
import { AreaFrame } from '../../../lib/area-frame/area-frame.tsx'
import type { FieldValues } from '../actions/workbench-action.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import { allPages, type WorkPage } from '../model/page-workspace.ts'
import { SignatureImage } from '../signature/signature-image.tsx'
import type { Workbench } from '../use-workbench.ts'
import { listPlaces, type PageSize, percentRatio, rotateArea, rotateSize, unrotateArea } from './place.ts'
import { seenStamp } from './placed-options.ts'

/** The crop of a page as its four margins in millimeters, which the form shows, and as an area on the page. */
const pointsPerMillimeter = 72 / 25.4
const sides = ['top', 'right', 'bottom', 'left'] as const

/** Percent; a smaller area could not be grabbed. */
const minSide = 1

/** In percent of the page as it is seen. */
export function areaOfMargins(values: FieldValues, seen: PageSize): Area {
  const percent = (side: (typeof sides)[number], length: number) => {
    const millimeters = Number(values[side])
    return Number.isFinite(millimeters) ? ((millimeters * pointsPerMillimeter) / length) * 100 : 0
  }
  const x = clamp(percent('left', seen.width), 0, 100 - minSide)
  const y = clamp(percent('top', seen.height), 0, 100 - minSide)
  return {
    x,
    y,
    width: clamp(100 - x - percent('right', seen.width), minSide, 100 - x),
    height: clamp(100 - y - percent('bottom', seen.height), minSide, 100 - y),
  }
}

export function marginsOfArea({ x, y, width, height }: Area, seen: PageSize): FieldValues {
  // Two decimals, so that many small steps do not add up to a visible error.
  const millimeters = (percent: number, length: number) =>
    String(Math.max(0, Math.round((percent * length) / pointsPerMillimeter) / 100))
  return {
    top: millimeters(y, seen.height),
    right: millimeters(100 - x - width, seen.width),
    bottom: millimeters(100 - y - height, seen.height),
    left: millimeters(x, seen.width),
  }
}

const { placing: texts, preview, signature: signatureTexts } = workbenchMessages

interface Point {
  readonly x: number
  readonly y: number
}

interface PlacingSheetProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
  readonly kind: 'mark' | 'stamp' | 'crop'
  readonly page: WorkPage
  readonly position: number
  /** As its file shows it. */
  readonly size: PageSize
  /** Of the page as it is seen. */
  readonly widthPx: number
  readonly maxSidePx: number
  /** Whether a finger draws instead of scrolling. */
  readonly canFingerDraw: boolean
  /** The frame that was added last gets the focus. */
  readonly newest: string | undefined
  /** In percent of the page as it is seen. */
  readonly onDraw: (area: Area) => void
  readonly onClick: (point: Point) => void
}

/** Shorter movements are clicks. */
const minDrawnPx = 5

export function PlacingSheet(props: PlacingSheetProps) {
  const { workbench, drawing, kind, page, position, size, widthPx, maxSidePx, canFingerDraw } = props
  const { newest, onDraw, onClick } = props
  const { placing, values, setValues } = workbench
  const { rotation } = page
  const seen = rotateSize(size, rotation)
  const scale = widthPx / seen.width
  const rect = { left: 0, top: 0, width: widthPx, height: seen.height * scale }
  const sheetRef = useRef<HTMLDivElement>(null)
  const { canvasRef, state } = usePageBitmap(drawing, {
    source: page.source,
    page: page.page,
    maxSidePx,
    isReady: true,
  })
  const setCrop = (area: Area) => setValues({ ...values, ...marginsOfArea(area, seen) })
  const draw = useDrawnArea(canFingerDraw, {
    onDraw: kind === 'crop' ? setCrop : onDraw,
    onClick,
  })
  useEffect(() => {
    if (newest === undefined) return
    sheetRef.current?.querySelector<HTMLElement>(`[data-place="${newest}"] section`)?.focus()
  }, [newest])

  const listed = kind === 'crop' ? [] : listPlaces(placing.places, kind, allPages(workbench.workspace))
  const remove = (id: string) => {
    placing.remove(id)
    sheetRef.current?.focus()
  }
  return (
    <div
      ref={sheetRef}
      tabIndex={-1}
      {...draw.handlers}
      style={{ width: rect.width, height: rect.height }}
      className={`relative m-auto cursor-crosshair border border-line bg-sheet outline-none select-none ${canFingerDraw ? 'touch-none' : ''}`}
    >
      {state === 'failed' ? <p className="p-4 text-ink-muted">{preview.failed}</p> : null}
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={preview.image(position)}
        hidden={state !== 'drawn'}
        style={{
          width: size.width * scale,
          height: size.height * scale,
          maxWidth: 'none',
          rotate: `${rotation}deg`,
        }}
        className="pointer-events-none absolute top-1/2 left-1/2 -translate-1/2"
      />
      {kind === 'crop' ? (
        <AreaFrame
          label={texts.cropFrame}
          help={texts.frameHelp}
          variant="crop"
          rect={rect}
          area={areaOfMargins(values, seen)}
          aspectRatio={undefined}
          onChange={setCrop}
        />
      ) : null}
      {listed.map(({ place }, index) => {
        if (place.page !== page.id) return null
        const { signature } = placing
        const isStamp = place.kind === 'stamp' && signature !== undefined
        return (
          <div key={place.id} data-place={place.id} className="contents">
            <AreaFrame
              label={(isStamp ? texts.stamp : texts.mark)(index + 1, listed.length)}
              help={`${texts.frameHelp} ${texts.removeHelp}`}
              variant={place.kind}
              rect={rect}
              area={isStamp ? seenStamp(place, page, signature) : rotateArea(place.area, rotation)}
              aspectRatio={
                isStamp
                  ? percentRatio(signature.width / signature.height, seen.width / seen.height)
                  : undefined
              }
              onChange={area => placing.change(place.id, unrotateArea(area, rotation))}
              onRemove={() => remove(place.id)}
            >
              {isStamp ? (
                <SignatureImage
                  signature={signature}
                  label={signatureTexts.current}
                  className="pointer-events-none size-full"
                />
              ) : null}
            </AreaFrame>
          </div>
        )
      })}
      {draw.area ? (
        <div
          style={{
            left: `${draw.area.x}%`,
            top: `${draw.area.y}%`,
            width: `${draw.area.width}%`,
            height: `${draw.area.height}%`,
          }}
          className="pointer-events-none absolute border-2 border-dashed border-accent"
        />
      ) : null}
    </div>
  )
}

/** A rectangle drawn by mouse or pen, and by finger if it does not scroll. */
function useDrawnArea(
  canFingerDraw: boolean,
  { onDraw, onClick }: { readonly onDraw: (area: Area) => void; readonly onClick: (point: Point) => void },
) {
  const start = useRef<Point & { readonly clientX: number; readonly clientY: number }>(undefined)
  const [area, setArea] = useState<Area>()
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.getBoundingClientRect()
    return {
      x: clamp(((clientX - box.left) / Math.max(1, box.width)) * 100, 0, 100),
      y: clamp(((clientY - box.top) / Math.max(1, box.height)) * 100, 0, 100),
    }
  }
  const end = () => {
    start.current = undefined
    setArea(undefined)
  }
  return {
    area,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        start.current = { ...pointOf(event), clientX: event.clientX, clientY: event.clientY }
        if (event.pointerType !== 'touch' || canFingerDraw)
          event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = start.current
        if (!from || (event.pointerType === 'touch' && !canFingerDraw)) return
        const isDrawn = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= minDrawnPx
        if (isDrawn || area) setArea(areaBetween(from, pointOf(event)))
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const from = start.current
        if (!from) return
        const drawn = area && areaBetween(from, pointOf(event))
        end()
        if (!drawn) onClick(from)
        else if (drawn.width > 0 && drawn.height > 0) onDraw(drawn)
      },
      // A finger that scrolls cancels.
      onPointerCancel: end,
    },
  }
}

function areaBetween(one: Point, other: Point): Area {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}
