/** A report with all common document elements, in every format that can be written as text or XML. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { image, paragraph, writeDocx } from './write-docx.ts'

/** Must appear in every result, in this order. */
export const reportPhrases = [
  'Yearly report',
  'Where we stand',
  'The quick brown fox jumps over the lazy dog',
  'our website',
  'Apples',
  'Pears',
  'First, ask',
  'Second, answer',
  'Region',
  'North and South',
  '1,250',
  'Harvest',
  'What comes next',
  'Über Größe und Café',
] as const

/** Non-Latin text; a PDF may contain it in another order. */
export const foreignPhrases = ['人人生而自由', 'すべての人間は', '모든 인간은', 'يولد جميع الناس'] as const

export const footnotePhrase = 'Counted by hand in March'
export const headerPhrase = 'Orchard House'
export const linkTarget = 'https://example.com/report'

/** Stored as files because only LibreOffice can write them: see samples/ORIGINS.md. */
export function sampleDocument(name: string): Promise<Buffer> {
  return readFile(new URL(`../samples/documents/${name}`, import.meta.url))
}

export function drawChart(): Promise<Buffer> {
  const bar = (x: number, height: number, color: string) =>
    `<rect x="${x}" y="${120 - height}" width="40" height="${height}" fill="${color}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="200" height="120" fill="#eef"/>${bar(20, 60, '#c33')}${bar(80, 90, '#3a3')}${bar(140, 40, '#33c')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const [title, firstHeading, fox, linkText, ...rest] = reportPhrases
const [apples, pears, ask, answer, region, merged, amount, harvest, secondHeading, accents] = rest
const style = (id: string) => `<w:pStyle w:val="${id}"/>`
const listItem = (list: number) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>${properties}</w:tcPr>${paragraph(text)}</w:tc>`

export async function reportDocx(): Promise<Buffer> {
  const body = [
    paragraph(title, style('Title')),
    paragraph(firstHeading, style('Heading1')),
    `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t xml:space="preserve">${fox}, says </w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
    `<w:hyperlink r:id="link"><w:r><w:t>${linkText}</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    paragraph(apples, listItem(1)),
    paragraph(pears, listItem(1)),
    paragraph(ask, listItem(2)),
    paragraph(answer, listItem(2)),
    '<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>',
    `<w:tr>${cell(region, '<w:vMerge w:val="restart"/>')}${cell(merged, '<w:gridSpan w:val="2"/>')}</w:tr>`,
    `<w:tr>${cell('', '<w:vMerge/>')}${cell(amount)}${cell('980')}</w:tr></w:tbl>`,
    paragraph(harvest),
    image('chart'),
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
    paragraph(secondHeading, style('Heading1')),
    paragraph(accents),
    ...foreignPhrases.slice(0, 3).map(text => paragraph(text)),
    paragraph(foreignPhrases[3], '<w:bidi/>'),
    '<w:sectPr><w:headerReference w:type="default" r:id="part-header1"/><w:footerReference w:type="default" r:id="part-footer1"/>',
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr>',
  ].join('')
  return writeDocx({
    body,
    parts: {
      styles: ['Title', 'Heading1', 'Heading2'].map(headingStyle).join(''),
      numbering: numberings,
      header1: paragraph(headerPhrase),
      footer1: '<w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>',
      footnotes: `<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>${footnotePhrase}</w:t></w:r></w:p></w:footnote>`,
      comments: `<w:comment w:id="0" w:author="Ann" w:initials="A">${paragraph('Is that so?')}</w:comment>`,
    },
    media: { 'media/chart.png': await drawChart() },
    relations: [
      { id: 'chart', type: 'image', target: 'media/chart.png' },
      { id: 'link', type: 'hyperlink', target: linkTarget, isExternal: true },
    ],
  })
}

function headingStyle(id: string): string {
  const level = id.startsWith('Heading') ? `<w:outlineLvl w:val="${Number(id.at(-1)) - 1}"/>` : ''
  const name = id.replace(/(\d)/, ' $1').toLowerCase()
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${level}</w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>`
}

const numberings = [
  ['1', 'bullet', '•'],
  ['2', 'decimal', '%1.'],
]
  .map(
    ([id, format, text]) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`,
  )
  .join('')
  .concat(
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
  )

export async function reportHtml(): Promise<string> {
  const chart = (await drawChart()).toString('base64')
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Yearly report</title><style>h1 { color: #336 }</style></head><body>
<h1>${title}</h1><h2>${firstHeading}</h2><!-- a remark --><p>${fox}, says <a href="${linkTarget}">${linkText}</a></p>
<ul><li>${apples}<li>${pears}</ul><ol><li>${ask}</li><li>${answer}</li></ol>
<table border="1"><tr><td rowspan="2">${region}</td><td colspan="2">${merged}</td></tr><tr><td>${amount}</td><td>980</td></tr></table>
<p>${harvest}</p><p><img src="data:image/png;base64,${chart}" alt="A chart of three bars" width="200" height="120"></p>
<h2>${secondHeading}</h2><p>${accents}</p>${foreignPhrases.map(text => `<p>${text}</p>`).join('')}</body></html>`
}

export async function reportRtf(): Promise<string> {
  const chart = (await drawChart()).toString('hex')
  const unicode = (text: string) => text.replace(/[^ -~]/g, letter => `\\u${letter.charCodeAt(0)}?`)
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times;}}{\\stylesheet{\\s1\\outlinelevel0\\b heading 1;}}
\\pard\\b ${title}\\b0\\par\\pard\\s1\\outlinelevel0\\b ${firstHeading}\\b0\\par\\pard ${fox}, says {\\field{\\*\\fldinst HYPERLINK "${linkTarget}"}{\\fldrslt ${linkText}}}{\\super\\chftn{\\footnote\\pard\\chftn ${footnotePhrase}}}\\par
${apples}\\par ${pears}\\par ${ask}\\par ${answer}\\par
\\trowd\\cellx3000\\clmgf\\cellx6000\\clmrg\\cellx9000\\intbl ${region}\\cell ${merged}\\cell\\cell\\row
\\trowd\\cellx3000\\cellx6000\\cellx9000\\intbl\\cell ${amount}\\cell 980\\cell\\row
\\pard ${harvest}\\par{\\pict\\pngblip\\picw200\\pich120\\picwgoal3000\\pichgoal1800 ${chart}}\\par
\\page\\pard\\s1\\outlinelevel0\\b ${secondHeading}\\b0\\par\\pard ${unicode(accents)}\\par ${foreignPhrases.map(unicode).join('\\par ')}\\par}`
}

export function reportText(): string {
  return [...reportPhrases, ...foreignPhrases].join('\n\n')
}
