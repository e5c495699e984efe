/** Interface of the painters that draw the edited image on a canvas. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** In canvas pixels, from the top left corner. */
export interface CanvasRect extends Size {
  readonly left: number
  readonly top: number
}

export interface Scene {
  /** Size of the original image, whatever the size of the drawn bitmap. */
  readonly size: Size
  readonly edit: ImageEdit
  /** Position of the edited image; may extend beyond the canvas. */
  readonly rect: CanvasRect
  /** Left of this x the original colors are shown; undefined if not comparing. */
  readonly splitX: number | undefined
}

export interface Painter {
  readonly kind: 'webgl' | 'canvas'
  /** Longest side of a bitmap it can draw. */
  readonly maxSide: number
  setImage(previewBitmap: ImageBitmap): void
  paint(scene: Scene): void
  dispose(): void
}
