/** Collects the regular expressions of a module: literals, and calls of RegExp as far as their text is known. */
import { parseSync, Visitor } from 'oxc-parser'

export interface Expression {
  readonly source: string
  readonly flags: string
}

export interface FoundExpression extends Expression {
  readonly line: number
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Stands for a part known only at run time, such as the name of an element: it is escaped or a word. */
const unknownPart = 'name'

export function collectExpressions(path: string, text: string): FoundExpression[] {
  const constants = new Map<string, SyntaxNode>()
  const literals: SyntaxNode[] = []
  const calls: SyntaxNode[] = []
  const noteCall = (node: object) => isNode(node) && calls.push(node)
  const visitor = new Visitor({
    Literal: node => 'regex' in node && isNode(node) && literals.push(node),
    NewExpression: noteCall,
    CallExpression: noteCall,
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isNode(init)) constants.set(id.name, init)
    },
  })
  visitor.visit(parseSync(path, text).program)
  const found = [
    ...literals.map(node => ({ node, expression: literalOf(node) })),
    ...calls.map(node => ({ node, expression: constructedBy(node, constants) })),
  ]
  return found.flatMap(({ node, expression }) =>
    expression ? [{ ...expression, line: text.slice(0, node.start).split('\n').length }] : [],
  )
}

function literalOf({ type, regex }: SyntaxNode): Expression | undefined {
  if (type !== 'Literal' || regex === undefined || regex === null) return undefined
  const { pattern, flags } = regex as { readonly pattern: string; readonly flags: string }
  return { source: pattern, flags }
}

function constructedBy(node: SyntaxNode, constants: Constants): Expression | undefined {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
  if (!isCall || !isNode(node.callee) || node.callee.name !== 'RegExp') return undefined
  const [source, flags] = nodesIn(node.arguments)
  if (source === undefined) return undefined
  const written = flags?.type === 'Literal' ? String(flags.value) : 'u'
  return { source: textOf(source, constants, 0), flags: flags === undefined ? '' : written }
}

type Constants = ReadonlyMap<string, SyntaxNode>

const maxDepth = 8

/** The text that an expression evaluates to; what is known at run time only becomes `unknownPart`. */
function textOf(node: SyntaxNode, constants: Constants, depth: number): string {
  const within = (child: unknown) =>
    isNode(child) && depth < maxDepth ? textOf(child, constants, depth + 1) : unknownPart
  const literal = literalOf(node)
  if (literal) return literal.source
  switch (node.type) {
    case 'Literal':
      return String(node.value)
    case 'TemplateLiteral':
      return templateText(node, within, 'cooked')
    case 'TaggedTemplateExpression':
      return isNode(node.quasi) ? templateText(node.quasi, within, 'raw') : unknownPart
    case 'BinaryExpression':
      return within(node.left) + within(node.right)
    case 'Identifier': {
      const constant = constants.get(String(node.name))
      return constant ? within(constant) : unknownPart
    }
    case 'MemberExpression':
      return isNode(node.property) && node.property.name === 'source' ? within(node.object) : unknownPart
    case 'CallExpression':
      return joinedText(node, within) ?? unknownPart
    default:
      return unknownPart
  }
}

function templateText(
  { quasis, expressions }: SyntaxNode,
  within: (child: unknown) => string,
  form: 'cooked' | 'raw',
): string {
  const inserted = nodesIn(expressions).map(within)
  return nodesIn(quasis)
    .map(({ value }, index) => (value as Record<typeof form, string>)[form] + (inserted[index] ?? ''))
    .join('')
}

/** `[...].join('|')` */
function joinedText({ callee, arguments: given }: SyntaxNode, within: (child: unknown) => string) {
  if (!isNode(callee) || !isNode(callee.property) || callee.property.name !== 'join') return undefined
  const list = callee.object
  if (!isNode(list) || list.type !== 'ArrayExpression') return undefined
  const [separator] = nodesIn(given)
  return elementsOf(list)
    .map(within)
    .join(separator === undefined ? ',' : within(separator))
}

function elementsOf(list: SyntaxNode): SyntaxNode[] {
  return nodesIn(list.elements).flatMap(element =>
    element.type === 'SpreadElement' &&
    isNode(element.argument) &&
    element.argument.type === 'ArrayExpression'
      ? elementsOf(element.argument)
      : [element],
  )
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function nodesIn(value: unknown): SyntaxNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}
