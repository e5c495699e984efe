/** Extracts the text layer of a PDF page; a page without a usable one is sent to OCR. */
import { flowLines } from '../../page-layout/flow-lines.ts'
import { buildSegments } from '../../page-layout/lines.ts'
import { boxArea, type Fragment, type PageModel, rotatePoint } from '../../page-layout/page-model.ts'
import { rotateUpright } from '../../page-layout/upright.ts'
import type { QuarterRotation } from '../image/page-image.ts'
import type { OpenedPage } from '../request.ts'
import type { OcrWord } from '../text/ocr-page.ts'

/** A stamp or page number on a scan does not count as its text. */
const stampCharacters = 200
const scanShare = 0.5
/** Share of characters: a font without Unicode mapping extracts as garbage. */
const maxGarbageShare = 0.2
const garbage = /[\uFFFD\p{Co}\p{Cc}\p{Cn}]/gu

export function readTextLayer(page: PageModel): OpenedPage {
  const text = page.fragments.map(fragment => fragment.text).join('')
  if (text.trim() === '') return { kind: 'image' }
  const covered = page.images.reduce((sum, image) => sum + boxArea(image), 0) / (page.width * page.height)
  const isSeen = page.fragments.every(({ isInvisible }) => !isInvisible)
  if (covered > scanShare && isSeen && text.length < stampCharacters) return { kind: 'image' }
  if ((text.match(garbage)?.length ?? 0) > maxGarbageShare * text.length) return { kind: 'image' }
  return wordsOf(page)
}

function wordsOf(page: PageModel): OpenedPage {
  const upright = rotateUpright({ ...page, images: [] })
  const first = upright.fragments[0]?.angle ?? 0
  const rotation = (first % 90 === 0 ? (360 - first) % 360 : 0) as QuarterRotation
  const groups: readonly (readonly Fragment[])[] = [upright.fragments, ...upright.otherDirections]
  const words = groups.flatMap((fragments, group) =>
    flowLines(buildSegments(fragments), () => undefined).flatMap((line, at) =>
      line.words.map(({ text, left, right, baseline, size, angle }): OcrWord => {
        const isOtherDirection = group > 0
        const [x, y] = isOtherDirection ? rotatePoint(left, baseline, (360 - angle) % 360) : [left, baseline]
        return {
          text,
          left: x,
          right: x + (right - left),
          top: y - 0.8 * size,
          bottom: y + 0.22 * size,
          baseline: y,
          size,
          confidence: 100,
          line: `${group}.${at}`,
          ...(isOtherDirection && { angle }),
        }
      }),
    ),
  )
  return { kind: 'text', width: upright.width, height: upright.height, rotation, words }
}
