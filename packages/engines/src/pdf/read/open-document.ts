/** Opens a PDF with pdf.js and reads it page by page. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  AnnotationMode,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OutlineEntry, PageModel } from '../../page-layout/page-model.ts'
import { JobFailure } from '../../process/helper-program.ts'
import { readPage } from './read-page.ts'

const dataFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folderUrl = (name: string) => `${join(dataFolder, name)}/`

export interface OpenDocument {
  readonly pageCount: number
  readonly title: string | undefined
  readonly author: string | undefined
  readonly language: string | undefined
  outline(): Promise<readonly OutlineEntry[]>
  /** Pages are numbered from 1; pdf.js resources of a page are released after reading. */
  page(number: number): Promise<PageModel>
  /** A copy of the file: pdf.js takes ownership of its input. */
  bytes(): Promise<Uint8Array>
  close(): Promise<void>
}

export interface OpenOptions {
  readonly password?: string | undefined
  readonly maxPages: number
  /** Per image; larger images are skipped. */
  readonly maxPixels: number
}

const maxOutlineEntries = 5000

/** Transfers ownership of the bytes: pdf.js detaches or changes them. */
export async function openDocument(bytes: Uint8Array, options: OpenOptions): Promise<OpenDocument> {
  const document = await openWithPdfJs(bytes, options)
  if (document.numPages > options.maxPages) {
    await document.loadingTask.destroy()
    throw new JobFailure('document-too-long', { pages: options.maxPages })
  }
  const { info } = (await document.getMetadata().catch(() => ({ info: {} }))) as {
    info: Record<string, unknown>
  }
  const layers = await document.getOptionalContentConfig().catch(() => undefined)
  return {
    pageCount: document.numPages,
    title: textOf(info.Title),
    author: textOf(info.Author),
    language: textOf(info.Language),
    outline: () => readOutline(document),
    page: number => readPage(document, number, layers, AnnotationMode.ENABLE),
    bytes: () => document.getData(),
    close: () => document.loadingTask.destroy(),
  }
}

async function openWithPdfJs(bytes: Uint8Array, options: OpenOptions): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: bytes,
      ...(options.password !== undefined && { password: options.password }),
      cMapUrl: folderUrl('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folderUrl('standard_fonts'),
      wasmUrl: folderUrl('wasm'),
      iccUrl: folderUrl('iccs'),
      useSystemFonts: false,
      disableFontFace: true,
      fontExtraProperties: true,
      enableXfa: false,
      maxImageSize: options.maxPixels,
      verbosity: VerbosityLevel.ERRORS,
    }).promise
  } catch (error) {
    if (error instanceof PasswordException)
      throw new JobFailure(
        error.code === PasswordResponses.NEED_PASSWORD ? 'password-needed' : 'password-wrong',
      )
    if (error instanceof InvalidPDFException) throw new JobFailure('file-damaged', {}, { cause: error })
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]
  const entries: OutlineEntry[] = []
  const visit = (nodes: readonly Node[], level: number) => {
    for (const node of nodes) {
      if (entries.length >= maxOutlineEntries || level > 9) return
      entries.push({ title: node.title, level })
      visit(node.items as Node[], level + 1)
    }
  }
  visit((await document.getOutline().catch(() => null)) ?? [], 1)
  return entries
}
