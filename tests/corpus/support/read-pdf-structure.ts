/** Reads the structure of a PDF with pdf.js, a reader that does not come from qpdf. */
import { readFile } from 'node:fs/promises'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Reference = Parameters<PDFDocumentProxy['getPageIndex']>[0]

interface OutlineItem {
  readonly title: string
  readonly dest: string | unknown[] | null
  readonly items: readonly OutlineItem[]
}

/** An element, or content of the page. */
interface StructureNode {
  readonly type?: string
  readonly role?: string
  readonly children?: readonly StructureNode[]
}

/** Everything with page numbers from 1. */
export async function readPdfStructure(path: string) {
  const data = new Uint8Array(await readFile(path))
  const task = getDocument({ data, verbosity: 0 })
  const pdf = await task.promise

  const pageOf = async (destination: string | unknown[] | null): Promise<number | undefined> => {
    const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
    const reference: Reference | undefined = explicit?.[0]
    return reference == null ? undefined : (await pdf.getPageIndex(reference)) + 1
  }
  const outlineOf = (items: readonly OutlineItem[], depth = 0): Promise<string[]> =>
    Promise.all(
      items.map(async ({ title, dest, items: below }) => [
        `${'  '.repeat(depth)}${title}: ${await pageOf(dest)}`,
        ...(await outlineOf(below, depth + 1)),
      ]),
    ).then(lines => lines.flat())

  const links: string[] = []
  const roles: string[][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    for (const { subtype, dest } of await page.getAnnotations())
      if (subtype === 'Link') links.push(`${number}: ${await pageOf(dest)}`)
    roles.push(rolesOf(await page.getStructTree()))
  }
  const fields: Record<string, unknown> = {}
  for (const [name, all] of entriesOf<readonly { value: unknown; page: number }[]>(
    await pdf.getFieldObjects(),
  ))
    for (const { value, page } of all) if (page >= 0) fields[name] = `${value} on page ${page + 1}`
  const layers = await pdf.getOptionalContentConfig()
  const destinations: Record<string, number | undefined> = {}
  for (const [name, value] of entriesOf<unknown[]>(await pdf.getDestinations()))
    destinations[name] = await pageOf(value)
  const { info } = await pdf.getMetadata()
  const found = {
    pageCount: pdf.numPages,
    outline: await outlineOf((await pdf.getOutline()) ?? []),
    links,
    destinations,
    fields,
    labels: await pdf.getPageLabels(),
    roles,
    layers: [...layers].map(([, { name, visible }]) => `${name}${visible ? '' : ' (hidden)'}`),
    attachments: entriesOf(await pdf.getAttachments()).map(([name]) => name),
    isMarked: new Map(entriesOf<boolean>(await pdf.getMarkInfo())).get('Marked'),
    pageMode: await pdf.getPageMode(),
    openedPage: await openedPage(pdf, pageOf),
    info,
  }
  await task.destroy()
  return found
}

/** pdf.js declares objects where it returns maps. */
function entriesOf<Value>(found: unknown): [string, Value][] {
  return found instanceof Map ? [...found] : []
}

async function openedPage(
  pdf: PDFDocumentProxy,
  pageOf: (destination: unknown[] | null) => Promise<number | undefined>,
): Promise<number | undefined> {
  const destination = new Map(entriesOf<unknown[]>(await pdf.getOpenAction())).get('dest')
  return destination && pageOf(destination)
}

function rolesOf(node: StructureNode | null): string[] {
  if (node?.role === undefined) return []
  return [node.role, ...(node.children ?? []).flatMap(rolesOf)]
}
