/** Settings of the image editor with their bounds and defaults. */

export const imageFilters = [
  'none',
  'grayscale',
  'sepia',
  'invert',
  'vintage',
  'duo-tone',
  'dramatic',
] as const
export type ImageFilter = (typeof imageFilters)[number]

/** Bounds of the sliders: percent, thousandths of the longer side, degrees. */
export const editBounds = {
  brightness: { min: 0, max: 200, step: 1 },
  contrast: { min: 0, max: 200, step: 1 },
  saturation: { min: 0, max: 200, step: 1 },
  blur: { min: 0, max: 10, step: 0.1 },
  rotate: { min: 0, max: 360, step: 1 },
} as const

export const maxEditedSide = 16_383

export interface ImageEdit {
  readonly brightness: number
  readonly contrast: number
  readonly saturation: number
  readonly blur: number
  readonly rotate: number
  readonly flipHorizontal: boolean
  readonly flipVertical: boolean
  /** All four in percent of the rotated image. */
  readonly cropX: number
  readonly cropY: number
  readonly cropWidth: number
  readonly cropHeight: number
  readonly filter: ImageFilter
  /** In pixels; 0 keeps the size, or is derived from the other side. */
  readonly resizeWidth: number
  readonly resizeHeight: number
  readonly maintainAspectRatio: boolean
}

export const defaultImageEdit: ImageEdit = {
  brightness: 100,
  contrast: 100,
  saturation: 100,
  blur: 0,
  rotate: 0,
  flipHorizontal: false,
  flipVertical: false,
  cropX: 0,
  cropY: 0,
  cropWidth: 100,
  cropHeight: 100,
  filter: 'none',
  resizeWidth: 0,
  resizeHeight: 0,
  maintainAspectRatio: true,
}
