/** Writes the laid-out document as a single self-contained HTML file. */
import { fontFamily } from '../../page-layout/fonts.ts'
import { readMarkers } from '../../page-layout/markers.ts'
import type { Footnote, Span, SpanStyle } from '../../page-layout/model.ts'
import {
  type Band,
  type Block,
  type Cell,
  type Image,
  type LaidOutDocument,
  type Paragraph,
  type ParagraphRole,
  type RunningLine,
  type Table,
  unpagedLines,
} from '../../page-layout/model.ts'
import type { EncodedImage } from '../images.ts'

/** Writes consecutive list items as nested HTML lists. */
type Item = Extract<ParagraphRole, { kind: 'item' }>

const numberTypes = new Set(['a', 'A', 'i', 'I'])

function writeList(items: readonly Paragraph[], write: (item: Paragraph) => string): string {
  const open: { level: number; name: string; list: number }[] = []
  let html = ''
  const close = () => {
    html += `</li>\n</${open.pop()?.name}>`
  }
  for (const item of items) {
    const role = item.role as Item
    while ((open.at(-1)?.level ?? -1) > role.level) close()
    const last = open.at(-1)
    const name = role.isNumbered ? 'ol' : 'ul'
    if (
      last &&
      last.level === role.level &&
      (last.name !== name || (role.level === 0 && last.list !== role.list))
    )
      close()
    const current = open.at(-1)
    if (current?.level === role.level) html += '</li>\n'
    else {
      html += `${html === '' ? '' : '\n'}<${name}${attributesOf(role)}>\n`
      open.push({ level: role.level, name, list: role.list })
    }
    html += `<li${item.isRightToLeft ? ' dir="rtl"' : ''}>${write(item)}`
  }
  while (open.length > 0) close()
  return html
}

function attributesOf(role: Item): string {
  const [marker] = readMarkers(`${role.marker} x`)
  if (!role.isNumbered || !marker) return ''
  const type = marker.style[0] ?? '1'
  return `${numberTypes.has(type) ? ` type="${type}"` : ''}${marker.value > 1 ? ` start="${marker.value}"` : ''}`
}

const pageWidth = '48rem'

