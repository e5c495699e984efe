/** Reads EPUB 2 and 3: package file, pages in reading order, table of contents, images and cover. */
import { posix } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { type Book, type BookMetadata, languageOf, type TocEntry } from '../model/book.ts'
import { cleanBookPage } from '../model/clean-page.ts'
import { completeToc, withHeadingIds } from '../model/make-toc.ts'
import { collectImages } from './book-images.ts'
import { type BookZip, openBookZip } from './book-zip.ts'
import { type EpubItem, xmlIn } from './epub-item.ts'
import { readStyleClasses } from './style-classes.ts'
import {
  childOf,
  childrenOf,
  decodeBookXml,
  isXmlNode,
  parseXmlTree,
  trimmedText,
  type XmlTreeNode,
} from './xml-tree.ts'

interface ReadSettings {
  readonly name: string
  readonly maxPixels: number
  readonly maxUnpackedBytes: number
}

export async function readEpub(file: Buffer, settings: ReadSettings): Promise<Book> {
  const zip = openBookZip(file, settings.maxUnpackedBytes)
  refuseProtected(zip)
  const opfPath = packagePath(zip)
  const opf = xmlIn(zip, opfPath)
  const root = childOf(opf, 'package')
  const items = readManifest(root, opfPath)
  const spine = childOf(root, 'spine')
  const paths = childrenOf(spine, 'itemref').flatMap(
    ({ attributes }) => items.get(attributes.idref ?? '')?.path ?? [],
  )
  const pages = [...new Set(paths)].filter(path => zip.names.includes(path))
  if (pages.length === 0) throw new JobFailure('file-damaged', {}, { cause: new Error('no pages') })
  const ids = new Map(pages.map((path, index) => [path, `section-${index + 1}`]))
  const images = collectImages(settings.maxPixels)
  const coverPath = findCover(root, items)
  if (coverPath !== undefined) images.add(coverPath, () => zip.read(coverPath))
  const sheets = [...items.values()].filter(({ mime }) => mime === 'text/css')
  const emphasis = readStyleClasses(sheets.map(({ path }) => zip.read(path)?.toString() ?? ''))
  let lost = 0
  const sections = pages.flatMap(path => {
    const page = zip.read(path)
    if (page === undefined) lost += 1
    const id = ids.get(path) ?? ''
    const nodes = cleanBookPage(page ? decodeBookXml(page) : '', {
      image: address => {
        const target = resolvePath(path, address)
        return target !== undefined && zip.names.includes(target)
          ? images.add(target, () => zip.read(target))
          : undefined
      },
      link: address => linkIn(ids, path, address),
      drawing: svg =>
        images.add(`drawing ${path} ${svg.length} ${svg.slice(0, 2000)}`, () => Buffer.from(svg)),
      emphasis,
    })
    return [withHeadingIds({ id, nodes })]
  })
  const finished = await images.finish(sections, coverPath)
  const kept = withoutCoverPage(finished)
  const toc = readEpubContents(zip, root, items, (base, address) => linkIn(ids, base, address))
  return {
    ...finished,
    sections: kept,
    metadata: readMetadata(root, settings.name),
    toc: completeToc(toc, kept),
    warnings: [
      ...finished.warnings,
      ...(lost > 0 ? [`${lost} of ${pages.length} pages could not be read.`] : []),
    ],
  }
}

/** Fonts may be obfuscated; anything else that is encrypted is copy protection. */
const fontObfuscation = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/

function refuseProtected(zip: BookZip): void {
  const encryption = zip.read('META-INF/encryption.xml')
  if (zip.read('META-INF/rights.xml') !== undefined || zip.read('META-INF/sinf.xml') !== undefined)
    throw new JobFailure('book-protected')
  if (encryption === undefined) return
  const methods = [
    ...decodeBookXml(encryption).matchAll(
      /<(?:\w+:)?EncryptionMethod\b[^<>]*?\sAlgorithm\s*=\s*["']([^"'<>]+)["']/g,
    ),
  ]
  if (methods.some(([, algorithm = '']) => !fontObfuscation.test(algorithm)))
    throw new JobFailure('book-protected')
}

function packagePath(zip: BookZip): string {
  const found = zip.read('META-INF/container.xml')
  const rootFiles = found && childOf(parseXmlTree(decodeBookXml(found)), 'container', 'rootfiles')
  const path =
    childOf(rootFiles, 'rootfile')?.attributes['full-path'] ?? zip.names.find(name => name.endsWith('.opf'))
  if (path === undefined) throw new JobFailure('file-damaged', {}, { cause: new Error('no package file') })
  return path
}

function readManifest(root: XmlTreeNode | undefined, opfPath: string): Map<string, EpubItem> {
  return new Map(
    childrenOf(childOf(root, 'manifest'), 'item').flatMap(({ attributes }) => {
      const path = resolvePath(opfPath, attributes.href ?? '')
      if (path === undefined || attributes.id === undefined) return []
      const item = { path, mime: attributes['media-type'] ?? '', properties: attributes.properties ?? '' }
      return [[attributes.id, item] as const]
    }),
  )
}

