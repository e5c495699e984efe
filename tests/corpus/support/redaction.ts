/** Redacts files, and reads everything that is in the results. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
