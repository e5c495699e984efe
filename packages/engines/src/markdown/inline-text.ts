/** Builds inline Markdown from styled runs: emphasis only where Markdown can open and close it. */
import type { PhrasingContent } from 'mdast'

export interface InlineRun {
  readonly text: string
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isStruck?: boolean
  readonly isCode?: boolean
  readonly link?: string | undefined
  /** In place of text. */
  readonly node?: PhrasingContent
}

type Mark = 'link' | 'isStruck' | 'isBold' | 'isItalic'
const marks: readonly Mark[] = ['link', 'isStruck', 'isBold', 'isItalic']

/** Nests the runs: adjacent runs with the same mark share one node. */
export function inlineContent(runs: readonly InlineRun[]): PhrasingContent[] {
  return nest(withoutBrokenMarks(runs), marks)
}

function nest(runs: readonly InlineRun[], [mark, ...inner]: readonly Mark[]): PhrasingContent[] {
  if (mark === undefined) return leaves(runs)
  const content: PhrasingContent[] = []
  for (let start = 0; start < runs.length; ) {
    const value = runs[start]?.[mark] || undefined
    let end = start + 1
    while (end < runs.length && (runs[end]?.[mark] || undefined) === value) end += 1
    content.push(...marked(mark, value, nest(runs.slice(start, end), inner)))
    start = end
  }
  return content
}

function marked(mark: Mark, value: unknown, children: PhrasingContent[]): PhrasingContent[] {
  if (mark === 'link') {
    if (typeof value !== 'string') return children
    const content = children.filter(child => child.type !== 'link' && child.type !== 'footnoteReference')
    return [{ type: 'link', url: value, children: content as never }]
  }
  if (value !== true) return children
  const type = mark === 'isStruck' ? 'delete' : mark === 'isBold' ? 'strong' : 'emphasis'
  return [{ type, children }]
}

function leaves(runs: readonly InlineRun[]): PhrasingContent[] {
  const content: PhrasingContent[] = []
  for (const { text, isCode = false, node } of runs) {
    const last = content.at(-1)
    const type = isCode ? 'inlineCode' : 'text'
    if (node) content.push(node)
    else if (last?.type === type) last.value += text
    else if (text !== '') content.push({ type, value: text })
  }
  return content
}

const space = /\s/u
const punctuation = /[\p{P}\p{S}]/u

/** Moves spaces out of marked runs, and drops emphasis that CommonMark would not read: `a**,b**c`. */
function withoutBrokenMarks(runs: readonly InlineRun[]): InlineRun[] {
  let fixed = runs.flatMap(splitSpaces)
  for (const mark of ['isStruck', 'isBold', 'isItalic'] as const) fixed = withoutBroken(fixed, mark)
  return fixed
}

/** A space at the edge of a marked run becomes a run without marks, unless its neighbor continues the mark. */
function splitSpaces(run: InlineRun, index: number, runs: readonly InlineRun[]): InlineRun[] {
  if (run.node || run.text === '') return [run]
  const text = run.text.trim()
  const before = run.text.slice(0, run.text.length - run.text.trimStart().length)
  const after = run.text.slice(before.length + text.length)
  const plain = (spaces: string, neighbor: InlineRun | undefined): InlineRun[] =>
    spaces === '' ? [] : [{ text: spaces, ...sharedMarks(run, neighbor) }]
  if (text === '') {
    const [last, next] = [runs[index - 1], runs[index + 1]]
    return [{ text: run.text, ...(last && next ? sharedMarks(last, next) : {}) }]
  }
  return [...plain(before, runs[index - 1]), { ...run, text }, ...plain(after, runs[index + 1])]
}

function sharedMarks(run: InlineRun, other: InlineRun | undefined): Partial<InlineRun> {
  if (other === undefined) return {}
  return {
    ...(run.isBold && other.isBold && { isBold: true }),
    ...(run.isItalic && other.isItalic && { isItalic: true }),
    ...(run.isStruck && other.isStruck && { isStruck: true }),
    ...(run.isCode && other.isCode && { isCode: true }),
    ...(run.link !== undefined && run.link === other.link && { link: run.link }),
  }
}

function withoutBroken(runs: readonly InlineRun[], mark: Exclude<Mark, 'link'>): InlineRun[] {
  const fixed: InlineRun[] = []
  for (let start = 0; start < runs.length; ) {
    const isMarked = runs[start]?.[mark] === true
    let end = start + 1
    while (end < runs.length && (runs[end]?.[mark] === true) === isMarked) end += 1
    const group = runs.slice(start, end)
    const text = group.map(run => run.text).join('')
    const isReadable =
      !isMarked ||
      (canOpen(runs[start - 1]?.text.slice(-1), text.slice(0, 1)) &&
        canOpen(runs[end]?.text.slice(0, 1), text.slice(-1)))
    fixed.push(...(isReadable ? group : group.map(run => ({ ...run, [mark]: false }))))
    start = end
  }
  return fixed
}

/** The flanking rule of CommonMark, for the sign outside and the one inside. */
function canOpen(outside: string | undefined, inside: string): boolean {
  if (inside === '' || space.test(inside)) return false
  return !punctuation.test(inside) || !outside || space.test(outside) || punctuation.test(outside)
}
