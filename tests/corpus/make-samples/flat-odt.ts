/** Writes blocks as a flat OpenDocument text, which LibreOffice prints as PDF. */

export type ParagraphStyle = 'justified' | 'indented' | 'rtl' | 'panel'

export type SampleBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly style?: ParagraphStyle }
  | { readonly kind: 'link'; readonly before: string; readonly text: string; readonly url: string }
  | { readonly kind: 'note'; readonly before: string; readonly note: string; readonly after: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly SampleItem[] }
  | { readonly kind: 'table'; readonly isRuled: boolean; readonly rows: readonly (readonly SampleCell[])[] }
  | { readonly kind: 'image'; readonly data: Buffer; readonly widthCm: number; readonly heightCm: number }
  | { readonly kind: 'columns'; readonly count: number; readonly blocks: readonly SampleBlock[] }

export interface SampleItem {
  readonly text: string
  readonly items?: readonly SampleItem[]
}

/** Null for a cell that a merged cell covers. */
export type SampleCell =
  | string
  | null
  | { readonly text: string; readonly columns?: number; readonly rows?: number }

export interface SampleDocument {
  readonly blocks: readonly SampleBlock[]
  readonly header?: string
  /** {page} and {pages} are replaced by the numbers. */
  readonly footer?: string
  readonly isLandscape?: boolean
}

