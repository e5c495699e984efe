/** Reads one page: its content, links and structure roles. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Fragment, type PageLink, type PageModel, rotatePoint } from '../../page-layout/page-model.ts'
import { JobFailure } from '../../process/helper-program.ts'
import type { LoadedFont } from './font-style.ts'
import { interpretPage, type PageObjects } from './interpret-page.ts'
import { isMatrix, type Matrix, transformBox } from './matrix.ts'
import type { DecodedImage } from './read-image.ts'

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
    const own = meaningfulRole.test(node.role ?? '') ? node.role : role
    for (const child of node.children ?? []) visit(child, own, depth + 1)
  }
  if (tree) visit(tree, undefined, 0)
  return roles
}

/** Roles that apply to nested spans and paragraphs as well. */
const meaningfulRole = /^(H[1-6]?|LI|Lbl|LBody|TH|TD|Caption|Note|TOCI|Title)$/

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>> | undefined

export async function readPage(
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
