/** An English Word document with styles that change within sentences and all elements that a translation must keep. */
import { drawChart } from './report.ts'
import { image, writeDocx } from './write-docx.ts'

const styles: Readonly<Record<string, string>> = {
  b: '<w:b/>',
  i: '<w:i/>',
  u: '<w:u w:val="single"/>',
  r: '<w:color w:val="FF0000"/>',
  s: '<w:strike/>',
  h: '<w:highlight w:val="yellow"/>',
  c: '<w:rStyle w:val="Code"/>',
  sub: '<w:vertAlign w:val="subscript"/>',
}

/** Expands shorthand such as `Plain <b>bold</b>`: tags are styles, `link` a hyperlink, `note/` a footnote, `tab/`, `br/`. */
export function styled(markup: string, properties = ''): string {
  const tokens = markup.split(/(<\/?[\w/]+>)/)
  const open: string[] = []
  let xml = ''
  for (const token of tokens) {
    const tag = /^<(\/?)(\w+)(\/?)>$/.exec(token)
    if (tag === null) xml += run(token, open)
    else if (tag[3] === '/') xml += marks[tag[2] ?? ''] ?? ''
    else if (tag[1] === '/') {
      open.pop()
      if (tag[2] === 'link') xml += '</w:hyperlink>'
    } else {
      open.push(tag[2] ?? '')
      if (tag[2] === 'link') xml += '<w:hyperlink r:id="link">'
    }
  }
  return `<w:p><w:pPr>${properties}</w:pPr>${xml}</w:p>`
}

const marks: Readonly<Record<string, string>> = {
  note: '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>',
  tab: '<w:r><w:tab/></w:r>',
  br: '<w:r><w:br/></w:r>',
  open: '<w:bookmarkStart w:id="9" w:name="place"/>',
  close: '<w:bookmarkEnd w:id="9"/>',
  page: '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
}

function run(text: string, open: readonly string[]): string {
  if (text === '') return ''
  const properties = open.map(name => styles[name] ?? '').join('')
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
}

/** Sentences whose styles must cover the corresponding words after translation. */
export const styledSentences = [
  'The <b>red house</b> is very old.',
  'I bought a <i>new car</i> yesterday with my brother.',
  'The <link>old church</link> stands near the river.',
  '<b>Warning:</b> do not open the <u>window</u> at night.',
  'My sister<note/> lives in a small town with her <r>three children</r>.',
  'The formula of water is H<sub>2</sub>O and everybody knows it.',
  'The <b>white</b> dog and the <i>black</i> cat sleep in the kitchen.',
  'See page <page/> for the <h>complete list</h> of the books.',
  'Write to <c>office@example.com</c> or visit <link>https://example.com/help</link> for help.',
  'We <s>never</s> drink <b>cold water</b> in the winter.',
  'The <open/>president<close/> of the country spoke about the <b><i>economy</i></b>.',
  'Name:<tab/>The <b>first</b> student<br/>The second line of the address',
]

const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${content}</w:tc>`
const textBox = (content: string) =>
  `<w:p><w:r><w:pict><v:shape style="position:absolute;width:100pt;height:40pt"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>${run('The box stands beside this text.', [])}</w:p>`

/** Word splits words into several runs, which the translation must join. */
const cutRuns =
  '<w:p><w:r w:rsidR="00A1"><w:t>The wea</w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidR="00A2"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>ther is go</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:rPr><w:noProof/></w:rPr><w:t>od today.</w:t></w:r></w:p>'
const tracked =
  '<w:p><w:r><w:t xml:space="preserve">The meeting is on </w:t></w:r><w:del w:id="1" w:author="Ann"><w:r><w:delText>Monday morning</w:delText></w:r></w:del><w:ins w:id="2" w:author="Ann"><w:r><w:t>Tuesday afternoon</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>'
const control =
  '<w:p><w:r><w:t xml:space="preserve">The name of the </w:t></w:r><w:sdt><w:sdtPr><w:alias w:val="client"/></w:sdtPr><w:sdtContent><w:r><w:rPr><w:b/></w:rPr><w:t>new client</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> is on the list.</w:t></w:r></w:p>'

export async function styledDocx(): Promise<Buffer> {
  const body = [
    styled('The history of the city', '<w:pStyle w:val="Heading1"/>'),
    ...styledSentences.map(sentence => styled(sentence)),
    cutRuns,
    tracked,
    control,
    `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid><w:tr>${cell(styled('The <b>name</b> of the street'))}${cell(styled('1,250'))}</w:tr></w:tbl>`,
    image('chart'),
    textBox(styled('A <b>big</b> tree in the garden.')),
    '<w:sectPr><w:headerReference w:type="default" r:id="part-header1"/><w:footerReference w:type="default" r:id="part-footer1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
  ].join('')
  return writeDocx({
    body,
    parts: {
      styles:
        '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style><w:style w:type="character" w:styleId="Code"><w:name w:val="Code"/></w:style>',
      header1: styled('The <b>yearly</b> report'),
      footer1: styled('Page <page/> of the book'),
      footnotes: `<w:footnote w:id="2">${styled('She is <i>older</i> than me.').replace('</w:pPr>', '</w:pPr><w:r><w:footnoteRef/></w:r>')}</w:footnote>`,
    },
    media: { 'media/chart.png': await drawChart() },
    relations: [
      { id: 'chart', type: 'image', target: 'media/chart.png' },
      { id: 'link', type: 'hyperlink', target: 'https://example.com/help', isExternal: true },
    ],
  })
}
