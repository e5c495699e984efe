/** Writes the laid-out document as DOCX with native headings, lists, tables, columns, headers and footnotes. */
import {
  Column,
  ColumnBreak,
  Document,
  Footer,
  Header,
  type IPropertiesOptions,
  type ISectionOptions,
  LineRuleType,
  Packer,
  Paragraph,
  type ParagraphChild,
  SectionType,
  TabStopType,
  TextRun,
} from 'docx'
import { fontFamily } from '../../page-layout/fonts.ts'
import type { Band, Footnote, LaidOutDocument, PageLayout, RunningLine } from '../../page-layout/model.ts'
import type { EncodedImage } from '../images.ts'
import { writeBlocks } from './blocks.ts'
import { createNumbering } from './numbering.ts'
import { type WritingContext, writeParagraph } from './paragraphs.ts'
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
  const last = parts.at(-1)?.at(-1)
  if (last && last.band.columns.length > 1) sections.push(closingSection(last, document))
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

/** A section contains consecutive bands with the same page size and columns, across any number of pages. */
function sectionsOf(document: LaidOutDocument): SectionPart[][] {
  const sections: SectionPart[][] = []
  for (const page of document.pages) {
    page.bands.forEach((band, index) => {
      const part: SectionPart = { page, band, isPageStart: index === 0 && page.startsPage }
      const last = sections.at(-1)?.at(-1)
      if (last && hasSameLayout(last, part)) sections.at(-1)?.push(part)
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
  const children = parts.flatMap((part, at) =>
    part.band.columns.flatMap((column, index) => {
      const isPageStart = index === 0 && part.isPageStart && at > 0
      return writeBlocks(column.blocks, context, { isPageStart, before: columnStart(part.band, index) })
    }),
  )
  return {
    properties: {
      type: startsNewPage ? SectionType.NEXT_PAGE : SectionType.CONTINUOUS,
      page: {
        size: { width: twips(page.width), height: twips(page.height) },
        margin: marginsOf(parts, document),
      },
      ...columnsOf(first.band),
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

/** Word balances columns only if another section follows on the same page. */
function closingSection({ page, band }: SectionPart, document: LaidOutDocument): ISectionOptions {
  const whole = { columns: [], top: band.bottom, bottom: band.bottom }
  return {
    properties: {
      type: SectionType.CONTINUOUS,
      page: {
        size: { width: twips(page.width), height: twips(page.height) },
        margin: marginsOf([{ page, band: whole, isPageStart: false }], document),
      },
    },
    children: [new Paragraph({ spacing: { before: 0, after: 0, line: 20, lineRule: LineRuleType.EXACT } })],
  }
}

function marginsOf(parts: readonly SectionPart[], document: LaidOutDocument) {
  const minimum = (side: 'left' | 'right' | 'top' | 'bottom') =>
    Math.max(minMargin, Math.min(...parts.map(({ page }) => page.margins[side])))
  const isColumns = (parts[0]?.band.columns.length ?? 1) > 1
  const columns = parts[0]?.band.columns ?? []
  const pageWidth = parts[0]?.page.width ?? 595
  return {
    left: twips(isColumns ? Math.max(minMargin, columns[0]?.left ?? 0) : minimum('left')),
    right: twips(
      isColumns ? Math.max(minMargin, pageWidth - (columns.at(-1)?.right ?? 0)) : minimum('right'),
    ),
    top: twips(minimum('top')),
    // Substitute fonts may have slightly higher lines; without slack, every page would overflow.
    bottom: twips(Math.max(minMargin, (document.pages.length > 1 ? 0.7 : 0.3) * minimum('bottom'))),
    header: twips(Math.min(minimum('top'), ...document.header.map(line => line.distance))),
    footer: twips(Math.min(minimum('bottom'), ...document.footer.map(line => line.distance))),
  }
}

function columnsOf({ columns }: Band): Pick<NonNullable<ISectionOptions['properties']>, 'column'> {
  if (columns.length < 2) return {}
  const widths = columns.map(column => column.right - column.left)
  const gaps = columns.slice(1).map((column, index) => column.left - (columns[index]?.right ?? 0))
  const isEqual = widths.every(width => Math.abs(width - (widths[0] ?? width)) < 0.08 * width)
  if (isEqual) return { column: { count: columns.length, space: twips(gaps[0] ?? 18), equalWidth: true } }
  return {
    column: {
      count: columns.length,
      equalWidth: false,
      children: widths.map(
        (width, index) => new Column({ width: twips(width), space: twips(gaps[index] ?? 0) }),
      ),
    },
  }
}

/** Text flows into the next column by itself; a column that ends early needs an explicit break. */
function columnStart(band: Band, index: number): ParagraphChild[] {
  const previous = band.columns[index - 1]
  if (!previous) return []
  const bottom = Math.max(0, ...previous.blocks.map(block => block.box.bottom))
  const [one, other] = [previous, band.columns[index]].map(column =>
    column ? column.right - column.left : 0,
  )
  const isUneven = Math.abs((one ?? 0) - (other ?? 0)) > 0.08 * Math.max(one ?? 0, other ?? 0)
  const isEarly = bottom < band.bottom - 0.15 * (band.bottom - band.top)
  return isUneven || isEarly ? [new TextRun({ children: [new ColumnBreak()] })] : []
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
