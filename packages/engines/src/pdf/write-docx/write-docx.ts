/** Writes the laid-out document as DOCX with native headings, lists, tables, columns, headers and footnotes. */
import {
  Column,
  Document,
  Footer,
  Header,
  type IPropertiesOptions,
  type ISectionOptions,
  Packer,
  Paragraph,
  type ParagraphChild,
  SectionType,
  TabStopType,
} from 'docx'
import { fontFamily } from '../../page-layout/fonts.ts'
import type { Band, Footnote, LaidOutDocument, PageLayout, RunningLine } from '../../page-layout/model.ts'
import type { EncodedImage } from '../images.ts'
import { writeBlocks } from './blocks.ts'
import { createNumbering } from './numbering.ts'
import { columnBreak, type WritingContext, writeParagraph } from './paragraphs.ts'
import { runsOf } from './runs.ts'
import { paragraphStyles, textStyles } from './text-styles.ts'
import { halfPoints, hex, twips } from './units.ts'

const minMargin = 18

interface SectionPart {
  readonly page: PageLayout
  readonly band: Band
  readonly isPageStart: boolean
}

export async function writeDocx(
  document: LaidOutDocument,
  images: ReadonlyMap<string, EncodedImage>,
): Promise<Buffer> {
  const styles = textStyles(document)
  const numbering = createNumbering(document)
  const footnotes: Record<string, { children: Paragraph[] }> = {}
  const context: WritingContext = { styles, numbering, images, addNote }

  function addNote(note: Footnote): number {
    const id = Object.keys(footnotes).length + 1
    footnotes[id] = { children: [] }
    footnotes[id] = {
      children: note.paragraphs.map(paragraph =>
        writeParagraph({ ...paragraph, indent: 0, firstIndent: 0 }, context),
      ),
    }
    return id
  }

  const parts = sectionsOf(document)
  const sections = parts.map(section => writeSection(section, document, context))
  const options: IPropertiesOptions = {
    ...(document.title !== undefined && { title: document.title }),
    ...(document.author !== undefined && { creator: document.author }),
    styles: {
      default: {
        document: {
          run: {
            font: fontFamily(styles.body),
            size: halfPoints(styles.body.size),
            sizeComplexScript: halfPoints(styles.body.size),
            color: hex(styles.body.color),
            bold: styles.body.isBold,
            italics: styles.body.isItalic,
          },
        },
      },
      paragraphStyles: paragraphStyles(styles),
    },
    numbering: { config: [...numbering.config] },
    footnotes,
    sections,
  }
  return Packer.toBuffer(new Document(options))
}

/**
 * A section contains consecutive bands with the same page size and columns, across any number of pages. Columns that
 * follow others on the same page start lower, so they need a separate section.
 */
function sectionsOf(document: LaidOutDocument): SectionPart[][] {
  const sections: SectionPart[][] = []
  for (const page of document.pages) {
    page.bands.forEach((band, index) => {
      const part: SectionPart = { page, band, isPageStart: index === 0 && page.startsPage }
      const last = sections.at(-1)?.at(-1)
      const isBelowOthers = index > 0 && band.columns.length > 1
      if (last && !isBelowOthers && hasSameLayout(last, part)) sections.at(-1)?.push(part)
      else sections.push([part])
    })
  }
  if (sections.length > 0 || !document.pages[0]) return sections
  const [page] = document.pages
  return [
    [
      {
        page,
        band: { columns: [{ left: 0, right: page.width, blocks: [] }], top: 0, bottom: 0 },
        isPageStart: false,
      },
    ],
  ]
}

function hasSameLayout(one: SectionPart, other: SectionPart): boolean {
  const isSamePage =
    Math.abs(one.page.width - other.page.width) < 2 && Math.abs(one.page.height - other.page.height) < 2
  const sameColumns =
    one.band.columns.length === other.band.columns.length &&
    one.band.columns.every((column, index) => {
      const twin = other.band.columns[index]
      return twin !== undefined && (one.band.columns.length === 1 || Math.abs(column.left - twin.left) < 12)
    })
  return isSamePage && sameColumns
}

function writeSection(
  parts: readonly SectionPart[],
  document: LaidOutDocument,
  context: WritingContext,
): ISectionOptions {
  const [first] = parts as [SectionPart]
  const { page } = first
  const isFirstOfPage = page.bands[0] === first.band
  const previous = document.pages[document.pages.indexOf(page) - 1]
  const isNewSize =
    previous !== undefined && (previous.width !== page.width || previous.height !== page.height)
  const startsNewPage = isFirstOfPage && (first.isPageStart || isNewSize)
  const margin = marginsOf(parts, document)
  const columns = placeColumns(parts)
  const textWidth = page.width - (margin.left + margin.right) / 20
  const children = parts.flatMap((part, at) =>
    part.band.columns.flatMap((column, index) =>
      writeBlocks(column.blocks, context, {
        isPageStart: index === 0 && part.isPageStart && at > 0,
        before: columnStart(part, index),
        width: columns.length > 1 ? columns[index]?.width : textWidth,
      }),
    ),
  )
  return {
    properties: {
      type: startsNewPage ? SectionType.NEXT_PAGE : SectionType.CONTINUOUS,
      page: {
        size: { width: twips(page.width), height: twips(page.height) },
        margin,
      },
      ...columnsOf(columns),
    },
    ...(document.header.length > 0 && {
      headers: {
        default: new Header({ children: document.header.map(line => runningParagraph(line, page, context)) }),
      },
    }),
    ...(document.footer.length > 0 && {
      footers: {
        default: new Footer({ children: document.footer.map(line => runningParagraph(line, page, context)) }),
      },
    }),
    children: children.length > 0 ? children : [new Paragraph({})],
  }
}

