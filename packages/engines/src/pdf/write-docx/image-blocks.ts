/** Writes images: in the text flow, floating beside text, or behind it. */
import {
  HorizontalPositionRelativeFrom,
  ImageRun,
  Paragraph,
  type ParagraphChild,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx'
import type * as model from '../../page-layout/model.ts'
import { alignments, type WritingContext } from './paragraphs.ts'
import { emu, pixels, twips } from './units.ts'

/** Collects content to be anchored at the next paragraph: floating images and column breaks. */
export function createAnchorQueue(context: WritingContext, start: readonly ParagraphChild[]) {
  let before = [...start]
  let floating: model.Image[] = []
  return {
    add: (image: model.Image) => floating.push(image),
    isEmpty: () => before.length + floating.length === 0,
    take(host?: model.Paragraph): ParagraphChild[] {
      const anchored = floating.flatMap(image => writeImage(image, context, host) ?? [])
      const children = [...before, ...anchored]
      before = []
      floating = []
      return children
    },
  }
}

export function imageParagraph(
  image: model.Image,
  children: readonly ParagraphChild[],
  isPageStart: boolean,
): Paragraph {
  return new Paragraph({
    children,
    alignment: alignments[image.alignment],
    spacing: { before: twips(image.spaceBefore) },
    ...(image.indent > 0 && { indent: { start: twips(image.indent) } }),
    pageBreakBefore: isPageStart,
  })
}

/** From the top of the anchor paragraph, including the space above it. */
function offsetFrom(host: model.Paragraph | undefined, image: model.Image): number {
  if (!host) return 0
  return Math.max(0, host.spaceBefore + image.box.top - host.box.top)
}

export function writeImage(
  image: model.Image,
  context: WritingContext,
  host?: model.Paragraph,
): ImageRun | undefined {
  const encoded = context.images.get(image.id)
  if (!encoded) return undefined
  const size = { width: pixels(image.width), height: pixels(image.height) }
  const isFloating = image.placement !== 'block'
  const isBehind = image.placement === 'behind'
  return new ImageRun({
    type: encoded.format,
    data: encoded.data,
    transformation: size,
    ...(isFloating && {
      floating: {
        horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(image.box.left) },
        verticalPosition: isBehind
          ? { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(image.box.top) }
          : { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: emu(offsetFrom(host, image)) },
        behindDocument: isBehind,
        allowOverlap: true,
        wrap: { type: isBehind ? TextWrappingType.NONE : TextWrappingType.SQUARE },
        margins: { left: emu(6), right: emu(6), top: 0, bottom: 0 },
      },
    }),
  })
}
