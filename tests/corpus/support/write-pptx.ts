/** Writes small presentations part by part: titles, lists, a table, notes, hidden slides. */
import { writeZip } from './write-zip.ts'

export interface WrittenSlide {
  readonly title?: string
  /** Paragraphs of the content, with their level. */
  readonly lines?: readonly (readonly [level: number, text: string])[]
  readonly notes?: string
  readonly isHidden?: boolean
  /** More shapes. */
  readonly markup?: string
  readonly relations?: string
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const spaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const content = 'application/vnd.openxmlformats-officedocument.presentationml'
const groupHead = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'

function relationships(inner: string): string {
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
}

export function writePptx(
  slides: readonly WrittenSlide[],
  more: Readonly<Record<string, string | Buffer>> = {},
): Buffer {
  const numbered = slides.map((slide, index) => ({ ...slide, number: index + 1 }))
  const override = (name: string, kind: string) =>
    `<Override PartName="/ppt/${name}.xml" ContentType="${content}.${kind}+xml"/>`
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${override('presentation', 'presentation.main')}${override('slideMasters/slideMaster1', 'slideMaster')}${override('slideLayouts/slideLayout1', 'slideLayout')}${override('notesMasters/notesMaster1', 'notesMaster')}${numbered.map(({ number }) => override(`slides/slide${number}`, 'slide') + override(`notesSlides/notesSlide${number}`, 'notesSlide')).join('')}</Types>`,
    '_rels/.rels': relationships(relation('rId1', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `${head}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="rIdN"/></p:notesMasterIdLst><p:sldIdLst>${numbered.map(({ number }) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      relation('rIdM', 'slideMaster', 'slideMasters/slideMaster1.xml') +
        relation('rIdN', 'notesMaster', 'notesMasters/notesMaster1.xml') +
        numbered.map(({ number }) => relation(`rId${number}`, 'slide', `slides/slide${number}.xml`)).join(''),
    ),
    'ppt/slideMasters/slideMaster1.xml': `${head}<p:sldMaster ${spaces}><p:cSld><p:spTree>${groupHead}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships(
      relation('rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
    ),
    'ppt/slideLayouts/slideLayout1.xml': `${head}<p:sldLayout ${spaces} type="obj"><p:cSld name="Title and Content"><p:spTree>${groupHead}</p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships(
      relation('rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'),
    ),
    'ppt/notesMasters/notesMaster1.xml': `${head}<p:notesMaster ${spaces}><p:cSld><p:spTree>${groupHead}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>`,
  }
  for (const slide of numbered) {
    const { number } = slide
    parts[`ppt/slides/slide${number}.xml`] = slideMarkup(slide)
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(
      relation('rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml') +
        relation('rId2', 'notesSlide', `../notesSlides/notesSlide${number}.xml`) +
        (slide.relations ?? ''),
    )
    parts[`ppt/notesSlides/notesSlide${number}.xml`] =
      `${head}<p:notes ${spaces}><p:cSld><p:spTree>${groupHead}${slide.notes ? placeholder(2, 'body', 1, 0, [[0, slide.notes]]) : ''}</p:spTree></p:cSld></p:notes>`
    parts[`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`] = relationships(
      relation('rId1', 'notesMaster', '../notesMasters/notesMaster1.xml') +
        relation('rId2', 'slide', `../slides/slide${number}.xml`),
    )
  }
  return writeZip({ ...parts, ...more })
}

function slideMarkup({ title, lines, isHidden, markup }: WrittenSlide): string {
  const titleShape = title === undefined ? '' : placeholder(2, 'title', undefined, 300_000, [[0, title]])
  const body = lines === undefined ? '' : placeholder(3, undefined, 1, 1_600_000, lines)
  return `${head}<p:sld ${spaces}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${groupHead}${titleShape}${body}${markup ?? ''}</p:spTree></p:cSld></p:sld>`
}

function placeholder(
  id: number,
  kind: string | undefined,
  index: number | undefined,
  top: number,
  lines: readonly (readonly [number, string])[],
): string {
  const paragraphs = lines.map(
    ([level, text]) =>
      `<a:p><a:pPr lvl="${level}">${kind === undefined ? '<a:buChar char="•"/>' : ''}</a:pPr><a:r><a:rPr lang="en-US" sz="2000"/><a:t>${text}</a:t></a:r></a:p>`,
  )
  const place = `${kind ? ` type="${kind}"` : ''}${index === undefined ? '' : ` idx="${index}"`}`
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr><p:ph${place}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="${top}"/><a:ext cx="8000000" cy="1200000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`
}

export function tableMarkup(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    `<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>`
  const grid = (rows[0] ?? []).map(() => '<a:gridCol w="2000000"/>').join('')
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="3500000"/><a:ext cx="4000000" cy="800000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid>${grid}</a:tblGrid>${rows.map(row => `<a:tr h="400000">${row.map(cell).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}
