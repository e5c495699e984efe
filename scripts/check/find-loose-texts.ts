/** Finds hard-coded UI texts in components: every text belongs in the contract's messages. */
import { parseSync } from 'oxc-parser'

export interface LooseText {
  readonly line: number
  readonly text: string
}

/** Attributes that are displayed or read aloud by a screen reader. */
const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'description',
  'heading',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
])

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Symbols such as '·', '×' and '—' need no translation. */
const hasLetters = (text: string) => /\p{L}/u.test(text)

interface Words {
  readonly start: number
  readonly text: string
}

export function findLooseTexts(path: string, source: string): LooseText[] {
  const lineAt = (start: number) => source.slice(0, start).split('\n').length
  const program = parseSync(path, source).program as unknown as SyntaxNode
  return wordsBelow(program)
    .filter(({ text }) => hasLetters(text))
    .map(({ start, text }) => ({
      line: lineAt(start + text.search(/\S/)),
      text: text.trim().replaceAll(/\s+/g, ' '),
    }))
}

function wordsBelow(node: SyntaxNode): Words[] {
  return [...wordsOf(node), ...Object.values(node).flatMap(nodesIn).flatMap(wordsBelow)]
}

function wordsOf(node: SyntaxNode): Words[] {
  switch (node.type) {
    case 'JSXText':
      return [{ start: node.start, text: String(node.value) }]
    case 'JSXElement':
    case 'JSXFragment':
      return nodesIn(node.children).flatMap(said)
    case 'JSXAttribute':
      return isSpoken(node.name) ? said(node.value) : []
    case 'Property':
      // A single word may be the name of a style or a format; several words are a text.
      return isSpoken(node.key) ? said(node.value).filter(({ text }) => /\S\s+\S/.test(text)) : []
    default:
      return []
  }
}

/** The literal texts an expression can evaluate to: both branches of a condition, no function calls. */
function said(value: unknown): Words[] {
  const [node] = nodesIn(value)
  switch (node?.type) {
    case 'JSXExpressionContainer':
      return said(node.expression)
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : []
    case 'TemplateLiteral':
      return nodesIn(node.quasis).map(({ start, value: part }) => ({
        start,
        text: (part as { readonly cooked: string }).cooked,
      }))
    case 'ConditionalExpression':
      return [...said(node.consequent), ...said(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : said(node.left)), ...said(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...said(node.left), ...said(node.right)] : []
    default:
      return []
  }
}

function nodesIn(value: unknown): SyntaxNode[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter(
    (child): child is SyntaxNode =>
      typeof child === 'object' && child !== null && typeof (child as SyntaxNode).type === 'string',
  )
}

function isSpoken(named: unknown): boolean {
  const { name } = named as { readonly name?: unknown }
  return typeof name === 'string' && spokenAttributes.has(name)
}
