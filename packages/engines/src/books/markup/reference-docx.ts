/** Styles of written DOCX files: those that pandoc has, with a page of A4, quieter headings, ruled tables and framed code. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type PackagePart,
  readPackage,
  unpack,
} from '../../translation/documents/docx/package/read-package.ts'
import { packPart, writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { runPandoc } from './run-pandoc.ts'

export async function writeReferenceDocx(folder: string): Promise<string> {
  const original = await runPandoc(['--print-default-data-file=reference.docx'], '', folder)
  const parts = readPackage(original).map(part => changedPart(part))
  const path = join(folder, 'reference.docx')
  const chunks: Buffer[] = []
  for await (const chunk of writePackage(parts)) chunks.push(chunk)
  await writeFile(path, Buffer.concat(chunks))
  return path
}

function changedPart(part: PackagePart): PackagePart {
  const change = changes[part.name]
  return change ? packPart(part, Buffer.from(change(unpack(part).toString()))) : part
}

/** In twentieths of a point. */
const page = { width: 11906, height: 16838, margin: 1361 }

const changes: Readonly<Record<string, (xml: string) => string>> = {
  'word/document.xml': xml =>
    xml.replace(
      /<w:sectPr\s*\/>/,
      `<w:sectPr><w:pgSz w:w="${page.width}" w:h="${page.height}"/><w:pgMar w:top="${page.margin}" w:right="${page.margin}" w:bottom="${page.margin}" w:left="${page.margin}" w:header="680" w:footer="680" w:gutter="0"/></w:sectPr>`,
    ),
  'word/styles.xml': xml =>
    styleChanges.reduce((text, [id, change]) => changeStyle(text, id, change), defaults(xml)),
}

/** 11 points instead of 12, lines of 1.15. */
function defaults(xml: string): string {
  return xml
    .replace(/<w:sz w:val="24" \/>\s*<w:szCs w:val="24" \/>/, '<w:sz w:val="22"/><w:szCs w:val="22"/>')
    .replace(
      /(<w:pPrDefault>\s*<w:pPr>\s*)<w:spacing w:after="200" \/>/,
      '$1<w:spacing w:after="140" w:line="276" w:lineRule="auto"/>',
    )
}

type StyleChange = (style: string) => string

const headingColor = '1F2933'
const ruleColor = 'B8C0CC'

const recolored: StyleChange = style =>
  style.replace(/<w:color [^<>]*\/>/g, `<w:color w:val="${headingColor}"/>`)

const spaced =
  (before: number, after: number): StyleChange =>
  style =>
    recolored(style).replace(
      /<w:spacing w:before="\d+" w:after="\d+" \/>/,
      `<w:spacing w:before="${before}" w:after="${after}"/>`,
    )

const styleChanges: readonly (readonly [string, StyleChange])[] = [
  ['Title', spaced(360, 200)],
  ['Subtitle', spaced(120, 200)],
  ['Heading1', spaced(400, 140)],
  ['Heading2', spaced(320, 120)],
  ['Heading3', spaced(260, 100)],
  ['Heading4', spaced(220, 80)],
  ['Heading5', spaced(200, 80)],
  ['Heading6', spaced(200, 80)],
  ['BodyText', style => style.replace(/<w:spacing [^<>]*\/>/, '<w:spacing w:before="0" w:after="140"/>')],
  [
    'BlockText',
    style =>
      style.replace(
        /<w:spacing [^<>]*\/>/,
        `<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="${ruleColor}"/></w:pBdr><w:spacing w:before="100" w:after="100"/>`,
      ),
  ],
  [
    'FootnoteText',
    style => style.replace('</w:style>', '<w:rPr><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr></w:style>'),
  ],
  [
    'VerbatimChar',
    style =>
      style.replace(/<w:sz w:val="22" \/>/, '<w:sz w:val="19"/>').replaceAll('Consolas', 'Liberation Mono'),
  ],
  [
    'Table',
    style =>
      style
        .replace(
          /<w:tblInd [^<>]*\/>/,
          `<w:tblInd w:w="0" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="6" w:space="0" w:color="${ruleColor}"/><w:bottom w:val="single" w:sz="6" w:space="0" w:color="${ruleColor}"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="${ruleColor}"/></w:tblBorders>`,
        )
        .replace(/<w:top w:w="0" w:type="dxa" \/>/, '<w:top w:w="40" w:type="dxa"/>')
        .replace(/<w:bottom w:w="0" w:type="dxa" \/>/, '<w:bottom w:w="40" w:type="dxa"/>'),
  ],
]

function changeStyle(xml: string, id: string, change: StyleChange): string {
  return xml.replace(/<w:style [^<>]*>[\s\S]*?(?:<\/w:style>|$)/g, style =>
    style.includes(`w:styleId="${id}">`) ? change(style) : style,
  )
}
