/** Files of an EPUB as its package file lists them. */
import { JobFailure } from '../../process/job-failure.ts'
import type { BookZip } from './book-zip.ts'
import { decodeBookXml, parseXmlTree, type XmlTreeNode } from './xml-tree.ts'

export interface EpubItem {
  readonly path: string
  readonly mime: string
  readonly properties: string
}

export function xmlIn(zip: BookZip, path: string): XmlTreeNode {
  const bytes = zip.read(path)
  if (bytes === undefined) throw new JobFailure('file-damaged', {}, { cause: new Error(`no ${path}`) })
  return parseXmlTree(decodeBookXml(bytes))
}