export async function writeHtml(
  document: LaidOutDocument,
  images: ReadonlyMap<string, EncodedImage>,
): Promise<Buffer> {
  const context: HtmlContext = { body: document.bodyFont, images, notes: [] }
  const main = bandsOf(document)
    .map(band => writeBand(band, context))
    .join('\n')
  const language = document.language?.replace(/[^A-Za-z-]/g, '')
  const title = document.title ?? firstHeading(document) ?? 'Document'
  return Buffer.from(`<!DOCTYPE html>
<html${language ? ` lang="${language}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${styleSheet(document)}
</style>
</head>
<body>
${writeRunning('header', document.header)}<main>
${main}
</main>${writeNotes(context)}${writeRunning('footer', document.footer)}
</body>
</html>
`)
}

function styleSheet(document: LaidOutDocument): string {
  const family = fontFamily(document.bodyFont)
  const generic = document.bodyFont.isMonospaced
    ? 'monospace'
    : document.bodyFont.hasSerifs
      ? 'serif'
      : 'sans-serif'
  return `body { margin: 0; color: ${document.bodyFont.color}; background: #fff; font: 1rem/1.5 "${family}", ${generic}; }
header, main, footer { max-width: ${pageWidth}; margin: 0 auto; padding: 2rem 1.25rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.4em 0 0.5em; }
p { margin: 0 0 0.8em; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; }
table { border-collapse: collapse; margin: 1em 0; }
td { padding: 0.25em 0.6em; vertical-align: top; }
td > p { margin: 0; }
.ruled td { border: 1px solid #999; }
.columns { column-gap: 2rem; }
.center { text-align: center; }
.end { text-align: end; }
.justified { text-align: justify; }
.beside { float: inline-end; margin: 0 0 0.8em 1.2em; }
header, footer { font-size: 0.9em; padding-block: 0.5rem; }
.notes { border-top: 1px solid #ccc; font-size: 0.9em; }
@media (max-width: 40rem) { .columns { columns: 1 !important; } }`
}

/** Merges adjacent single-column bands, also across pages. */
function bandsOf(document: LaidOutDocument): Band[] {
  const bands: Band[] = []
  for (const band of document.pages.flatMap(page => page.bands)) {
    const last = bands.at(-1)
    if (
      last &&
      last.columns.length === 1 &&
      band.columns.length === 1 &&
      last.columns[0] &&
      band.columns[0]
    ) {
      const blocks = [...last.columns[0].blocks, ...band.columns[0].blocks]
      bands[bands.length - 1] = { ...last, columns: [{ ...last.columns[0], blocks }] }
    } else bands.push(band)
  }
  return bands
}

function writeBand(band: Band, context: HtmlContext): string {
  const html = band.columns.map(column => writeBlocks(column.blocks, context)).join('\n')
  return band.columns.length > 1
    ? `<div class="columns" style="columns: ${band.columns.length}">\n${html}\n</div>`
    : html
}

function writeBlocks(blocks: readonly Block[], context: HtmlContext): string {
  const parts: string[] = []
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index] as Block
    if (block.kind === 'paragraph' && block.role.kind === 'item') {
      let end = index
      while (isItem(blocks[end])) end += 1
      const items = blocks.slice(index, end) as Paragraph[]
      parts.push(writeList(items, item => writeSpans(item.spans, context)))
      index = end
    } else {
      parts.push(writeBlock(block, context))
      index += 1
    }
  }
  return parts.join('\n')
}

function isItem(block: Block | undefined): boolean {
  return block?.kind === 'paragraph' && block.role.kind === 'item'
}

function writeBlock(block: Block, context: HtmlContext): string {
  if (block.kind === 'table') return writeTable(block, context)
  if (block.kind === 'image') return writeImage(block, context)
  const { role } = block
  const name = role.kind === 'heading' ? `h${role.level}` : 'p'
  const direction = block.isRightToLeft ? ' dir="rtl"' : ''
  const className = block.alignment === 'start' ? '' : ` class="${block.alignment}"`
  const fill = block.fill === undefined ? '' : ` style="background: ${block.fill}; padding: 0.2em 0.5em"`
  const base = role.kind === 'heading' ? block.spans[0]?.style : undefined
  return `<${name}${className}${direction}${fill}>${writeSpans(block.spans, context, base)}</${name}>`
}

function writeTable(table: Table, context: HtmlContext): string {
  const rows = table.rows.map(row => `<tr>${row.map(cell => writeCell(cell, context)).join('')}</tr>`)
  return `<table${table.isRuled ? ' class="ruled"' : ''}>\n${rows.join('\n')}\n</table>`
}

function writeCell(cell: Cell, context: HtmlContext): string {
  const spans =
    (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '') +
    (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '')
  const fill = cell.fill === undefined ? '' : ` style="background: ${cell.fill}"`
  return `<td${spans}${fill}>${writeBlocks(cell.blocks, context)}</td>`
}

function writeImage(image: Image, context: HtmlContext): string {
  const tag = imageTag(image, context)
  if (tag === '') return ''
  if (image.placement === 'beside') return `<figure class="beside">${tag}</figure>`
  return `<figure${image.alignment === 'start' ? '' : ` class="${image.alignment}"`}>${tag}</figure>`
}

function writeRunning(name: 'header' | 'footer', lines: readonly RunningLine[]): string {
  const texts = unpagedLines(lines)
  if (texts.length === 0) return ''
  const html = `<${name}>${texts.map(text => `<p>${escapeHtml(text)}</p>`).join('')}</${name}>`
  return name === 'header' ? `${html}\n` : `\n${html}`
}

function writeNotes(context: HtmlContext): string {
  if (context.notes.length === 0) return ''
  const items = context.notes.map((note, index) => {
    const text = note.paragraphs
      .map(paragraph => writeSpans(paragraph.spans, context, paragraph.spans[0]?.style))
      .join(' ')
    return `<li id="note-${index + 1}">${text} <a href="#ref-${index + 1}">↩</a></li>`
  })
  return `\n<footer class="notes">\n<ol>\n${items.join('\n')}\n</ol>\n</footer>`
}

function firstHeading(document: LaidOutDocument): string | undefined {
  const blocks =
    document.pages[0]?.bands.flatMap(band => band.columns.flatMap(column => [...column.blocks])) ?? []
  const heading = blocks.find(
    (block): block is Paragraph => block.kind === 'paragraph' && block.role.kind === 'heading',
  )
  return heading?.spans.map(span => span.text).join('')
}

interface HtmlContext {
  readonly body: SpanStyle
  readonly images: ReadonlyMap<string, EncodedImage>
  readonly notes: Footnote[]
}

/** `base` is the style that needs no markup: the body style, or that of a heading's first span. */
function writeSpans(spans: readonly Span[], context: HtmlContext, base?: SpanStyle): string {
  return spans.map(span => writeSpan(span, context, base)).join('')
}

function writeSpan(span: Span, context: HtmlContext, base: SpanStyle | undefined): string {
  if (span.note) {
    const number = context.notes.push(span.note)
    return `<sup id="ref-${number}"><a href="#note-${number}">${number}</a></sup>`
  }
  if (span.image) return imageTag(span.image, context)
  const text = escapeHtml(span.text).replaceAll('\t', '&emsp;')
  const html = withInlineStyle(
    withEmphasis(text, span, base ?? context.body),
    span,
    base ?? context.body,
    base !== undefined,
  )
  return span.link === undefined ? html : `<a href="${escapeHtml(span.link)}">${html}</a>`
}

function withEmphasis(text: string, { style, link }: Span, base: SpanStyle): string {
  let html = text
  if (style.isMonospaced && !base.isMonospaced) html = `<code>${html}</code>`
  if (style.isBold && !base.isBold) html = `<strong>${html}</strong>`
  if (style.isItalic && !base.isItalic) html = `<em>${html}</em>`
  if (style.isUnderlined && link === undefined) html = `<u>${html}</u>`
  if (style.script === 'super') return `<sup>${html}</sup>`
  return style.script === 'sub' ? `<sub>${html}</sub>` : html
}

function withInlineStyle(html: string, { style, link }: Span, base: SpanStyle, isHeading: boolean): string {
  const hasOwnSize = !isHeading && !style.script && Math.abs(style.size / base.size - 1) > 0.12
  const declarations = [
    ...(style.color !== base.color && link === undefined ? [`color: ${style.color}`] : []),
    ...(hasOwnSize ? [`font-size: ${(style.size / base.size).toFixed(2)}em`] : []),
  ]
  return declarations.length > 0 ? `<span style="${declarations.join('; ')}">${html}</span>` : html
}

/** Empty if the image could not be decoded. */
function imageTag(image: Pick<Image, 'id' | 'width' | 'text'>, context: HtmlContext): string {
  const encoded = context.images.get(image.id)
  if (!encoded) return ''
  const source = `data:image/${encoded.format === 'jpg' ? 'jpeg' : 'png'};base64,${encoded.data.toString('base64')}`
  const width = Math.round((image.width * 96) / 72)
  return `<img src="${source}" width="${width}" alt="${escapeHtml(image.text?.join(' ') ?? '')}">`
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes (prevents markup injection from document text). */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => signs[sign] ?? sign)
}
