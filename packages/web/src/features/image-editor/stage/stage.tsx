/** The stage: live preview of the edited image with crop frame and comparison divider. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { type RefObject, useId, useMemo, useRef } from 'react'
import type { EditorImage } from '../image/editor-image.ts'
import { CompareSlider } from './compare-slider.tsx'
import { areaOf, type CropArea } from './crop-area.ts'
import { CropFrame } from './crop-frame.tsx'
import './stage.css'
import { usePainter } from './use-painter.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import { imageRectOf, type View } from './view.ts'

interface StageProps {
  readonly stageRef: RefObject<HTMLElement | null>
  readonly image: EditorImage
  readonly edit: ImageEdit
  /** The edit that is drawn; without the crop while cropping. */
  readonly displayedEdit: ImageEdit
  readonly stage: Size
  /** Size of what is drawn, in image pixels. */
  readonly content: Size
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly crop: { readonly aspectRatio: number | undefined } | undefined
  readonly onCrop: (area: CropArea) => void
  readonly onCommit: () => void
  /** Position of the comparison divider; undefined if not comparing. */
  readonly splitFraction: number | undefined
  readonly onSplit: (fraction: number) => void
  readonly isVisible: boolean
}

export function Stage(props: StageProps) {
  const { stageRef, image, edit, displayedEdit, stage, content, view, onView, crop, onCrop, onCommit } = props
  const { splitFraction, onSplit, isVisible } = props
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const helpId = useId()
  const rect = useMemo(() => imageRectOf(view, stage, content), [view, stage, content])
  const scene = useMemo(() => {
    const splitX = splitFraction === undefined ? undefined : rect.left + rect.width * splitFraction
    return { edit: displayedEdit, rect, splitX }
  }, [displayedEdit, rect, splitFraction])
  usePainter({ canvasRef, image, stage, scene, isVisible })
  const gestures = useStageGestures({ stageRef, stage, content, view, onView })
  const canScrollPage = view.zoom === 1 && !crop
  return (
    <section
      ref={stageRef}
      aria-label={imageEditorMessages.image}
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: panned and zoomed by keyboard
      tabIndex={0}
      data-zoom={view.zoom.toFixed(2)}
      {...gestures}
      className={`relative stage overflow-hidden rounded border border-line bg-surface-sunken select-none focus-visible:-outline-offset-2 ${canScrollPage ? 'touch-pan-y' : 'touch-none'} ${view.zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <div aria-hidden="true" style={rect} className="checkerboard absolute" />
      <canvas ref={canvasRef} className="absolute inset-0 size-full" />
      {crop ? (
        <CropFrame
          rect={rect}
          area={areaOf(edit)}
          aspectRatio={crop.aspectRatio}
          onChange={onCrop}
          onCommit={onCommit}
        />
      ) : null}
      {splitFraction === undefined || crop ? null : (
        <CompareSlider rect={rect} fraction={splitFraction} onChange={onSplit} />
      )}
      <p id={helpId} className="sr-only">
        {imageEditorMessages.stageHelp}
      </p>
    </section>
  )
}
