/** Rotates and flips the image as displayed; the crop area moves with it. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { areaOf, withArea } from './crop-area.ts'

export function rotateQuarter(edit: ImageEdit, direction: 'left' | 'right'): ImageEdit {
  const { x, y, width, height } = areaOf(edit)
  const isRight = direction === 'right'
  const area = isRight
    ? { x: 100 - y - height, y: x, width: height, height: width }
    : { x: y, y: 100 - x - width, width: height, height: width }
  const { resizeWidth, resizeHeight } = edit
  return {
    ...withArea(edit, area),
    rotate: (edit.rotate + (isRight ? 90 : 270)) % 360,
    resizeWidth: resizeHeight,
    resizeHeight: resizeWidth,
  }
}

/** Flips are applied before the rotation, so flipping a rotated image also reverses its rotation. */
export function flip(edit: ImageEdit, direction: 'horizontal' | 'vertical'): ImageEdit {
  const { x, y, width, height } = areaOf(edit)
  const isHorizontal = direction === 'horizontal'
  const area = isHorizontal
    ? { x: 100 - x - width, y, width, height }
    : { x, y: 100 - y - height, width, height }
  return {
    ...withArea(edit, area),
    rotate: (360 - edit.rotate) % 360,
    flipHorizontal: isHorizontal ? !edit.flipHorizontal : edit.flipHorizontal,
    flipVertical: isHorizontal ? edit.flipVertical : !edit.flipVertical,
  }
}

/** The largest upright area, in percent of the rotated image, without any of the empty corners. */
export function inscribedArea({ width, height }: Size, degrees: number) {
  const radians = (degrees * Math.PI) / 180
  const sine = Math.abs(Math.sin(radians))
  const cosine = Math.abs(Math.cos(radians))
  const turnedWidth = width * cosine + height * sine
  const turnedHeight = width * sine + height * cosine
  const [longSide, shortSide] = [Math.max(width, height), Math.min(width, height)]
  let insideWidth: number
  let insideHeight: number
  if (shortSide <= 2 * sine * cosine * longSide || Math.abs(sine - cosine) < 1e-9) {
    // Two of its corners lie on the long sides, the other two in between.
    const half = shortSide / 2
    ;[insideWidth, insideHeight] =
      width >= height ? [half / sine, half / cosine] : [half / cosine, half / sine]
  } else {
    const scale = cosine ** 2 - sine ** 2
    insideWidth = (width * cosine - height * sine) / scale
    insideHeight = (height * cosine - width * sine) / scale
  }
  const areaWidth = (insideWidth / turnedWidth) * 100
  const areaHeight = (insideHeight / turnedHeight) * 100
  return { x: 50 - areaWidth / 2, y: 50 - areaHeight / 2, width: areaWidth, height: areaHeight }
}
