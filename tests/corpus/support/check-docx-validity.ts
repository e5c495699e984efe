/** Validates a DOCX by the rules of ECMA-376 that make Word reject or repair a file; returns the violations as text. */
import { posix } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import { checkTables } from './check-docx-tables.ts'
import { attributeOf, childrenOf, descendants, readXml, type XmlElement } from './read-xml.ts'
import { anyOrder, childOrder, repeatable } from './wordprocessing-order.ts'

type Parts = ReadonlyMap<string, XmlElement>

export async function checkDocxValidity(docx: Buffer): Promise<string[]> {
  const texts = await readParts(docx)
  const faults: string[] = []
  const parts = new Map<string, XmlElement>()
  for (const [name, xml] of texts) {
    if (xml === undefined) continue
    try {
      parts.set(name, readXml(xml))
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  faults.push(
    ...checkContentTypes([...texts.keys()], parts),
    ...checkRelationships(new Set(texts.keys()), parts),
  )
  for (const [name, root] of parts) {
    if (!name.startsWith('word/') || name.endsWith('.rels')) continue
    faults.push(...[...checkOrder(root), ...checkTables(root)].map(fault => `${name}: ${fault}`))
  }
  return [...faults, ...checkIds(parts), ...checkReferences(parts), ...checkBody(parts)]
}

function checkContentTypes(names: readonly string[], parts: Parts): string[] {
  const types = parts.get('[Content_Types].xml')
  if (!types) return ['[Content_Types].xml is missing']
  const extensions = new Set(
    childrenOf(types, 'Default').map(entry => attributeOf(entry, 'Extension')?.toLowerCase()),
  )
  const overrides = childrenOf(types, 'Override').map(entry => attributeOf(entry, 'PartName') ?? '')
  return [
    ...names
      .filter(name => name !== '[Content_Types].xml' && !overrides.includes(`/${name}`))
      .filter(name => !extensions.has(name.split('.').at(-1)?.toLowerCase()))
      .map(name => `${name} has no content type`),
    ...overrides
      .filter(name => !names.includes(name.slice(1)))
      .map(name => `${name} is declared but missing`),
    ...(new Set(overrides).size === overrides.length ? [] : ['a part is declared twice']),
  ]
}

function checkRelationships(names: ReadonlySet<string>, parts: Parts): string[] {
  const faults: string[] = []
  for (const [name, root] of parts) {
    if (!name.endsWith('.rels')) continue
    const source = posix.join(posix.dirname(name), '..', posix.basename(name, '.rels'))
    const folder = posix.dirname(source)
    const ids = new Set<string>()
    for (const relationship of childrenOf(root, 'Relationship')) {
      const [id = '', target = ''] = ['Id', 'Target'].map(key => attributeOf(relationship, key))
      if (ids.has(id)) faults.push(`${name}: ${id} appears twice`)
      ids.add(id)
      const isOutside = attributeOf(relationship, 'TargetMode') === 'External'
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      if (isOutside ? !URL.canParse(target) : !names.has(path))
        faults.push(`${name}: ${target} leads nowhere`)
    }
    const part = parts.get(source)
    if (part) faults.push(...unresolved(part, ids).map(id => `${source}: ${id} is not a relationship`))
  }
  return faults
}

function unresolved(root: XmlElement, ids: ReadonlySet<string>): string[] {
  const missing: string[] = []
  const visit = (element: XmlElement) => {
    for (const key of ['r:id', 'r:embed', 'r:link']) {
      const id = element.attributes.get(key)
      if (id !== undefined && !ids.has(id)) missing.push(id)
    }
    element.children.forEach(visit)
  }
  visit(root)
  return missing
}

function checkOrder(root: XmlElement): string[] {
  const faults: string[] = []
  const visit = (element: XmlElement) => {
    const expectedOrder = childOrder[element.name.replace(/^w:/, '')]
    if (expectedOrder && element.name.startsWith('w:')) faults.push(...outOfOrder(element, expectedOrder))
    if (measured.has(element.name)) faults.push(...badMeasures(element))
    element.children.forEach(visit)
  }
  visit(root)
  return [...new Set(faults)]
}

const measured: ReadonlySet<string> = new Set([
  ...['w:ind', 'w:spacing', 'w:pgSz', 'w:pgMar', 'w:gridCol', 'w:tcW', 'w:tblW', 'w:trHeight', 'w:sz'],
  ...['w:szCs', 'w:tab', 'w:cols', 'w:col', 'wp:extent', 'a:ext'],
])
const measure =
  /^(?:w:(?:w|h|val|before|after|line|left|right|top|bottom|start|end|hanging|firstLine|header|footer|gutter|pos|space)|c[xy])$/

/** Lengths are integers; alphabetic values such as 'left' belong to other attributes. */
function badMeasures({ name, attributes }: XmlElement): string[] {
  return [...attributes]
    .filter(([key, value]) => measure.test(key) && !/^-?\d+$/.test(value) && !/^[a-z]+$/i.test(value))
    .concat([...attributes].filter(([key, value]) => measure.test(key) && /^(NaN|Infinity)$/.test(value)))
    .map(([key, value]) => `${name} has ${key}="${value}"`)
}

function outOfOrder(element: XmlElement, expectedOrder: readonly string[]): string[] {
  // Elements of other namespaces are extensions without a fixed order.
  const wordElements = element.children.filter(child => child.name.startsWith('w:'))
  const names = wordElements.map(child => child.name.slice(2))
  const rank = (name: string) => expectedOrder.indexOf(name === 'footerReference' ? 'headerReference' : name)
  const unknown = names
    .filter(name => !expectedOrder.includes(name))
    .map(name => `${element.name} holds ${name}`)
  const twice = names
    .filter((name, index) => names.indexOf(name) < index && !repeatable.has(name))
    .map(name => `${element.name} holds ${name} twice`)
  const late = names
    .slice(1)
    .flatMap((name, index) =>
      rank(name) < rank(names[index] ?? '') ? [`${element.name}: ${name} after ${names[index]}`] : [],
    )
  const isFree = anyOrder.has(element.name.replace(/^w:/, ''))
  return [...unknown, ...twice, ...(isFree ? [] : late)]
}

function checkIds(parts: Parts): string[] {
  const unique = (part: string, element: string, key: string) => {
    const root = parts.get(part)
    const ids = root ? descendants(root, element).map(found => attributeOf(found, key)) : []
    return new Set(ids).size === ids.length ? [] : [`${part}: two ${element} have one id`]
  }
  return [
    ...unique('word/document.xml', 'wp:docPr', 'id'),
    ...unique('word/document.xml', 'w:bookmarkStart', 'w:id'),
    ...unique('word/footnotes.xml', 'w:footnote', 'w:id'),
    ...unique('word/styles.xml', 'w:style', 'w:styleId'),
    ...unique('word/numbering.xml', 'w:num', 'w:numId'),
    ...unique('word/numbering.xml', 'w:abstractNum', 'w:abstractNumId'),
  ]
}

/** Checks references to styles, numberings and footnotes. */
function checkReferences(parts: Parts): string[] {
  const document = parts.get('word/document.xml')
  if (!document) return ['word/document.xml is missing']
  const all = (part: string, element: string) => {
    const root = parts.get(part)
    return root ? descendants(root, element) : []
  }
  const missing = (
    used: readonly (string | undefined)[],
    defined: readonly (string | undefined)[],
    what: string,
  ) => [...new Set(used)].filter(id => !defined.includes(id)).map(id => `${what} ${id} does not exist`)
  const styles = all('word/styles.xml', 'w:style').map(style => attributeOf(style, 'w:styleId'))
  const notes = all('word/footnotes.xml', 'w:footnote').map(note => attributeOf(note, 'w:id'))
  const abstracts = all('word/numbering.xml', 'w:abstractNum')
  const levels = all('word/numbering.xml', 'w:num').flatMap(num => {
    const id = attributeOf(childrenOf(num, 'w:abstractNumId')[0])
    const abstract = abstracts.find(candidate => attributeOf(candidate, 'w:abstractNumId') === id)
    return (abstract ? childrenOf(abstract, 'w:lvl') : []).map(
      level => `${attributeOf(num, 'w:numId')} level ${attributeOf(level, 'w:ilvl')}`,
    )
  })
  const items = descendants(document, 'w:numPr').map(
    item =>
      `${attributeOf(childrenOf(item, 'w:numId')[0])} level ${attributeOf(childrenOf(item, 'w:ilvl')[0]) ?? '0'}`,
  )
  // numId 0 removes a paragraph from its list.
  const listed = items.filter(item => !item.startsWith('0 '))
  return [
    ...['w:pStyle', 'w:rStyle', 'w:tblStyle'].flatMap(element =>
      missing(
        descendants(document, element).map(found => attributeOf(found)),
        styles,
        'style',
      ),
    ),
    ...missing(
      descendants(document, 'w:footnoteReference').map(note => attributeOf(note, 'w:id')),
      notes,
      'footnote',
    ),
    ...missing(listed, levels, 'numbering'),
  ]
}

function checkBody(parts: Parts): string[] {
  const body = parts.get('word/document.xml')?.children[0]
  if (body?.name !== 'w:body') return ['the document has no body']
  const [last] = body.children.slice(-1)
  const early = body.children.slice(0, -1).filter(child => child.name === 'w:sectPr')
  const isEnded = last?.name === 'w:sectPr' && early.length === 0
  return isEnded ? [] : ['the body does not end with its only section properties']
}

/** Text of the XML parts; undefined for binary parts such as images. */
function readParts(zip: Buffer): Promise<Map<string, string | undefined>> {
  const parts = new Map<string, string | undefined>()
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('error', reject)
      file.on('end', () => resolve(parts))
      file.on('entry', entry => {
        if (parts.has(entry.fileName)) reject(new Error(`${entry.fileName} appears twice`))
        // Directory entries are not parts.
        if (entry.fileName.endsWith('/')) return file.readEntry()
        parts.set(entry.fileName, undefined)
        if (!/\.(xml|rels)$/.test(entry.fileName)) return file.readEntry()
        file.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          parts.set(entry.fileName, await readText(stream))
          file.readEntry()
        })
      })
      file.readEntry()
    })
  })
}
