/** PDF to DOCX converters and back that the benchmarks compare: ours, and the LibreOffice import. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { LiveEngine } from '@filesmith/engines/engine'

const run = promisify(execFile)

export type Convert = (from: string, to: string) => Promise<unknown>

export function pdfToDocx(engine: LiveEngine): Convert {
  return (inputPath, outputPath) =>
    engine.runStep({
      step: { ability: 'pdf-to-document', from: 'pdf', to: 'docx', options: {} },
      inputPath,
      outputPath,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
}

/** `folder` holds the LibreOffice profile and its output. */
export function libreOfficeImport(folder: string): Convert {
  return async (pdf, docx) => {
    await soffice(folder, ['--infilter=writer_pdf_import', '--convert-to', 'docx'], pdf)
    await writeFile(docx, await readFile(join(folder, `${basename(pdf, '.pdf')}.docx`)))
  }
}

/** Returns the path of the PDF. */
export async function printAsPdf(folder: string, path: string): Promise<string> {
  await soffice(folder, ['--convert-to', 'pdf'], path)
  return join(folder, `${basename(path).replace(/\.\w+$/, '')}.pdf`)
}

async function soffice(folder: string, options: readonly string[], path: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await run('soffice', [profile, '--headless', ...options, '--outdir', folder, path], { timeout: 300_000 })
}
