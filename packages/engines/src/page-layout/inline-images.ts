/** Turns small images within a line of text into inline images. */

import type { ImageMark } from './page-content.ts'
import { boxHeight, boxWidth, type Fragment } from './page-model.ts'
import type { UprightPage } from './upright.ts'

/** In font sizes. */
const maxHeight = 2.8
const maxDistance = 1.2

export function withInlineImages(page: UprightPage): UprightPage {
  const fragments: Fragment[] = []
  const images = page.images.filter(mark => {
    const neighbor = neighborOf(mark, page.fragments)
    if (!neighbor) return true
    const { link: _link, role: _role, ...style } = neighbor
    const image = { id: mark.id, width: boxWidth(mark), height: boxHeight(mark) }
    fragments.push({ ...style, text: '', left: mark.left, right: mark.right, isAfterSpace: true, image })
    return false
  })
  return fragments.length === 0 ? page : { ...page, images, fragments: [...page.fragments, ...fragments] }
}

/** Word directly before or after an image that is not taller than a line and on the same line. */
function neighborOf(mark: ImageMark, fragments: readonly Fragment[]): Fragment | undefined {
  return fragments.find(fragment => {
    const gap = Math.max(mark.left - fragment.right, fragment.left - mark.right)
    const isOnLine = mark.top < fragment.baseline && mark.bottom > fragment.baseline - 0.7 * fragment.size
    const isLow = boxHeight(mark) <= maxHeight * fragment.size && boxWidth(mark) <= 8 * fragment.size
    return isLow && isOnLine && gap > -1 && gap < maxDistance * fragment.size
  })
}
