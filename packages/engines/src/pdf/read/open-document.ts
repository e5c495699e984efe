/** Opens a PDF with pdf.js and reads it page by page. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
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
import { type Fragment, type PageLink, rotatePoint } from '../../page-layout/page-model.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { LoadedFont } from './font-style.ts'
import { interpretPage, type PageObjects } from './interpret-page.ts'
import { isMatrix, type Matrix, transformBox } from './matrix.ts'
import type { DecodedImage } from './read-image.ts'

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

/** Transfers ownership of the bytes. */
export async function openWithPdfJs(bytes: Uint8Array, options: OpenOptions): Promise<PDFDocumentProxy> {
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

/** Reads the structure tree of a tagged PDF: headings, list items, cells. */
interface TreeNode {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly children?: readonly TreeNode[]
}

const maxDepth = 200

/** Maps marked content ids to the closest meaningful role. */
async function readRoles(page: PDFPageProxy): Promise<ReadonlyMap<number, string>> {
  const roles = new Map<number, string>()
  const tree = (await page.getStructTree().catch(() => null)) as TreeNode | null
  const visit = (node: TreeNode, role: string | undefined, depth: number) => {
    if (depth > maxDepth) return
    if (node.type === 'content' && node.id !== undefined && role !== undefined) {
      const number = Number(/_mc(\d+)$/.exec(node.id)?.[1] ?? Number.NaN)
      if (Number.isInteger(number)) roles.set(number, role)
    }
    const own = node.role !== undefined && meaningfulRole.test(node.role) ? node.role : role
    for (const child of node.children ?? []) visit(child, own, depth + 1)
  }
  if (tree) visit(tree, undefined, 0)
  return roles
}

/** Roles that apply to nested spans and paragraphs as well. */
const meaningfulRole = /^(H[1-6]?|LI|Lbl|LBody|TH|TD|Caption|Note|TOCI|Title)$/

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>> | undefined

/** Reads one page: its content, links and structure roles. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  layers: Layers,
  annotationMode: number,
): Promise<PageModel> {
  try {
    const page = await document.getPage(number)
    try {
      return await readMarks(page, number, layers, annotationMode)
    } finally {
      page.cleanup()
    }
  } catch (error) {
    if (error instanceof JobFailure) throw error
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

async function readMarks(
  page: PDFPageProxy,
  number: number,
  layers: Layers,
  annotationMode: number,
): Promise<PageModel> {
  const viewport = page.getViewport({ scale: 1 })
  const matrix: Matrix = isMatrix(viewport.transform) ? viewport.transform : [1, 0, 0, -1, 0, viewport.height]
  const box = { left: 0, top: 0, right: viewport.width, bottom: viewport.height }
  const [operators, roles, links] = [
    await page.getOperatorList({ annotationMode }),
    await readRoles(page),
    await readLinks(page, matrix),
  ]
  const marks = await interpretPage(operators, matrix, box, pageObjects(page, layers, roles))
  const fragments = marks.fragments
    .filter(fragment => isOnPage(fragment, viewport.width, viewport.height))
    .map(fragment => withLink(fragment, links))
  return { number, width: viewport.width, height: viewport.height, ...marks, fragments }
}

function pageObjects(page: PDFPageProxy, layers: Layers, roles: ReadonlyMap<number, string>): PageObjects {
  const storeOf = (id: string) => (id.startsWith('g_') ? page.commonObjs : page.objs)
  return {
    font: id => {
      try {
        return page.commonObjs.get(id) as LoadedFont
      } catch {
        // Text is kept even if its font could not be loaded.
        return undefined
      }
    },
    image: id =>
      new Promise(resolve => {
        storeOf(id).get(id, (image: DecodedImage | null) => resolve(image ?? undefined))
      }),
    isVisible: layer => {
      try {
        return layers?.isVisible(layer as never) ?? true
      } catch {
        return true
      }
    },
    roleOf: contentId => roles.get(contentId),
  }
}

async function readLinks(page: PDFPageProxy, matrix: Matrix): Promise<PageLink[]> {
  const annotations = await page.getAnnotations().catch(() => [])
  return annotations.flatMap(annotation => {
    const url: unknown = annotation.url ?? annotation.unsafeUrl
    if (annotation.subtype !== 'Link' || typeof url !== 'string' || !isSafeLink(url)) return []
    const [x0, y0, x1, y1] = annotation.rect as [number, number, number, number]
    return [{ ...transformBox(matrix, x0, y0, x1, y1), url }]
  })
}

/** Only allows web, mail and phone links: javascript: and file: URLs of a hostile document must not reach the output. */
function isSafeLink(url: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(url) && URL.canParse(url)
}

function positionOnPage(fragment: Fragment): readonly [number, number] {
  const middle = (fragment.left + fragment.right) / 2
  return rotatePoint(middle, fragment.baseline - fragment.size * 0.3, (360 - fragment.angle) % 360)
}

function isOnPage(fragment: Fragment, width: number, height: number): boolean {
  const [x, y] = positionOnPage(fragment)
  return x >= -1 && x <= width + 1 && y >= -1 && y <= height + 1
}

function withLink(fragment: Fragment, links: readonly PageLink[]): Fragment {
  if (links.length === 0) return fragment
  const [x, y] = positionOnPage(fragment)
  const link = links.find(box => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
  return link ? { ...fragment, link: link.url } : fragment
}
