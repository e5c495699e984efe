/** Draws the edited picture without a graphics card: the same pixels as the finished picture has, made of a small copy. */

import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { type ImageEdit, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { renderAtOnce } from '../render/render-edit.ts'
import type { Painter, Scene } from './painter.ts'

/** As large as can be reckoned many times a second. */
const maxSide = 720

export function createCanvasPainter(canvas: HTMLCanvasElement): Painter | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  let copy: Pixels | undefined
  return {
    kind: 'canvas',
    maxSide,
    setPicture(bitmap) {
      copy = readPixels(bitmap)
    },
    paint(scene) {
      context.clearRect(0, 0, canvas.width, canvas.height)
      if (!copy) return
      draw(context, copy, scene, scene.edit)
      if (scene.splitAt === undefined) return
      const { brightness, contrast, saturation, blur, filter } = usualImageEdit
      context.save()
      context.beginPath()
      context.rect(0, 0, Math.max(0, scene.splitAt), canvas.height)
      context.clip()
      context.clearRect(0, 0, canvas.width, canvas.height)
      draw(context, copy, scene, { ...scene.edit, brightness, contrast, saturation, blur, filter })
      context.restore()
    },
    dispose() {
      copy = undefined
    },
  }
}

function draw(context: CanvasRenderingContext2D, copy: Pixels, scene: Scene, edit: ImageEdit): void {
  // Its own size does not matter here: it is stretched to its place.
  const small = { ...edit, resizeWidth: 0, resizeHeight: 0 }
  const rendered = renderAtOnce({ ...copy, data: copy.data.slice() }, small)
  const drawing = document.createElement('canvas')
  drawing.width = rendered.width
  drawing.height = rendered.height
  drawing.getContext('2d')?.putImageData(new ImageData(rendered.data, rendered.width, rendered.height), 0, 0)
  const { left, top, width, height } = scene.place
  context.drawImage(drawing, left, top, width, height)
}

export function readPixels(bitmap: ImageBitmap, longestSide = maxSide): Pixels {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const drawing = document.createElement('canvas')
  drawing.width = Math.max(1, Math.round(bitmap.width * scale))
  drawing.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = drawing.getContext('2d', { willReadFrequently: true })
  if (!context) return { width: 1, height: 1, data: new Uint8ClampedArray(4) }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, drawing.width, drawing.height)
  const { width, height, data } = context.getImageData(0, 0, drawing.width, drawing.height)
  return { width, height, data }
}
