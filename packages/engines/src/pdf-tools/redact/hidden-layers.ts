/** Layers that are not shown when a document is opened, and the rules and expressions that combine them. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib'
import { dictEntry, entryOf, listEntry, nameOf } from './pdf-objects.ts'

/** Of nested expressions; pdf.js, which reads the result for the proof, reads as many. */
const maxDepth = 10

const operators: ReadonlySet<string> = new Set(['And', 'Or', 'Not'])

const removedName = 'Removed layer'

export class HiddenLayers {
  readonly #known: ReadonlySet<PDFObject>
  readonly #groups: ReadonlySet<PDFObject>
  /** Sets of layers that are hidden although each of their layers is shown. */
  readonly #hiddenSets = new Set<PDFDict>()

  constructor({ catalog }: Pick<PDFDocument, 'catalog'>) {
    const properties = dictEntry(catalog, 'OCProperties')
    const config = properties && dictEntry(properties, 'D')
    this.#known = new Set(properties && resolved(properties, 'OCGs'))
    const off = config ? resolved(config, 'OFF') : []
    const isOffByDefault = config !== undefined && nameOf(entryOf(config, 'BaseState')) === 'OFF'
    const on = new Set(isOffByDefault ? resolved(config, 'ON') : this.#known)
    this.#groups = new Set([...[...this.#known].filter(group => !on.has(group)), ...off])
  }

  /** Rules can hide content while every layer is shown. */
  get isUsed(): boolean {
    return this.#known.size + this.#groups.size > 0
  }

  /** Of the layers, and of the rules that hide content of shown layers, as far as they were asked for. */
  get count(): number {
    return this.#groups.size + this.#hiddenSets.size
  }

  /** A layer, or a set of layers with a rule. */
  has(layer: PDFDict | undefined): boolean {
    if (layer === undefined) return false
    if (nameOf(entryOf(layer, 'Type')) !== 'OCMD') return this.#groups.has(layer)
    const isHidden = this.#isSetHidden(layer)
    if (isHidden && this.#groups.size === 0) this.#hiddenSets.add(layer)
    return isHidden
  }

  #isSetHidden(layer: PDFDict): boolean {
    // It takes precedence over the rule (ISO 32000-2, 8.11.2.2).
    const expression = entryOf(layer, 'VE')
    if (
      expression instanceof PDFArray &&
      expression.size() > 1 &&
      operators.has(nameOf(expression.lookup(0)))
    )
      return !this.#isShown(expression)
    const single = dictEntry(layer, 'OCGs')
    const groups = single ? [single] : resolved(layer, 'OCGs')
    const [hidden, count] = [groups.filter(group => this.#groups.has(group)).length, groups.length]
    if (count === 0) return false
    switch (nameOf(entryOf(layer, 'P'))) {
      case 'AllOn':
        return hidden > 0
      case 'AnyOff':
        return hidden === 0
      case 'AllOff':
        return hidden < count
      default:
        return hidden === count
    }
  }

  /** An operator and its operands: layers, or arrays like this one. What cannot be read hides nothing, as in viewers. */
  #isShown(expression: PDFArray, depth = 1): boolean {
    const kind = nameOf(expression.lookup(0))
    const count = expression.size()
    if (!operators.has(kind) || count < 2 || depth > maxDepth) return true
    for (let index = 1; index < count; index++) {
      const operand = expression.lookup(index)
      const isArray = operand instanceof PDFArray
      if (!isArray && (operand === undefined || !this.#known.has(operand))) return true
      const isShown = isArray ? this.#isShown(operand, depth + 1) : !this.#groups.has(operand)
      if (kind === 'Not') return !isShown
      if (isShown === (kind === 'Or')) return isShown
    }
    return kind === 'And'
  }

  /** Their content is gone. */
  rename(): void {
    for (const group of this.#groups)
      if (group instanceof PDFDict) group.set(PDFName.of('Name'), PDFHexString.fromText(removedName))
  }
}

function resolved(dict: PDFDict, key: string): PDFObject[] {
  return listEntry(dict, key).flatMap(item => {
    const group = item instanceof PDFRef ? dict.context.lookup(item) : item
    return group === undefined ? [] : [group]
  })
}
