/** Finds pictures that stand in a line of text, like letters, and makes them part of it. */
import { boxHeight, boxWidth, type Fragment } from '../read/page-model.ts'
import type { ImageMark } from './page-content.ts'
import type { UprightPage } from './upright.ts'

/** In sizes of the font. */
const maxHeight = 2.8
const maxDistance = 1.2

export function takeLineImages(page: UprightPage): UprightPage {
  const fragments: Fragment[] = []
  const images = page.images.filter(mark => {
    const beside = neighbourOf(mark, page.fragments)
    if (!beside) return true
    const { link: _link, role: _role, ...looks } = beside
    const image = { id: mark.id, width: boxWidth(mark), height: boxHeight(mark) }
    fragments.push({ ...looks, text: '', left: mark.left, right: mark.right, isAfterSpace: true, image })
    return false
  })
  return fragments.length === 0 ? page : { ...page, images, fragments: [...page.fragments, ...fragments] }
}

/** The word right before or after it, if it is no higher than lines are and stands on the same one. */
function neighbourOf(mark: ImageMark, fragments: readonly Fragment[]): Fragment | undefined {
  return fragments.find(fragment => {
    const gap = Math.max(mark.left - fragment.right, fragment.left - mark.right)
    const isOnLine = mark.top < fragment.baseline && mark.bottom > fragment.baseline - 0.7 * fragment.size
    const isLow = boxHeight(mark) <= maxHeight * fragment.size && boxWidth(mark) <= 8 * fragment.size
    return isLow && isOnLine && gap > -1 && gap < maxDistance * fragment.size
  })
}
