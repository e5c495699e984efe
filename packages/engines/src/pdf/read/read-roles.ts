/** Reads the structure tree of a tagged PDF: headings, list items, cells. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface TreeNode {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly children?: readonly TreeNode[]
}

const maxDepth = 200

/** Maps marked content ids to the closest meaningful role. */
export async function readRoles(page: PDFPageProxy): Promise<ReadonlyMap<number, string>> {
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
