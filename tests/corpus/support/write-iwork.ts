/** Writes Keynote and Numbers documents in their older XML format. */
import { writeZip } from './write-zip.ts'

const spaces = Object.entries({ sf: 'sf', sfa: 'sfa', ls: 'ls', key: 'keynote2' })
  .map(([prefix, name]) => `xmlns:${prefix}="http://developer.apple.com/namespaces/${name}"`)
  .join(' ')

/** Without it, a ZIP file with an XML file is not taken for a document. */
const companion = { 'buildVersionHistory.plist': '<plist/>' }

interface KeynoteText {
  readonly lines: readonly string[]
  /** Of its box, in points. */
  readonly top: number
}

export function writeKeynote(slides: readonly (readonly KeynoteText[])[]): Buffer {
  const boxes = (texts: readonly KeynoteText[], slide: number) =>
    texts.map(({ lines, top }, index) => {
      const size = 'sfa:w="600" sfa:h="120"'
      const geometry = `<sf:geometry sfa:ID="g${slide}-${index}"><sf:naturalSize ${size}/><sf:size ${size}/><sf:position sfa:x="100" sfa:y="${top}"/></sf:geometry>`
      const path =
        '<sf:path><sf:bezier-path><sf:bezier sfa:path="M 0 0 L 600 0 L 600 120 L 0 120 Z"/></sf:bezier-path></sf:path>'
      const text = lines.map(line => `<sf:p>${line}</sf:p>`).join('')
      return `<sf:shape sfa:ID="b${slide}-${index}">${geometry}${path}<sf:text><sf:text-storage sfa:ID="t${slide}-${index}"><sf:text-body>${text}</sf:text-body></sf:text-storage></sf:text></sf:shape>`
    })
  const pages = slides.map(
    (texts, slide) =>
      `<key:slide sfa:ID="s${slide}"><key:page sfa:ID="p${slide}"><sf:size sfa:w="800" sfa:h="600"/><sf:layers><sf:layer sfa:ID="l${slide}"><sf:drawables>${boxes(texts, slide).join('')}</sf:drawables></sf:layer></sf:layers></key:page></key:slide>`,
  )
  return writeZip({
    'index.apxl': `<key:presentation ${spaces} key:version="92008102400"><key:size sfa:w="800" sfa:h="600"/><key:slide-list sfa:ID="list">${pages.join('')}</key:slide-list></key:presentation>`,
    ...companion,
  })
}

export function writeNumbers(name: string, rows: readonly (readonly (string | number)[])[]): Buffer {
  const columns = rows[0]?.length ?? 0
  const cells = rows.flat().map((value, index) => {
    // The first cell states that no column is skipped before it.
    const first = index === 0 ? ' sf:ct="0"' : ''
    return typeof value === 'number'
      ? `<sf:n${first} sf:v="${value}"/>`
      : `<sf:t${first}><sf:ct sfa:s="${value}"/></sf:t>`
  })
  const size = 'sfa:w="300" sfa:h="60"'
  const geometry = `<sf:geometry sfa:ID="g"><sf:naturalSize ${size}/><sf:size ${size}/><sf:position sfa:x="0" sfa:y="0"/></sf:geometry>`
  const grid = `<sf:grid sfa:ID="r" sf:numcols="${columns}" sf:numrows="${rows.length}"><sf:columns sf:count="${columns}">${'<sf:grid-column sf:width="100"/>'.repeat(columns)}</sf:columns><sf:rows sf:count="${rows.length}">${'<sf:grid-row sf:height="20"/>'.repeat(rows.length)}</sf:rows><sf:datasource>${cells.join('')}</sf:datasource></sf:grid>`
  return writeZip({
    'index.xml': `<ls:document ${spaces} ls:version="72007061400"><ls:workspace-array><ls:workspace sfa:ID="w" ls:workspace-name="${name}"><ls:page-info><sf:layers><sf:layer sfa:ID="l"><sf:drawables><sf:tabular-info sfa:ID="i">${geometry}<sf:tabular-model sfa:ID="m" sf:name="${name}">${grid}</sf:tabular-model></sf:tabular-info></sf:drawables></sf:layer></sf:layers></ls:page-info></ls:workspace></ls:workspace-array></ls:document>`,
    ...companion,
  })
}
