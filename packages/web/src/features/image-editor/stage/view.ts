/** How the picture lies on the stage: as large as fits, or larger and moved. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { Place } from '../paint/painter.ts'
import { clamp } from './crop-area.ts'

export interface View {
  /** 1 is as large as fits. */
  readonly zoom: number
  /** Of the picture's middle from the stage's middle, in its pixels. */
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const fitView: View = { zoom: 1, x: 0, y: 0 }

export const zoomStep = 1.25

/** A tiny picture is not blown up to fill the stage, but can be seen. */
const leastSide = 320
/** Pixels of the stage for one of the picture. */
const mostEnlarged = 8

/** Around the picture, so that its edges and handles can be taken. */
const margin = 24

export function fitScale(stage: Size, content: Size): number {
  const enlarged = Math.max(1, leastSide / Math.max(content.width, content.height))
  const room = { width: Math.max(1, stage.width - margin), height: Math.max(1, stage.height - margin) }
  return Math.min(room.width / content.width, room.height / content.height, enlarged)
}

export function placeOf(view: View, stage: Size, content: Size): Place {
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

/** What is under the point stays under it. The point is counted from the stage's middle. */
export function zoomAt(view: View, factor: number, at: Point, stage: Size, content: Size): View {
  const most = Math.max(1, mostEnlarged / fitScale(stage, content))
  const zoom = clamp(view.zoom * factor, 1, most)
  const change = zoom / view.zoom
  return keepInSight(
    { zoom, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change },
    stage,
    content,
  )
}

export function moveView(view: View, byX: number, byY: number, stage: Size, content: Size): View {
  return keepInSight({ ...view, x: view.x + byX, y: view.y + byY }, stage, content)
}

/** A side that fits stands in the middle; one that does not leaves no empty space at its ends. */
function keepInSight(view: View, stage: Size, content: Size): View {
  const { width, height } = placeOf(view, stage, content)
  const roomX = Math.max(0, (width - stage.width + margin) / 2)
  const roomY = Math.max(0, (height - stage.height + margin) / 2)
  return { ...view, x: clamp(view.x, -roomX, roomX), y: clamp(view.y, -roomY, roomY) }
}
