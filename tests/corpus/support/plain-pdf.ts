/** Writes PDFs from the text of their objects, for tests of single features. */

export interface PlainPage {
  readonly content: string
  /** Entries of the page besides the usual ones, such as /Rotate 90. */
  readonly entries?: string
  /** Entries of its resources besides the fonts. */
  readonly resources?: string
}

interface PlainPdf {
  readonly pages: readonly PlainPage[]
  /** Entries of the catalog. */
  readonly catalog?: string
  /** Objects from number 10 on; streams are written by `plainStream`. */
  readonly objects?: readonly string[]
  readonly trailer?: string
}

const firstPage = 100

/** /F1 is Helvetica; /F2 is Helvetica with the ligature fi as code 1. */
export function plainPdf({ pages, catalog = '', objects = [], trailer = '' }: PlainPdf): Buffer {
  const all = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [
      2,
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ')}] >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [
      4,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [1 /fi] >> >>',
    ],
    ...objects.map((object, index) => [10 + index, object] as const),
    ...pages.flatMap(({ content, entries = '', resources = '' }, index) => [
      [
        firstPage + 2 * index,
        `<< /Type /Page /Parent 2 0 R ${/\/MediaBox/.test(entries) ? '' : '/MediaBox [0 0 300 200]'} /Contents ${firstPage + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> ${resources} >> ${entries} >>`,
      ] as const,
      [firstPage + 2 * index + 1, plainStream('', content)] as const,
    ]),
  ])
  return Buffer.from(`%PDF-1.7\n${body(all, 9, trailer)}`, 'latin1')
}

export function plainStream(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`
}

/** An incremental update: the earlier objects stay in the file. */
export function updatedPdf(file: Buffer, objects: ReadonlyMap<number, string>): Buffer {
  const text = file.toString('latin1')
  const previous = /startxref\n(\d+)/.exec(text)?.[1] ?? '0'
  return Buffer.from(`${text}${body(objects, text.length, `/Prev ${previous}`)}`, 'latin1')
}

function body(objects: ReadonlyMap<number, string>, start: number, trailer: string): string {
  let text = ''
  let table = ''
  for (const [number, object] of objects) {
    table += `${number} 1\n${String(start + text.length).padStart(10, '0')} 00000 n \n`
    text += `${number} 0 obj\n${object}\nendobj\n`
  }
  const size = Math.max(...objects.keys(), firstPage) + 1
  return `${text}xref\n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start + text.length}\n%%EOF\n`
}
