/** Turns and flips of what one sees. The area that is kept goes along with the picture. */
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

/** Pictures are flipped before they are turned: to mirror a turned one, it is turned the other way as well. */
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

/** The largest upright area, in percent of the turned picture, that has nothing of the empty corners. */
export function areaWithoutCorners({ width, height }: Size, degrees: number) {
  const radians = (degrees * Math.PI) / 180
  const sine = Math.abs(Math.sin(radians))
  const cosine = Math.abs(Math.cos(radians))
  const turnedWidth = width * cosine + height * sine
  const turnedHeight = width * sine + height * cosine
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  let insideWidth: number
  let insideHeight: number
  if (short <= 2 * sine * cosine * long || Math.abs(sine - cosine) < 1e-9) {
    // Two corners of it lie on the long sides, the others between them.
    const half = short / 2
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
