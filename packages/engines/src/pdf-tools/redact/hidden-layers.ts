/** Layers that are not shown when a document is opened, and the rules and expressions that combine them. */
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, pdfString } from '../qpdf/pdf-value.ts'
import { dictionariesIn, nameOf } from './pdf-objects.ts'

/** Of nested expressions; pdf.js, which reads the result for the proof, reads as many. */
const maxDepth = 10

const operators: ReadonlySet<string> = new Set(['And', 'Or', 'Not'])

const removedName = 'Removed layer'

/** Layers are compared as objects: the document is changed in place. */
export class HiddenLayers {
  readonly #document: PdfDocument
  readonly #known: ReadonlySet<PdfDict>
  readonly #groups: ReadonlySet<PdfDict>
  /** Sets of layers that are hidden although each of their layers is shown. */
  readonly #hiddenSets = new Set<PdfDict>()

  constructor(document: PdfDocument, catalog: PdfDict) {
    this.#document = document
    const properties = document.dictionary(catalog['/OCProperties'])
    const config = document.dictionary(properties?.['/D'])
    this.#known = new Set(this.#listed(properties?.['/OCGs']))
    const isOffByDefault = nameOf(document.resolve(config?.['/BaseState'])) === 'OFF'
    const on = new Set(isOffByDefault ? this.#listed(config?.['/ON']) : this.#known)
    this.#groups = new Set([
      ...[...this.#known].filter(group => !on.has(group)),
      ...this.#listed(config?.['/OFF']),
    ])
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
  has(layer: PdfDict | undefined): boolean {
    if (layer === undefined) return false
    if (nameOf(this.#document.resolve(layer['/Type'])) !== 'OCMD') return this.#groups.has(layer)
    const isHidden = this.#isSetHidden(layer)
    if (isHidden && this.#groups.size === 0) this.#hiddenSets.add(layer)
    return isHidden
  }

  #isSetHidden(layer: PdfDict): boolean {
    // It takes precedence over the rule (ISO 32000-2, 8.11.2.2).
    const expression = this.#document.array(layer['/VE'])
    if (expression.length > 1 && operators.has(this.#operatorOf(expression)))
      return !this.#isShown(expression)
    const single = this.#document.dictionary(layer['/OCGs'])
    const groups = single ? [single] : this.#listed(layer['/OCGs'])
    const [hidden, count] = [groups.filter(group => this.#groups.has(group)).length, groups.length]
    if (count === 0) return false
    switch (nameOf(this.#document.resolve(layer['/P']))) {
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
  #isShown(expression: readonly PdfValue[], depth = 1): boolean {
    const kind = this.#operatorOf(expression)
    if (!operators.has(kind) || expression.length < 2 || depth > maxDepth) return true
    for (const item of expression.slice(1)) {
      const operand = this.#document.resolve(item)
      const layer = this.#document.dictionary(item)
      if (!Array.isArray(operand) && (layer === undefined || !this.#known.has(layer))) return true
      const isShown = Array.isArray(operand)
        ? this.#isShown(operand, depth + 1)
        : layer === undefined || !this.#groups.has(layer)
      if (kind === 'Not') return !isShown
      if (isShown === (kind === 'Or')) return isShown
    }
    return kind === 'And'
  }

  /** Their content is gone. */
  rename(): void {
    for (const group of this.#groups) group['/Name'] = pdfString(removedName)
  }

  #operatorOf([first]: readonly PdfValue[]): string {
    return nameOf(this.#document.resolve(first))
  }

  #listed(list: PdfValue | undefined): PdfDict[] {
    return dictionariesIn(this.#document, list)
  }
}
