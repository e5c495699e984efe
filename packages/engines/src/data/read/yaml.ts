/**
 * YAML 1.2: `no` and `on` are text, `0o17` is a number. Aliases are resolved with a limit on all values together, since
 * nested ones multiply (billion laughs).
 */
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml'
import { damagedData, lineFailure, unsupportedData } from '../values/data-failure.ts'
import { type DataMap, type DataValue, isJsonNumber, NumberText, numberText } from '../values/data-value.ts'

const maxValues = 2_000_000
/** Of values that aliases stand for. */
const maxRepeatedValues = 100_000
const maxDepth = 200
const mergeKey = '<<'

export interface YamlContent {
  readonly value: DataValue
  readonly repeatedKeys: number
}

export function readYaml(text: string): YamlContent {
  const lines = new LineCounter()
  const parsed = parse(text, lines)
  const documents = Array.isArray(parsed) ? parsed : []
  const [error] = documents.flatMap(document => document.errors)
  if (error !== undefined) throw lineFailure(lines.linePos(error.pos[0]).line, error.message)
  const walk: Walk = { values: 0, repeatedValues: 0, repeatedKeys: 0, anchors: new Map(), isRepeating: false }
  const values = documents.map(document => {
    walk.anchors.clear()
    return toValue(document.contents, walk, 0)
  })
  const [only = null] = values
  return { value: values.length > 1 ? values : only, repeatedKeys: walk.repeatedKeys }
}

function parse(text: string, lineCounter: LineCounter) {
  try {
    return parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      lineCounter,
      prettyErrors: false,
      uniqueKeys: false,
      keepSourceTokens: false,
      logLevel: 'silent',
    })
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw unsupportedData('too deeply nested values')
    throw error
  }
}

interface Walk {
  values: number
  repeatedValues: number
  repeatedKeys: number
  /** The last node with each anchor so far, which is what an alias means. */
  readonly anchors: Map<string, unknown>
  /** Inside of a node that an alias stands for, whose anchors are known. */
  isRepeating: boolean
}

function toValue(node: unknown, walk: Walk, depth: number): DataValue {
  walk.values += 1
  if (walk.isRepeating) walk.repeatedValues += 1
  if (walk.values > maxValues || walk.repeatedValues > maxRepeatedValues || depth > maxDepth)
    throw unsupportedData('too many or too deeply nested values')
  if (node === null || node === undefined) return null
  if (isAlias(node)) {
    if (!walk.anchors.has(node.source)) throw damagedData('an alias without its anchor')
    const wasRepeating = walk.isRepeating
    walk.isRepeating = true
    const value = toValue(walk.anchors.get(node.source), walk, depth + 1)
    walk.isRepeating = wasRepeating
    return value
  }
  if (isNode(node) && 'anchor' in node && node.anchor !== undefined && !walk.isRepeating)
    walk.anchors.set(node.anchor, node)
  if (isSeq(node)) return node.items.map(item => toValue(item, walk, depth + 1))
  if (isMap(node)) return toMap(node.items, walk, depth)
  return isScalar(node) ? scalarValue(node.value, node.source) : null
}

function toMap(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  walk: Walk,
  depth: number,
): DataMap {
  const map: DataMap = new Map()
  const merged: DataMap = new Map()
  for (const { key, value } of pairs) {
    const name = keyText(key, walk, depth)
    const item = toValue(value, walk, depth + 1)
    if (name === mergeKey && isMergeable(item)) {
      merge(item instanceof Map ? [item] : item, merged)
      continue
    }
    if (map.has(name)) walk.repeatedKeys += 1
    map.set(name, item)
  }
  for (const [name, item] of merged) if (!map.has(name)) map.set(name, item)
  return map
}

/** The first source of a key counts. */
function merge(sources: readonly DataValue[], merged: DataMap): void {
  for (const source of sources)
    if (source instanceof Map)
      for (const [name, value] of source) if (!merged.has(name)) merged.set(name, value)
}

function isMergeable(value: DataValue): value is DataMap | readonly DataValue[] {
  return value instanceof Map || (Array.isArray(value) && value.every(item => item instanceof Map))
}

function keyText(key: unknown, walk: Walk, depth: number): string {
  if (isScalar(key)) {
    // Registers its anchor.
    toValue(key, walk, depth + 1)
    return key.source ?? String(key.value)
  }
  if (typeof key === 'string') return key
  const value = toValue(key as Node | null, walk, depth + 1)
  return typeof value === 'string' ? value : JSON.stringify(key)
}

function scalarValue(value: unknown, source: string | undefined): DataValue {
  if (typeof value === 'number' || typeof value === 'bigint') {
    // Digits as they are written; other notations by their value.
    return source !== undefined && isJsonNumber(source) ? new NumberText(source) : numberText(value)
  }
  if (typeof value === 'boolean' || value === null) return value
  if (value instanceof Uint8Array) return value
  return String(value)
}
