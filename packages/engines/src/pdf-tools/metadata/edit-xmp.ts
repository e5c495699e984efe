/** XMP metadata in step with the document information of a PDF: other properties stay, such as the part of PDF/A. */

export interface DocumentFields {
  readonly title?: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: string
  /** ISO 8601. */
  readonly created?: string
  readonly modified?: string
}

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'

const properties: Readonly<
  Record<keyof DocumentFields, { readonly name: string; write(value: string): string }>
> = {
  title: {
    name: 'dc:title',
    write: value => `<rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt>`,
  },
  author: { name: 'dc:creator', write: value => `<rdf:Seq><rdf:li>${value}</rdf:li></rdf:Seq>` },
  subject: {
    name: 'dc:description',
    write: value => `<rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt>`,
  },
  keywords: { name: 'pdf:Keywords', write: value => value },
  created: { name: 'xmp:CreateDate', write: value => value },
  modified: { name: 'xmp:ModifyDate', write: value => value },
}
const fieldNames = ['title', 'author', 'subject', 'keywords', 'created', 'modified'] as const

/** Sets the given fields; an empty one is removed. Undefined if the packet cannot be changed. */
export function editXmp(packet: string | undefined, fields: DocumentFields): string | undefined {
  const changed = fieldNames.filter(name => fields[name] !== undefined)
  const written = changed
    .filter(name => fields[name] !== '')
    .map(name => {
      const { name: element, write } = properties[name]
      return `<${element}>${write(escapeXml(fields[name] ?? ''))}</${element}>`
    })
    .join('')
  const description =
    written === '' ? '' : `<rdf:Description rdf:about="" ${namespaces}>${written}</rdf:Description>`
  const base = packet ?? emptyPacket
  if (!base.includes('</rdf:RDF>')) return undefined
  const kept = changed.reduce((text, name) => withoutProperty(text, properties[name].name), base)
  return kept.replace('</rdf:RDF>', () => `${description}</rdf:RDF>`)
}

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
    .replaceAll(/[&<>]/g, character => entities[character] ?? character)
}

/** As an element, or as an attribute of a description. */
function withoutProperty(packet: string, name: string): string {
  return packet
    .replaceAll(new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>[^]*?</${name}\\s*>)`, 'g'), '')
    .replaceAll(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
}

const emptyPacket = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
