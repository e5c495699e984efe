/** The stage: the picture as it will be, drawn anew with every change, with frame and edge over it. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { type RefObject, useId, useMemo, useRef } from 'react'
import type { Image } from '../image/image.ts'
import { CompareLine } from './compare-line.tsx'
import { areaOf, type CropArea } from './crop-area.ts'
import { CropFrame } from './crop-frame.tsx'
import './stage.css'
import { usePainter } from './use-painter.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import { placeOf, type View } from './view.ts'

interface StageProps {
  readonly stageRef: RefObject<HTMLElement | null>
  readonly image: Image
  readonly edit: ImageEdit
  /** What is drawn of it: while it is cropped, all of it. */
  readonly shown: ImageEdit
  readonly stage: Size
  /** Of what is drawn, in pixels of the picture. */
  readonly content: Size
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly crop: { readonly proportion: number | undefined } | undefined
  readonly onCrop: (area: CropArea) => void
  readonly onSettle: () => void
  /** Where the edge between before and after is; undefined when nothing is compared. */
  readonly splitShare: number | undefined
  readonly onSplit: (share: number) => void
  readonly isInSight: boolean
}

export function Stage(props: StageProps) {
  const { stageRef, image, edit, shown, stage, content, view, onView, crop, onCrop, onSettle } = props
  const { splitShare, onSplit, isInSight } = props
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const helpId = useId()
  const place = useMemo(() => placeOf(view, stage, content), [view, stage, content])
  const scene = useMemo(() => {
    const splitAt = splitShare === undefined ? undefined : place.left + place.width * splitShare
    return { edit: shown, place, splitAt }
  }, [shown, place, splitShare])
  usePainter({ canvasRef, image, stage, scene, isInSight })
  const gestures = useStageGestures({ stageRef, stage, content, view, onView })
  const isFree = view.zoom === 1 && !crop
  return (
    <section
      ref={stageRef}
      aria-label={imageEditorMessages.image}
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: moved and enlarged by keys
      tabIndex={0}
      data-zoom={view.zoom.toFixed(2)}
      {...gestures}
      className={`relative stage overflow-hidden rounded border border-line bg-surface-sunken select-none focus-visible:-outline-offset-2 ${isFree ? 'touch-pan-y' : 'touch-none'} ${view.zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <div aria-hidden="true" style={place} className="checkerboard absolute" />
      <canvas ref={canvasRef} className="absolute inset-0 size-full" />
      {crop ? (
        <CropFrame
          place={place}
          area={areaOf(edit)}
          proportion={crop.proportion}
          onChange={onCrop}
          onSettle={onSettle}
        />
      ) : null}
      {splitShare === undefined || crop ? null : (
        <CompareLine place={place} share={splitShare} onChange={onSplit} />
      )}
      <p id={helpId} className="sr-only">
        {imageEditorMessages.stageHelp}
      </p>
    </section>
  )
}
