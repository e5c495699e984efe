/** Runs the PDF tools on files, and checks every PDF they write: with qpdf, and by reading it with PDFium and pdf.js. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { afterAll, beforeAll } from 'vitest'
import { checkPdf } from '../../support/check-pdf.ts'
import { readZip } from '../../support/read-zip.ts'

const run = promisify(execFile)

export const pdfSample = (name: string) =>
  fileURLToPath(new URL(`../samples/pdf/${name}.pdf`, import.meta.url))

export interface PdfToolResult extends StepOutcome {
  readonly path: string
  readonly bytes: Buffer
}

export interface PdfToolRequest {
  readonly ability: string
  readonly files: readonly string[]
  readonly options?: object
  readonly password?: string
  /** Of a result that `qpdf --check` can open only with it. */
  readonly resultPassword?: string
}

interface PdfTools {
  /** For files of the tests; deleted after the last one. */
  readonly folder: string
  readonly run: (request: PdfToolRequest) => Promise<PdfToolResult>
}

/** The PDF tools, started once for the tests of a file. */
export function usePdfTools(): PdfTools {
  let started: PdfToolHarness | undefined
  const tools = () => {
    if (started === undefined) throw new Error('the PDF tools are started before the first test')
    return started
  }
  beforeAll(async () => {
    started = await startPdfToolHarness()
  })
  afterAll(() => started?.close())
  return {
    get folder() {
      return tools().folder
    },
    run: request => tools().run(request),
  }
}

export type PdfToolHarness = Awaited<ReturnType<typeof startPdfToolHarness>>

export async function startPdfToolHarness() {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-tools-'))
  const engine = await engines['pdf-tools'].start(
    defaultEngineSettings,
    await createSandbox('required', () => {}),
  )
  let results = 0

  return {
    folder,
    async run({
      ability,
      files,
      options = {},
      password,
      resultPassword,
    }: PdfToolRequest): Promise<PdfToolResult> {
      const path = join(folder, `result-${results++}`)
      const outcome = await engine.runStep({
        step: { ability, from: 'pdf', to: 'pdf', options },
        inputPath: files[0] ?? '',
        files: files.map(file => ({ path: file, name: basename(file), modifiedAt: new Date(0) })),
        name: 'book',
        ...(password !== undefined && { password }),
        outputPath: path,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      const bytes = await readFile(path)
      if (outcome.format === undefined) await checkPdf(path, resultPassword)
      if (outcome.format === 'zip')
        for (const [name, data] of await readZip(bytes)) {
          if (!name.endsWith('.pdf')) continue
          await writeFile(`${path}-${name}`, data)
          await checkPdf(`${path}-${name}`, resultPassword)
        }
      return { ...outcome, path, bytes }
    },
    async close() {
      await engine.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** For checks of the structure of a result: `--json=2`, `--show-object=...`. */
export async function qpdfOutput(...args: readonly string[]): Promise<string> {
  return (await run('/usr/bin/qpdf', [...args], { maxBuffer: 256 * 1024 * 1024 })).stdout
}
