/** Layers that are not shown when a document is opened. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { dictEntry, entryOf, listEntry, nameOf } from './pdf-objects.ts'

const removedName = 'Removed layer'

export class HiddenLayers {
  readonly #groups: ReadonlySet<PDFObject>

  /** Assembled documents list every hidden layer. */
  constructor({ catalog }: Pick<PDFDocument, 'catalog'>) {
    const properties = dictEntry(catalog, 'OCProperties')
    const config = properties && dictEntry(properties, 'D')
    this.#groups = new Set(config && resolved(config, 'OFF'))
  }

  get count(): number {
    return this.#groups.size
  }

  /** A layer, or a set of layers with a rule. */
  has(layer: PDFDict | undefined): boolean {
    if (layer === undefined) return false
    if (nameOf(entryOf(layer, 'Type')) !== 'OCMD') return this.#groups.has(layer)
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
