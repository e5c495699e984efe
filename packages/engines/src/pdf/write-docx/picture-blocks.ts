/** Writes pictures: on their own, beside text or behind it. */
import {
  HorizontalPositionRelativeFrom,
  ImageRun,
  Paragraph,
  type ParagraphChild,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx'
import type * as model from '../layout/model.ts'
import { alignments, type WritingContext } from './paragraphs.ts'
import { emu, pixels, twips } from './units.ts'

/** Keeps what hangs at the paragraph that comes next: floating pictures, and what begins a column. */
export function createHanger(context: WritingContext, start: readonly ParagraphChild[]) {
  let before = [...start]
  let floating: model.Picture[] = []
  return {
    hang: (picture: model.Picture) => floating.push(picture),
    isEmpty: () => before.length + floating.length === 0,
    take(host?: model.Paragraph): ParagraphChild[] {
      const hung = floating.flatMap(picture => writePicture(picture, context, host) ?? [])
      const children = [...before, ...hung]
      before = []
      floating = []
      return children
    },
  }
}

export function pictureParagraph(
  picture: model.Picture,
  children: readonly ParagraphChild[],
  isPageStart: boolean,
): Paragraph {
  return new Paragraph({
    children,
    alignment: alignments[picture.alignment],
    spacing: { before: twips(picture.spaceBefore) },
    ...(picture.indent > 0 && { indent: { start: twips(picture.indent) } }),
    pageBreakBefore: isPageStart,
  })
}

/** From the top of the paragraph it hangs at; the white above that paragraph counts as part of it. */
function offsetFrom(host: model.Paragraph | undefined, picture: model.Picture): number {
  if (!host) return 0
  return Math.max(0, host.spaceBefore + picture.box.top - host.box.top)
}

export function writePicture(
  picture: model.Picture,
  context: WritingContext,
  host?: model.Paragraph,
): ImageRun | undefined {
  const encoded = context.pictures.get(picture.id)
  if (!encoded) return undefined
  const size = { width: pixels(picture.width), height: pixels(picture.height) }
  const isFloating = picture.placement !== 'block'
  const isBehind = picture.placement === 'behind'
  return new ImageRun({
    type: encoded.format,
    data: encoded.data,
    transformation: size,
    ...(isFloating && {
      floating: {
        horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(picture.box.left) },
        verticalPosition: isBehind
          ? { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(picture.box.top) }
          : { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: emu(offsetFrom(host, picture)) },
        behindDocument: isBehind,
        allowOverlap: true,
        wrap: { type: isBehind ? TextWrappingType.NONE : TextWrappingType.SQUARE },
        margins: { left: emu(6), right: emu(6), top: 0, bottom: 0 },
      },
    }),
  })
}
