/** Redacts files, and reads everything that is in the results. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { redactDocument } from '@filesmith/engines/pdf-tools/redact/redact-document'
import { qpdfOutput, usePdfTools } from './pdf-tools-harness.ts'

interface Report {
  readonly removed: readonly {
    readonly page: number
    readonly words: Record<string, number>
    readonly characters: number
    readonly images: number
    readonly annotations: number
    readonly isImage: boolean
  }[]
  readonly document: {
    readonly texts: Record<string, number>
    readonly names: number
    readonly attachments: number
    readonly metadata: number
    readonly alternativeTexts: number
  }
  readonly proof: readonly { readonly where: string; readonly searched: number; readonly hits: number }[]
  readonly copies: readonly {
    readonly text: string
    readonly pages: readonly number[]
    readonly strings: number
  }[]
}

export function useRedaction() {
  const tools = usePdfTools()
  let files = 0
  return async (pdf: Buffer, options: object) => {
    const source = join(tools.folder, `source-${files++}.pdf`)
    await writeFile(source, pdf)
    const result = await tools.run({ ability: 'pdf-redact', files: [source], options })
    const part = result.parts?.find(({ name }) => name === 'redaction-report.json')
    const report: Report = JSON.parse(await readFile(part?.path ?? '', 'utf8'))
    return { ...result, report, source }
  }
}

/** Redacts a file here, without the sandbox and what the tool does before. */
export async function redactFile(path: string, outFolder: string, options: object, heldBytes?: number) {
  await mkdir(outFolder, { recursive: true })
  const limits = { maxPages: 100, maxPixels: 10_000_000 }
  return redactDocument({
    job: { task: 'pdf-redact', options: {}, files: [], name: 'source', outFolder, ...limits },
    path,
    options: redactPdf.options.parse(options),
    findsCopies: true,
    ...(heldBytes !== undefined && { heldBytes }),
    progress: () => {},
  })
}

/** Report and streams of a document that is redacted here, with more or fewer of its images in memory. */
export async function redactHolding(pdf: Buffer, heldBytes: number, options: object) {
  const outFolder = await mkdtemp(join(tmpdir(), 'redact-'))
  try {
    const path = join(outFolder, 'source.pdf')
    await writeFile(path, pdf)
    const redacted = await redactFile(path, outFolder, options, heldBytes)
    const document = await pdfLib.PDFDocument.load(await readFile(redacted.path))
    const streams = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof pdfLib.PDFRawStream ? [object] : []))
    return {
      report: redacted.report,
      notes: redacted.notes,
      images: streams
        .filter(({ dict }) => String(dict).includes('/Subtype /Image'))
        .map(({ dict, contents }) => `${dict} ${Buffer.from(contents).toString('base64')}`)
        .sort(),
      files: (await readdir(outFolder)).sort(),
    }
  } finally {
    await rm(outFolder, { recursive: true })
  }
}

/** Text of which nothing is redacted. */
export const rest = 'BT /F1 12 Tf 20 20 Td (The harbor stays.) Tj ET'

/** Every string and stream of the file as text: literal, hexadecimal and UTF-16 strings decoded. */
export async function everythingIn(path: string): Promise<string> {
  const expanded = await qpdfOutput(
    '--qdf',
    '--object-streams=disable',
    '--decode-level=specialized',
    path,
    '-',
  )
  const hex = [...expanded.matchAll(/<([0-9a-f\s]+)>/gi)].map(([, digits = '']) =>
    Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'),
  )
  const decoded = hex.map(
    bytes => `${bytes.toString('latin1')} ${bytes.toString('latin1').replaceAll('\0', '')}`,
  )
  return [(await readFile(path)).toString('latin1'), expanded, expanded.replaceAll('\0', ''), ...decoded]
    .join('\n')
    .toLowerCase()
}
