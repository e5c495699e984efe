/** Tagged structure of all sources: elements whose content remains, and a parent tree that leads from content to them. */
import { type PdfDict, type PdfValue, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'
import { readTree, writeNameTree, writeNumberTree } from '../qpdf/trees.ts'
import { type Assembly, mergeEntries, type SourceDocument } from './assembly.ts'
import { type ElementRules, keepElements } from './structure-elements.ts'

export interface Structure {
  /** /StructTreeRoot, /MarkInfo */
  readonly catalogEntries: PdfDict
  /** Sets the key of an object in the parent tree; to be called for every object of the result. */
  readonly setParentKey: (objectNumber: number, body: string) => void
}

export function keepStructure(assembly: Assembly): Structure {
  const { document, sources } = assembly
  const tagged = sources.filter(
    ({ catalog }) => document.dictionary(catalog['/StructTreeRoot']) !== undefined,
  )
  const [only] = tagged
  if (only === undefined) return { catalogEntries: {}, setParentKey: () => {} }
  const isUnchanged = tagged.length === 1 && only.isWhole && only.copies.length === 0 && sources.length === 1
  if (isUnchanged)
    return {
      catalogEntries: pickMarks(assembly, tagged, only.catalog['/StructTreeRoot']),
      setParentKey: () => {},
    }

  const root = document.add(null)
  const merged = mergeRoots(assembly, tagged, root)
  const keys = new Map<number, number>()
  const parents = new Map<number, PdfValue>()
  for (const [object, elements] of merged.contentOf) {
    keys.set(object, parents.size)
    parents.set(parents.size, document.add(Array.from(elements, element => element ?? null)))
  }
  for (const [object, element] of merged.elementOf) {
    if (keys.has(object)) continue
    keys.set(object, parents.size)
    parents.set(parents.size, element)
  }
  if (merged.kids.length === 0) return { catalogEntries: {}, setParentKey: parentKeySetter(assembly, keys) }
  document.set(referencedNumber(root) ?? 0, {
    '/Type': '/StructTreeRoot',
    '/K': merged.kids,
    '/ParentTree': writeNumberTree(document, parents),
    '/ParentTreeNextKey': parents.size,
    ...merged.entries,
    ...(merged.ids.size > 0 && { '/IDTree': writeNameTree(document, merged.ids) }),
  })
  return { catalogEntries: pickMarks(assembly, tagged, root), setParentKey: parentKeySetter(assembly, keys) }
}

function pickMarks(
  { document, sources }: Assembly,
  tagged: readonly SourceDocument[],
  root: PdfValue | undefined,
): PdfDict {
  const marks = document.dictionary(tagged[0]?.catalog['/MarkInfo']) ?? {}
  // Pages without tags are read by their content only where the tags are not relied on.
  const hasUntagged = tagged.length < sources.length
  return {
    '/StructTreeRoot': root ?? null,
    '/MarkInfo': { ...marks, '/Marked': true, ...(hasUntagged && { '/Suspects': true }) },
  }
}

interface MergedRoots {
  readonly kids: PdfValue[]
  readonly entries: PdfDict
  readonly ids: Map<string, PdfValue>
  /** Elements by the number of marked content, for each page and form XObject. */
  readonly contentOf: Map<number, string[]>
  readonly elementOf: Map<number, string>
}

function mergeRoots(assembly: Assembly, tagged: readonly SourceDocument[], root: string): MergedRoots {
  const { document } = assembly
  const kids: PdfValue[] = []
  const ids = new Map<string, PdfValue>()
  const contentOf = new Map<number, string[]>()
  const elementOf = new Map<number, string>()
  const [roles, classes]: [PdfDict, PdfDict] = [{}, {}]
  const namespaces: PdfValue[] = []
  const usedIds = new Set<string>()
  const language = document.resolve(assembly.sources[0]?.catalog['/Lang'])
  for (const [index, source] of tagged.entries()) {
    const { '/StructTreeRoot': sourceRoot = null, '/Lang': ownLanguage } = source.catalog
    const number = referencedNumber(sourceRoot)
    if (number !== undefined) assembly.removed.add(number)
    const tree = document.dictionary(sourceRoot) ?? {}
    const sourceIds = readTree(document, tree['/IDTree'], '/Names').map(([id]) => String(id))
    const isIdTaken = sourceIds.some(id => usedIds.has(id))
    for (const id of sourceIds) usedIds.add(id)
    const rules: ElementRules = {
      roles: mergeEntries(document, roles, document.dictionary(tree['/RoleMap']) ?? {}),
      classes: mergeEntries(document, classes, document.dictionary(tree['/ClassMap']) ?? {}),
      idPrefix: isIdTaken ? `${index + 1}-` : '',
      isWhole: source.isWhole,
      contentOf,
      elementOf,
      ids,
      // The language of the document is that of the first source.
      language: document.resolve(ownLanguage) === language ? undefined : document.resolve(ownLanguage),
    }
    namespaces.push(...document.array(tree['/Namespaces']))
    for (const copies of [undefined, ...source.copies])
      kids.push(...keepElements(assembly, rules, tree['/K'], root, copies))
  }
  const entries: PdfDict = {
    ...(Object.keys(roles).length > 0 && { '/RoleMap': roles }),
    ...(Object.keys(classes).length > 0 && { '/ClassMap': classes }),
    ...(namespaces.length > 0 && { '/Namespaces': namespaces }),
  }
  return { kids, entries, ids, contentOf, elementOf }
}

function parentKeySetter(
  { document }: Assembly,
  keys: ReadonlyMap<number, number>,
): Structure['setParentKey'] {
  return (number, body) => {
    if (!body.includes('"/StructParent')) return
    const dictionary = document.dictionary(referenceTo(number))
    if (dictionary === undefined) return
    const { '/StructParents': ofContent, '/StructParent': ofObject, ...rest } = dictionary
    if (ofContent === undefined && ofObject === undefined) return
    const key = keys.get(number)
    const name = ofContent === undefined ? '/StructParent' : '/StructParents'
    document.set(number, key === undefined ? rest : { ...rest, [name]: key })
  }
}