function marginsOf(parts: readonly SectionPart[], document: LaidOutDocument) {
  const minimum = (side: 'left' | 'right' | 'top' | 'bottom') =>
    Math.max(minMargin, Math.min(...parts.map(({ page }) => page.margins[side])))
  const columns = placeColumns(parts)
  const [first, last] = [columns[0], columns.at(-1)]
  const pageWidth = parts[0]?.page.width ?? 595
  const isColumns = columns.length > 1 && first && last
  const isFixed = parts.every(({ band }) => band.columns.every(column => column.hasFixedEnd))
  const slack = document.pages.length > 1 && !(isColumns && isFixed) ? 0.7 : 0.3
  return {
    left: twips(isColumns ? Math.max(minMargin, first.left) : minimum('left')),
    right: twips(
      isColumns ? Math.max(minMargin, pageWidth - last.left - last.width) : minimum('right') - widthSlack,
    ),
    top: twips(minimum('top')),
    // Substitute fonts may have slightly higher lines; without slack, every page would overflow.
    bottom: twips(Math.max(minMargin, slack * minimum('bottom'))),
    header: twips(Math.min(minimum('top'), ...document.header.map(line => line.distance))),
    footer: twips(Math.min(minimum('bottom'), ...document.footer.map(line => line.distance))),
  }
}

interface PlacedColumn {
  readonly left: number
  readonly width: number
  /** To the next column; 0 for the last. */
  readonly gap: number
}

const minGap = 8
/** Lines that fill a column exactly must not wrap because of rounding. */
const widthSlack = 1

/**
 * Column positions of a section, in points. Columns of nearly the same width get the same one, because text that is not
 * justified does not reach the right edge of its column.
 */
function placeColumns(parts: readonly SectionPart[]): PlacedColumn[] {
  const measured = (parts[0]?.band.columns ?? []).map((_, index) => {
    const alike = parts.flatMap(({ band }) => band.columns[index] ?? [])
    const left = Math.min(...alike.map(column => column.left))
    return { left, width: Math.max(...alike.map(column => column.right)) - left }
  })
  const widest = Math.max(...measured.map(column => column.width))
  const isEven = measured.every(({ width }) => width > 0.85 * widest)
  return measured.map(({ left, width }, index) => {
    const next = measured[index + 1]
    const wanted = isEven ? widest : width
    const fitting =
      (next ? Math.min(wanted, Math.max(width, next.left - left - minGap)) : wanted) + widthSlack
    return { left, width: fitting, gap: next ? Math.max(0, next.left - left - fitting) : 0 }
  })
}

function columnsOf(
  columns: readonly PlacedColumn[],
): Pick<NonNullable<ISectionOptions['properties']>, 'column'> {
  const [first] = columns
  if (!first || columns.length < 2) return {}
  const isEqual = columns.every(
    ({ width, gap }, index) =>
      Math.abs(width - first.width) < 1 && (index === columns.length - 1 || Math.abs(gap - first.gap) < 1),
  )
  if (isEqual) return { column: { count: columns.length, space: twips(first.gap), equalWidth: true } }
  return {
    column: {
      count: columns.length,
      equalWidth: false,
      children: columns.map(({ width, gap }) => new Column({ width: twips(width), space: twips(gap) })),
    },
  }
}

/** A continued paragraph contains the break itself. */
function columnStart({ band }: SectionPart, index: number): ParagraphChild[] {
  const [previous, column] = [band.columns[index - 1], band.columns[index]]
  if (!previous?.hasFixedEnd || !column || column.isContinued || column.blocks.length === 0) return []
  return [columnBreak()]
}

function runningParagraph(line: RunningLine, page: PageLayout, context: WritingContext): Paragraph {
  const width = page.width - page.margins.left - page.margins.right
  const hasTab = line.spans.some(span => span.text.includes('\t'))
  const alignment = { start: 'start', center: 'center', end: 'end', justified: 'both' } as const
  return new Paragraph({
    children: runsOf(line.spans, context.styles.body, () => undefined),
    ...(hasTab
      ? { tabStops: [{ type: TabStopType.RIGHT, position: twips(width) }] }
      : { alignment: alignment[line.alignment] }),
  })
}
