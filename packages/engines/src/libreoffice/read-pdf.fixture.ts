/** Reads a PDF for tests: text by page, links, outline and image count. */
import { readFile } from 'node:fs/promises'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfContent {
  /** Text of each page, with single spaces. */
  readonly pages: readonly string[]
  readonly links: readonly string[]
  /** Titles of all levels, in order. */
  readonly outline: readonly string[]
  readonly imageCount: number
}

export async function readPdf(path: string): Promise<PdfContent> {
  const data = new Uint8Array(await readFile(path))
  const task = getDocument({ data, verbosity: 0 })
  const pdf = await task.promise
  const pages: string[] = []
  const links: string[] = []
  let imageCount = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const words = items.map(item => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
    pages.push(words.join('').replace(/\s+/g, ' '))
    links.push(...(await page.getAnnotations()).flatMap(({ url }: { url?: string }) => url ?? []))
    const { fnArray } = await page.getOperatorList()
    imageCount += fnArray.filter(operation => operation === OPS.paintImageXObject).length
  }
  const outline = titlesOf((await pdf.getOutline()) ?? [])
  await task.destroy()
  return { pages, links, outline, imageCount }
}

interface OutlineItem {
  readonly title: string
  readonly items: readonly OutlineItem[]
}

function titlesOf(items: readonly OutlineItem[]): string[] {
  return items.flatMap(item => [item.title, ...titlesOf(item.items)])
}