/** Inside of the archive; undefined for addresses elsewhere. */
function resolvePath(base: string, address: string): string | undefined {
  const [path = ''] = address.split('#')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return undefined
  if (path === '') return base
  const joined = posix.normalize(posix.join(posix.dirname(base), decoded(path)))
  return joined.startsWith('..') ? undefined : joined.replace(/^\//, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function linkIn(ids: ReadonlyMap<string, string>, base: string, address: string): string | undefined {
  const path = resolvePath(base, address)
  const id = path === undefined ? undefined : ids.get(path)
  if (id === undefined) return undefined
  const mark = address.indexOf('#')
  return mark < 0 ? `section:${id}` : `section:${id}#${decoded(address.slice(mark + 1))}`
}

function findCover(root: XmlTreeNode | undefined, items: ReadonlyMap<string, EpubItem>): string | undefined {
  const marked = [...items.values()].find(({ properties }) => /\bcover-image\b/.test(properties))
  if (marked) return marked.path
  const meta = childrenOf(childOf(root, 'metadata'), 'meta').find(
    ({ attributes }) => attributes.name === 'cover',
  )
  const item = items.get(meta?.attributes.content ?? '')
  return item?.mime.startsWith('image/') ? item.path : undefined
}

/** Writers add a page for the cover, so one that has only this image would be the second. */
function withoutCoverPage({ sections, cover }: Pick<Book, 'sections' | 'cover'>): Book['sections'] {
  const [first, ...others] = sections
  if (first === undefined || cover === undefined || others.length === 0) return sections
  const images = JSON.stringify(first.nodes).match(/"src":"image:[^"]+"/g) ?? []
  const text = first.nodes.some(node => hasText(node))
  return images.length === 1 && images[0] === `"src":"image:${cover}"` && !text ? others : sections
}

function hasText(node: Book['sections'][number]['nodes'][number]): boolean {
  return typeof node === 'string' ? node.trim() !== '' : node.children.some(hasText)
}

function readMetadata(root: XmlTreeNode | undefined, name: string): BookMetadata {
  const metadata = childOf(root, 'metadata')
  // EPUB 2 may have them one level deeper.
  const facts = [...childrenOf(metadata), ...childrenOf(childOf(metadata, 'dc-metadata'))]
  const textsOf = (field: string) =>
    facts
      .filter(fact => fact.name === field)
      .map(trimmedText)
      .filter(text => text !== '')
  const identifier = textsOf('identifier')[0]
  return {
    title: textsOf('title')[0] ?? name,
    authors: textsOf('creator'),
    language: languageOf(textsOf('language')[0]),
    publisher: textsOf('publisher')[0],
    date: textsOf('date')[0],
    description: textsOf('description')[0],
    identifier,
  }
}

/** Table of contents of an EPUB: the navigation page of version 3, or the NCX file of version 2. */
type Link = (base: string, address: string) => string | undefined

function readEpubContents(
  zip: BookZip,
  root: XmlTreeNode | undefined,
  items: ReadonlyMap<string, EpubItem>,
  link: Link,
): TocEntry[] {
  const navigation = [...items.values()].find(({ properties }) => /\bnav\b/.test(properties))
  const fromPage = navigation ? attempt(() => readNavigation(zip, navigation.path, link)) : []
  if (fromPage.length > 0) return fromPage
  const ncx =
    items.get(childOf(root, 'spine')?.attributes.toc ?? '') ??
    [...items.values()].find(({ mime }) => mime === 'application/x-dtbncx+xml')
  return ncx ? attempt(() => readNcx(zip, ncx.path, link)) : []
}

/** A book without contents is still a book. */
function attempt(read: () => TocEntry[]): TocEntry[] {
  try {
    return read()
  } catch {
    return []
  }
}

function readNavigation(zip: BookZip, path: string, link: Link): TocEntry[] {
  const lists = elementsNamed(xmlIn(zip, path), 'nav')
  const contents = lists.find(({ attributes }) => attributes.type === 'toc') ?? lists[0]
  return listEntries(childOf(contents, 'ol'), path, link)
}

function listEntries(list: XmlTreeNode | undefined, path: string, link: Link): TocEntry[] {
  return childrenOf(list, 'li').flatMap(item => {
    const label = childOf(item, 'a') ?? childOf(item, 'span')
    return entry(
      trimmedText(label),
      label?.attributes.href,
      path,
      link,
      listEntries(childOf(item, 'ol'), path, link),
    )
  })
}

function readNcx(zip: BookZip, path: string, link: Link): TocEntry[] {
  const points = (parent: XmlTreeNode | undefined): TocEntry[] =>
    childrenOf(parent, 'navpoint').flatMap(point =>
      entry(
        trimmedText(childOf(point, 'navlabel', 'text')),
        childOf(point, 'content')?.attributes.src,
        path,
        link,
        points(point),
      ),
    )
  return points(childOf(xmlIn(zip, path), 'ncx', 'navmap'))
}

function entry(
  title: string,
  address: string | undefined,
  path: string,
  link: Link,
  children: TocEntry[],
): TocEntry[] {
  const target = address === undefined ? children[0]?.target : link(path, address)
  return title === '' || target === undefined ? children : [{ title: title.slice(0, 500), target, children }]
}

function elementsNamed(node: XmlTreeNode, name: string): XmlTreeNode[] {
  return node.children
    .filter(isXmlNode)
    .flatMap(child => [...(child.name === name ? [child] : []), ...elementsNamed(child, name)])
}
