/** The picture on the bench. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'

export interface Image extends Size {
  /** As it was chosen. */
  readonly file: File
  readonly format: FormatId
  /** The file itself, or what was made of it where the browser cannot read it. */
  readonly readable: Blob
  /** Upright and small enough to be drawn many times a second. */
  readonly copy: ImageBitmap
  readonly isByServer: boolean
}

/** The longest side of the copy; every WebGL 2 can draw it. */
export const copySide = 2048
