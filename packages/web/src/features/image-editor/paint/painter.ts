/** Something that draws the edited picture on a canvas, again and again while it is edited. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

/** In pixels of the canvas, from its upper left corner. */
export interface Place extends Size {
  readonly left: number
  readonly top: number
}

export interface Scene {
  /** Of the whole picture, however small the copy is that is drawn. */
  readonly size: Size
  readonly edit: ImageEdit
  /** Where the edited picture lies; parts of it may be outside the canvas. */
  readonly place: Place
  /** Left of this the picture has its own colours; undefined shows none of them. */
  readonly splitAt: number | undefined
}

export interface Painter {
  readonly kind: 'webgl' | 'canvas'
  /** The longest side a copy may have to be drawn. */
  readonly maxSide: number
  setImage(copy: ImageBitmap): void
  paint(scene: Scene): void
  dispose(): void
}
