/** Table of contents of an EPUB: the navigation page of version 3, or the NCX file of version 2. */
import type { TocEntry } from '../model/book.ts'
import type { BookZip } from './book-zip.ts'
import { type EpubItem, xmlIn } from './epub-item.ts'
import { childOf, childrenOf, isXmlNode, trimmedText, type XmlTreeNode } from './xml-tree.ts'

type Link = (base: string, address: string) => string | undefined

export function readEpubContents(
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
