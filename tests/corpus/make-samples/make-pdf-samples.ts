/** Prints the sample documents as PDF with LibreOffice and writes their expected structure. Run manually. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectedStructure } from './expected-structure.ts'
import { flatOdt } from './flat-odt.ts'
import { pdfDocuments } from './pdf-documents.ts'

const target = fileURLToPath(new URL('../samples/pdf', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pdf-samples-'))
const boolean = (value: boolean) => ({ type: 'boolean', value: String(value) })

function print(name: string, options: object): void {
  execFileSync('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    `pdf:writer_pdf_Export:${JSON.stringify(options)}`,
    '--outdir',
    target,
    join(folder, `${name}.fodt`),
  ])
}

try {
  for (const [name, document] of Object.entries(await pdfDocuments())) {
    writeFileSync(join(folder, `${name}.fodt`), flatOdt(document))
    // Without tags and outline, so that the structure has to be recognized from the layout.
    print(name, { UseTaggedPDF: boolean(false), ExportBookmarks: boolean(false) })
    writeFileSync(join(target, `${name}.json`), `${JSON.stringify(expectedStructure(document), null, 2)}\n`)
  }
  writeFileSync(
    join(folder, 'locked.fodt'),
    flatOdt({ blocks: [{ kind: 'paragraph', text: 'The password was right.' }] }),
  )
  print('locked', {
    EncryptFile: boolean(true),
    DocumentOpenPassword: { type: 'string', value: 'lighthouse' },
  })
} finally {
  rmSync(folder, { recursive: true })
}
