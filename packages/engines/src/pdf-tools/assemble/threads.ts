/** Article threads: chains of areas (beads) on pages, without the beads of removed pages. */
import { type PdfDict, type PdfValue, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'
import type { Assembly } from './assembly.ts'

export function keepThreads(assembly: Assembly): PdfValue[] {
  const { document, sources, removed, pages } = assembly
  const placed = new Set(pages.map(({ number }) => number))
  const kept: PdfValue[] = []
  const keptBeads = new Set<number>()
  for (const entry of sources.flatMap(({ catalog }) => document.array(catalog['/Threads']))) {
    const number = referencedNumber(entry)
    const thread = document.dictionary(entry)
    if (number === undefined || thread === undefined) continue
    const beads = keepBeads(assembly, thread, placed)
    const [first] = beads
    if (first === undefined) {
      removed.add(number)
      continue
    }
    linkBeads(assembly, beads, entry)
    for (const bead of beads) keptBeads.add(bead.number)
    document.set(number, { ...thread, '/F': referenceTo(first.number) })
    kept.push(entry)
  }
  for (const { number } of pages) {
    const page = document.dictionary(referenceTo(number))
    if (page?.['/B'] === undefined) continue
    const { '/B': beads, ...rest } = page
    const left = document.array(beads).filter(bead => keptBeads.has(referencedNumber(bead) ?? 0))
    document.set(number, left.length === 0 ? rest : { ...rest, '/B': left })
  }
  return kept
}

function linkBeads({ document }: Assembly, beads: readonly Bead[], thread: PdfValue): void {
  for (const [index, bead] of beads.entries()) {
    const next = beads[(index + 1) % beads.length] ?? bead
    const previous = beads.at(index - 1) ?? bead
    const { '/T': _, ...dictionary } = bead.dictionary
    document.set(bead.number, {
      ...dictionary,
      ...(index === 0 && { '/T': thread }),
      '/N': referenceTo(next.number),
      '/V': referenceTo(previous.number),
    })
  }
}

interface Bead {
  readonly number: number
  readonly dictionary: PdfDict
}

/** The chain is a circle. */
function keepBeads({ document, removed }: Assembly, thread: PdfDict, placed: ReadonlySet<number>): Bead[] {
  const beads: Bead[] = []
  const seen = new Set<number>()
  let number = referencedNumber(thread['/F'])
  while (number !== undefined && !seen.has(number)) {
    seen.add(number)
    const dictionary = document.dictionary(referenceTo(number))
    if (dictionary === undefined) break
    const page = referencedNumber(dictionary['/P'])
    if (page !== undefined && placed.has(page)) beads.push({ number, dictionary })
    else removed.add(number)
    number = referencedNumber(dictionary['/N'])
  }
  return beads
}
