/** Drawing engine: poppler writes PDF pages as SVG, librsvg SVG as PDF, the built-in interpreter PostScript as SVG. */
import { constants } from 'node:fs'
import { access, open, rename, writeFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { stageFile, withJobFolder } from '../process/job-folder.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { sniffFiles } from '../process/sniff-files.ts'
import { pageFileName, writeZip, type ZipEntry } from '../write-zip.ts'
import { type DrawingOptions, drawingConvert } from './abilities.ts'
import * as programs from './programs.ts'

const neededPrograms = [
  [programs.programs.pdfToSvg, 'poppler-utils'],
  [programs.programs.svgToPdf, 'librsvg2-bin'],
] as const

const incompleteWarning = 'This file is damaged: parts of its drawing are missing.'
const approximateWarning = 'Parts of this drawing could only be drawn approximately.'
const firstPageNote = 'This file has several pages; the first one was used.'

export async function startDrawing(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  for (const [program, name] of neededPrograms)
    await access(program, constants.X_OK).catch(() => {
      throw new Error(`The program ${program} is missing; install the package "${name}".`)
    })
  const convert = (run: StepRun<DrawingOptions>) => convertDrawing(settings, sandbox, run, false)
  return { runStep: runStepsWith(handle(drawingConvert, convert)), close: async () => {} }
}

/** An SVG, or a PDF: that of the user, or the one that LibreOffice has drawn of the file. */
export function convertDrawing(
  settings: EngineSettings,
  sandbox: Sandbox,
  run: StepRun<DrawingOptions>,
  isCropped: boolean,
): Promise<StepOutcome> {
  return withJobFolder(run.outputPath, async folder => {
    const staged = await stageFile(sandbox, run.inputPath, folder.input, 'drawing')
    const context = { settings, sandbox, run, folder, staged }
    const outcome = await convertStaged(context, isCropped, run.step.options)
    run.onProgress({ percent: 100, stage: 'done' })
    return outcome
  })
}

async function convertStaged(
  context: programs.DrawingContext,
  isCropped: boolean,
  options: DrawingOptions,
): Promise<StepOutcome> {
  const { from, to } = context.run.step
  if (from === 'svg') return deliver(context, await programs.svgToPdf(context, programs.givenFile))
  if (isCropped) {
    const drawing = await programs.cropSvg(context, await programs.pageToSvg(context, 1))
    return deliver(context, to === 'pdf' ? await programs.svgToPdf(context, drawing) : drawing)
  }
  if (await isPostScript(context)) return deliverPostScript(context, options)
  if (to === 'pdf') return deliver(context, await programs.pdfToPdf(context))
  return deliverPages(context, options)
}

async function deliver(context: programs.DrawingContext, file: programs.DrawingFile): Promise<StepOutcome> {
  const path = programs.pathOf(context, file)
  if (context.run.step.to === 'svg') await programs.checkSvgs(context, [file])
  await rename(path, context.run.outputPath)
  return {}
}

/** EPS, PostScript, and Illustrator files of old versions; with the header of DOS too. */
async function isPostScript({ folder, run, ...engine }: programs.DrawingContext): Promise<boolean> {
  const sniffing = { paths: [run.inputPath], workFolder: folder.output, signal: run.signal }
  const [format] = await sniffFiles(engine, sniffing)
  return format === 'eps' || format === 'ps'
}

async function deliverPostScript(
  context: programs.DrawingContext,
  { isIntermediate }: DrawingOptions,
): Promise<StepOutcome> {
  const { run, settings } = context
  const { files, isIncomplete, isApproximate } = await programs.postScriptToSvg(
    context,
    settings.pdf.maxPages,
  )
  const warnings = [
    ...(isIncomplete ? [incompleteWarning] : []),
    ...(isApproximate ? [approximateWarning] : []),
  ]
  const [first] = files
  if (run.step.to === 'pdf') {
    const outcome = await deliver(context, await programs.svgPagesToPdf(context, files))
    return { ...outcome, warnings, ...(files.length > 1 && { pages: files.length }) }
  }
  if (first !== undefined && (files.length === 1 || isIntermediate)) {
    await deliver(context, first)
    return { warnings, ...(files.length > 1 && { notes: [firstPageNote] }) }
  }
  return {
    ...(await packPages(context, files.length, async page => files[page - 1] as programs.DrawingFile)),
    warnings,
  }
}

/** Several pages as numbered files in a ZIP archive; the next step takes only one. */
async function deliverPages(
  context: programs.DrawingContext,
  { isIntermediate }: DrawingOptions,
): Promise<StepOutcome> {
  const { settings } = context
  const count = await programs.countPdfPages(context)
  if (count > settings.pdf.maxPages) throw new AppError('document-too-long', { pages: settings.pdf.maxPages })
  if (count === 1 || isIntermediate) {
    await deliver(context, await programs.pageToSvg(context, 1))
    return count > 1 ? { notes: [firstPageNote] } : {}
  }
  return packPages(context, count, page => programs.pageToSvg(context, page))
}

async function packPages(
  context: programs.DrawingContext,
  count: number,
  draw: (page: number) => Promise<programs.DrawingFile>,
): Promise<StepOutcome> {
  const { run } = context
  const files: programs.DrawingFile[] = []
  for (let page = 1; page <= count; page++) {
    files.push(await draw(page))
    run.onProgress({ percent: (100 * page) / count, stage: 'page' })
  }
  await programs.checkSvgs(context, files)
  const archive = await open(run.outputPath, 'w')
  try {
    for await (const chunk of writeZip(pages())) await writeFile(archive, chunk)
  } finally {
    await archive.close()
  }
  return { format: 'zip', pages: count }

  async function* pages(): AsyncGenerator<ZipEntry> {
    for (const [index, file] of files.entries())
      yield {
        name: pageFileName(run.name ?? 'drawing', index + 1, count, 'svg'),
        data: programs.pathOf(context, file),
      }
  }
}
