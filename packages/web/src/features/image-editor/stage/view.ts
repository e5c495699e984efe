/** Zoom and pan of the image on the stage. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { clamp } from '../../../lib/area-frame/area.ts'
import type { CanvasRect } from '../paint/painter.ts'

export interface View {
  /** 1 fits the image to the stage. */
  readonly zoom: number
  /** Offset of the image center from the stage center, in CSS pixels. */
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const fitView: View = { zoom: 1, x: 0, y: 0 }

export const zoomStep = 1.25

/** A tiny image is enlarged to this size only, not to the whole stage. */
const minFitSide = 320
/** Maximum stage pixels per image pixel. */
const maxPixelScale = 8

/** Margin around the image, so that its edges and handles can be grabbed. */
const margin = 24

export function fitScale(stage: Size, content: Size): number {
  const maxScale = Math.max(1, minFitSide / Math.max(content.width, content.height))
  const available = { width: Math.max(1, stage.width - margin), height: Math.max(1, stage.height - margin) }
  return Math.min(available.width / content.width, available.height / content.height, maxScale)
}

export function imageRectOf(view: View, stage: Size, content: Size): CanvasRect {
  const scale = fitScale(stage, content) * view.zoom
  const width = Math.max(1, content.width * scale)
  const height = Math.max(1, content.height * scale)
  return {
    left: stage.width / 2 + view.x - width / 2,
    top: stage.height / 2 + view.y - height / 2,
    width,
    height,
  }
}

/** Zooms around a point, relative to the center of the stage, that stays in place. */
export function zoomAt(view: View, factor: number, at: Point, stage: Size, content: Size): View {
  const maxZoom = Math.max(1, maxPixelScale / fitScale(stage, content))
  const zoom = clamp(view.zoom * factor, 1, maxZoom)
  const change = zoom / view.zoom
  return clampView(
    { zoom, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change },
    stage,
    content,
  )
}

export function panView(view: View, byX: number, byY: number, stage: Size, content: Size): View {
  return clampView({ ...view, x: view.x + byX, y: view.y + byY }, stage, content)
}

/** Centers a side that fits; a larger side leaves no gap at its ends. */
function clampView(view: View, stage: Size, content: Size): View {
  const { width, height } = imageRectOf(view, stage, content)
  const maxOffsetX = Math.max(0, (width - stage.width + margin) / 2)
  const maxOffsetY = Math.max(0, (height - stage.height + margin) / 2)
  return { ...view, x: clamp(view.x, -maxOffsetX, maxOffsetX), y: clamp(view.y, -maxOffsetY, maxOffsetY) }
}
