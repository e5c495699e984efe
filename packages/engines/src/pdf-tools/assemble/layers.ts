/** Layers (optional content) of all sources, with their order and visibility. */
import { type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'
import type { Assembly } from './assembly.ts'

/** `used` holds the objects that the pages use: a layer that only removed pages use is left out. */
export function keepLayers({ document, sources }: Assembly, used: ReadonlySet<number>): PdfDict | undefined {
  const groups: PdfValue[] = []
  const lists: Record<string, PdfValue[]> = {}
  let settings: PdfDict = {}
  for (const { catalog, isWhole } of sources) {
    const properties = document.dictionary(catalog['/OCProperties'])
    if (properties === undefined) continue
    const isKept = (value: PdfValue) => isWhole || used.has(referencedNumber(value) ?? 0)
    const kept = document.array(properties['/OCGs']).filter(isKept)
    if (kept.length === 0) continue
    const config = document.dictionary(properties['/D']) ?? {}
    if (groups.length === 0) settings = settingsOf(config)
    groups.push(...kept)
    const known = new Set(kept.filter(value => typeof value === 'string'))
    for (const key of ['/Order', '/RBGroups', '/Locked', '/AS']) {
      lists[key] ??= []
      lists[key].push(...filterNested({ document }, document.array(config[key]), known))
    }
    const [on, off] = [document.array(config['/ON']), document.array(config['/OFF'])]
    const isHidden = (group: PdfValue) =>
      config['/BaseState'] === '/OFF' ? !on.includes(group) : off.includes(group)
    lists['/OFF'] ??= []
    lists['/OFF'].push(...kept.filter(isHidden))
  }
  if (groups.length === 0) return undefined
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  return { '/OCGs': groups, '/D': { ...settings, ...Object.fromEntries(filled) } }
}

function settingsOf(config: PdfDict): PdfDict {
  const settings: PdfDict = {}
  for (const key of ['/Name', '/Creator', '/ListMode', '/Intent'])
    if (config[key] !== undefined) settings[key] = config[key]
  return settings
}

/** Nested arrays of layers, labels and usage dictionaries, without layers that were left out. */
function filterNested(
  { document }: Pick<Assembly, 'document'>,
  list: readonly PdfValue[],
  known: ReadonlySet<PdfValue>,
  depth = 0,
): PdfValue[] {
  if (depth > 20) return []
  return list.flatMap((value): PdfValue[] => {
    if (known.has(value)) return [value]
    const found = document.resolve(value)
    if (Array.isArray(found)) {
      const nested = filterNested({ document }, found, known, depth + 1)
      // A label without its layers is left out.
      return nested.some(each => typeof each !== 'string' || known.has(each)) ? [nested] : []
    }
    if (typeof found === 'string') return depth > 0 && /^[ub]:/.test(found) ? [found] : []
    if (typeof found !== 'object' || found === null || found['/Event'] === undefined) return []
    const groups = document.array(found['/OCGs']).filter(group => known.has(group))
    return groups.length === 0 ? [] : [{ ...found, '/OCGs': groups }]
  })
}
