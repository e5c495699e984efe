/** The image open in the editor. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'

export interface EditorImage extends Size {
  /** The file the user selected. */
  readonly file: File
  readonly format: FormatId
  /** The file itself, or a converted copy if the browser cannot decode it. */
  readonly readable: Blob
  /** Upright and small enough to be drawn many times a second. */
  readonly previewBitmap: ImageBitmap
  readonly usesServer: boolean
}

/** Longest side of the preview bitmap; every WebGL 2 implementation supports it. */
export const maxPreviewSide = 2048
