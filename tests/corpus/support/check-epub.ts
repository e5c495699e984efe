/** Checks the rules of EPUB 3 that readers depend on; epubcheck checks all of them, on one file by default. */
import { execFile } from 'node:child_process'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import { parseXml, type XmlElement } from '@filesmith/engines/translation/documents/docx/xml/parse-xml'
import { expect } from 'vitest'
import { readZip } from '../../support/read-zip.ts'
import { isThorough } from '../../support/thorough.ts'

const run = promisify(execFile)
/** A run of seconds: optimizing code would take half of it. */
const briefRun = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
const epubcheck = '/usr/share/java/epubcheck.jar'
let isChecked = false

export interface CheckedEpub {
  readonly files: ReadonlyMap<string, Buffer>
  readonly opf: string
  readonly nav: string
  /** All pages in reading order, as one text. */
  readonly pages: string
}

export async function checkEpub(path: string, bytes: Buffer): Promise<CheckedEpub> {
  // The type is readable at a fixed place, without unpacking.
  expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  const files = await readZip(bytes)
  const textOf = (name: string) => files.get(name)?.toString() ?? ''
  expect(textOf('META-INF/container.xml')).toContain('full-path="EPUB/package.opf"')
  const opf = textOf('EPUB/package.opf')
  for (const required of ['dc:identifier', 'dc:title', 'dc:language', 'dcterms:modified'])
    expect(opf).toContain(required)
  const listed = [...opf.matchAll(/<item id="([^"]+)" href="([^"]+)"/g)]
  const packaged = [...files.keys()].filter(name => name.startsWith('EPUB/') && name !== 'EPUB/package.opf')
  expect(listed.map(([, , href]) => `EPUB/${href}`).sort()).toEqual(packaged.sort())
  const hrefs = new Map(listed.map(([, id = '', href = '']) => [id, `EPUB/${href}`]))
  const spine = [...opf.matchAll(/<itemref idref="([^"]+)"/g)].map(
    ([, id = '']) => hrefs.get(id) ?? `missing ${id}`,
  )
  expect(spine.length).toBeGreaterThan(0)
  const pages = packaged.filter(name => name.endsWith('.xhtml'))
  const ids = new Map(pages.map(name => [name, idsIn(textOf(name))]))
  for (const page of pages) checkLinks(page, textOf(page), files, ids)
  if (isThorough || !isChecked) {
    isChecked = true
    const { stdout, stderr } = await run('java', [...briefRun, '-jar', epubcheck, path]).catch(error => error)
    expect(`${stdout}${stderr}`).toMatch(/No errors or warnings detected|0 fatals \/ 0 errors \/ 0 warnings/)
  }
  return { files, opf, nav: textOf('EPUB/nav.xhtml'), pages: spine.map(textOf).join('\n') }
}

/** Well-formed, and each id once. */
function idsIn(page: string): Set<string> {
  expect(elementCount(parseXml(page.replace('<!DOCTYPE html>', '')).root)).toBeGreaterThan(3)
  const found = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
  expect(new Set(found).size).toBe(found.length)
  return new Set(found)
}

function elementCount({ children }: XmlElement): number {
  return 1 + children.reduce((sum, child) => sum + elementCount(child), 0)
}

function checkLinks(
  page: string,
  text: string,
  files: ReadonlyMap<string, Buffer>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [, address = ''] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
    if (/^(?:https?|mailto):/.test(address)) continue
    const [path = '', anchor] = address.split('#')
    const target = posix.join(posix.dirname(page), path)
    expect(files.has(target), `${page} refers to ${address}`).toBe(true)
    if (anchor !== undefined) expect(ids.get(target)?.has(anchor), `${page} refers to ${address}`).toBe(true)
  }
}