const namespaces = [
  'office',
  'style',
  'text',
  'table',
  'drawing:draw',
  'xsl-fo-compatible:fo',
  'svg-compatible:svg',
]
  .map(entry => {
    const [uri, prefix] = entry.includes(':') ? entry.split(':') : [entry, entry]
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`
  })
  .join(' ')

export function flatOdt(document: SampleDocument): string {
  const body = document.blocks.map(block => writeBlock(block)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>
<style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.25cm"/><style:text-properties style:font-name="Liberation Serif" fo:font-family="'Liberation Serif'" style:font-family-asian="'Noto Sans CJK SC'" style:font-family-complex="'Noto Naskh Arabic'" fo:font-size="11pt" style:font-size-asian="11pt" style:font-size-complex="12pt" fo:language="en" fo:country="GB" fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"/></style:default-style>
${[1, 2, 3].map(headingStyle).join('\n')}
</office:styles>
<office:automatic-styles>
<style:page-layout style:name="page"><style:page-layout-properties ${pageSize(document)} fo:margin="2.2cm"/><style:header-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-bottom="0.4cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-top="0.4cm"/></style:footer-style></style:page-layout>
<style:style style:name="justified" style:family="paragraph"><style:paragraph-properties fo:text-align="justify"/></style:style>
<style:style style:name="indented" style:family="paragraph"><style:paragraph-properties fo:text-align="justify" fo:text-indent="0.6cm" fo:margin-bottom="0cm"/></style:style>
<style:style style:name="rtl" style:family="paragraph"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/></style:style>
<style:style style:name="panel" style:family="paragraph"><style:paragraph-properties fo:background-color="#f3e9d2" fo:border="0.5pt solid #b08968" fo:padding="0.15cm"/></style:style>
<style:style style:name="cell" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0cm"/></style:style>
<style:style style:name="ruled" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #444444" fo:padding="0.1cm"/></style:style>
<style:style style:name="plain" style:family="table-cell"><style:table-cell-properties fo:border="none" fo:padding="0.1cm"/></style:style>
${[2, 3].map(count => `<style:style style:name="columns${count}" style:family="section"><style:section-properties><style:columns fo:column-count="${count}" fo:column-gap="0.7cm"/></style:section-properties></style:style>`).join('\n')}
<text:list-style style:name="bullets">${[1, 2, 3].map(level => `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${'•◦▪'[level - 1]}">${listLevel(level)}</text:list-level-style-bullet>`).join('')}</text:list-style>
<text:list-style style:name="numbers">${[1, 2, 3].map(level => `<text:list-level-style-number text:level="${level}" style:num-format="${'1ai'[level - 1]}" style:num-suffix="${level === 1 ? '.' : ')'}">${listLevel(level)}</text:list-level-style-number>`).join('')}</text:list-style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page">${running('header', document.header)}${running('footer', document.footer)}</style:master-page></office:master-styles>
<office:body><office:text>
${body}
</office:text></office:body>
</office:document>`
}

function pageSize({ isLandscape }: SampleDocument): string {
  const [width, height] = isLandscape ? ['29.7cm', '21cm'] : ['21cm', '29.7cm']
  return `fo:page-width="${width}" fo:page-height="${height}"`
}

function headingStyle(level: number): string {
  const size = [20, 15, 12][level - 1]
  return `<style:style style:name="Heading_${level}" style:family="paragraph" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="0.5cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"/><style:text-properties fo:font-family="'Liberation Sans'" fo:font-size="${size}pt" fo:font-weight="bold" fo:hyphenate="false"/></style:style>`
}

function listLevel(level: number): string {
  return `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${level * 0.7}cm" fo:text-indent="-0.6cm" fo:margin-left="${level * 0.7}cm"/></style:list-level-properties>`
}

function running(name: 'header' | 'footer', text: string | undefined): string {
  if (text === undefined) return ''
  const fields = escapeXml(text)
    .replace('{page}', '<text:page-number/>')
    .replace('{pages}', '<text:page-count/>')
  return `<style:${name}><text:p>${fields}</text:p></style:${name}>`
}

function writeBlock(block: SampleBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="Heading_${block.level}" text:outline-level="${block.level}">${escapeXml(block.text)}</text:h>`
    case 'paragraph':
      return `<text:p${block.style ? ` text:style-name="${block.style}"` : ''}>${escapeXml(block.text)}</text:p>`
    case 'link':
      return `<text:p>${escapeXml(block.before)}<text:a xlink:type="simple" xlink:href="${escapeXml(block.url)}">${escapeXml(block.text)}</text:a></text:p>`
    case 'note':
      return `<text:p>${escapeXml(block.before)}<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>${escapeXml(block.note)}</text:p></text:note-body></text:note>${escapeXml(block.after)}</text:p>`
    case 'list':
      return writeList(block.items, block.isNumbered ? 'numbers' : 'bullets')
    case 'table':
      return writeTable(block.rows, block.isRuled)
    case 'image':
      return `<text:p><draw:frame text:anchor-type="as-char" svg:width="${block.widthCm}cm" svg:height="${block.heightCm}cm"><draw:image><office:binary-data>${block.data.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`
    case 'columns':
      return `<text:section text:style-name="columns${block.count}" text:name="columns">${block.blocks.map(inner => writeBlock(inner)).join('\n')}</text:section>`
  }
}

function writeList(items: readonly SampleItem[], style: string): string {
  const entries = items.map(
    item =>
      `<text:list-item><text:p>${escapeXml(item.text)}</text:p>${item.items ? writeList(item.items, style) : ''}</text:list-item>`,
  )
  return `<text:list text:style-name="${style}">${entries.join('')}</text:list>`
}

function writeTable(rows: readonly (readonly SampleCell[])[], isRuled: boolean): string {
  const style = isRuled ? 'ruled' : 'plain'
  const cell = (content: SampleCell) => {
    if (content === null) return '<table:covered-table-cell/>'
    const { text, columns = 1, rows: spanned = 1 } = typeof content === 'string' ? { text: content } : content
    const spans = `${columns > 1 ? ` table:number-columns-spanned="${columns}"` : ''}${spanned > 1 ? ` table:number-rows-spanned="${spanned}"` : ''}`
    return `<table:table-cell table:style-name="${style}"${spans}><text:p text:style-name="cell">${escapeXml(text)}</text:p></table:table-cell>`
  }
  const columns = rows[0]?.length ?? 1
  return `<table:table><table:table-column table:number-columns-repeated="${columns}"/>${rows.map(row => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
