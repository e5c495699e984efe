/** Keeps the structure elements whose content is on pages of the result, or copies those of repeated pages. */
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  pdfString,
  referencedNumber,
  referenceTo,
  textOf,
} from '../qpdf/pdf-value.ts'
import type { Assembly, PageCopies } from './assembly.ts'

export interface ElementRules {
  /** New names where another source uses the name otherwise. */
  readonly roles: ReadonlyMap<string, string>
  readonly classes: ReadonlyMap<string, string>
  readonly idPrefix: string
  readonly isWhole: boolean
  readonly language: PdfValue | undefined
  readonly contentOf: Map<number, string[]>
  readonly elementOf: Map<number, string>
  readonly ids: Map<string, PdfValue>
}

interface KeptKid {
  readonly value: PdfValue
  /** Has content; an empty element, such as the cell of a table, only stays beside such ones. */
  readonly hasContent: boolean
  /** Some of its content was removed. */
  readonly isPartial: boolean
}

interface Walk {
  readonly assembly: Assembly
  readonly rules: ElementRules
  readonly copies: PageCopies | undefined
  readonly placed: ReadonlySet<number>
  readonly seen: Set<number>
}

const maxDepth = 1000
const maxContentNumber = 1_000_000
/** Text in place of content; it can quote what was removed. */
const replacementTexts = ['/Alt', '/ActualText', '/E', '/T'] as const

export function keepElements(
  assembly: Assembly,
  rules: ElementRules,
  kids: PdfValue | undefined,
  parent: string,
  copies: PageCopies | undefined,
): PdfValue[] {
  const placed = new Set(assembly.pages.map(({ number }) => number))
  const walk: Walk = { assembly, rules, copies, placed, seen: new Set() }
  const kept = listOf(assembly, kids).flatMap(kid => keepKid(walk, kid, parent, undefined, 0) ?? [])
  for (const { value } of kept) setLanguage(walk, value)
  return kept.filter(({ hasContent }) => hasContent).map(({ value }) => value)
}

function setLanguage({ assembly: { document }, rules: { language } }: Walk, value: PdfValue): void {
  const number = referencedNumber(value)
  const element = document.dictionary(value)
  if (typeof language !== 'string' || number === undefined || element?.['/Lang'] !== undefined) return
  document.set(number, { ...element, '/Lang': language })
}

/** One kid may be given without an array. */
function listOf({ document }: Pick<Assembly, 'document'>, kids: PdfValue | undefined): PdfValue[] {
  if (kids === undefined || kids === null) return []
  const found = document.resolve(kids)
  return Array.isArray(found) ? found : [kids]
}

function keepKid(
  walk: Walk,
  kid: PdfValue,
  parent: string,
  page: number | undefined,
  depth: number,
): KeptKid | undefined {
  const { document } = walk.assembly
  const found = document.resolve(kid)
  if (typeof found === 'number') return keepContent(walk, { '/MCID': found }, kid, parent, page)
  if (!isDictionary(found) || depth > maxDepth) return undefined
  if (found['/Type'] === '/OBJR' || '/Obj' in found) return keepObject(walk, found, kid, parent)
  if (found['/Type'] === '/MCR' || '/MCID' in found) return keepContent(walk, found, kid, parent, page)
  return keepElement(walk, kid, found, parent, page, depth)
}

/** Marked content: part of a page, or of a form XObject on it. */
function keepContent(
  walk: Walk,
  content: PdfDict,
  value: PdfValue,
  element: string,
  pageOfElement: number | undefined,
): KeptKid | undefined {
  const { copies, rules } = walk
  const page = referencedNumber(content['/Pg']) ?? pageOfElement
  const target = page === undefined ? undefined : resultPage(walk, page)
  const stream = referencedNumber(content['/Stm'])
  // Form XObjects have one parent tree entry, which leads to the elements of the original.
  if (target === undefined || (copies !== undefined && stream !== undefined)) return undefined
  const owner = stream ?? target
  const elements = rules.contentOf.get(owner) ?? []
  rules.contentOf.set(owner, elements)
  const mcid = Number(content['/MCID'])
  if (Number.isInteger(mcid) && mcid >= 0 && mcid < maxContentNumber) elements[mcid] = element
  const isMoved = copies !== undefined && '/Pg' in content
  return {
    value: isMoved ? { ...content, '/Pg': referenceTo(target) } : value,
    hasContent: true,
    isPartial: false,
  }
}

/** A link, form field or other annotation, or an XObject as a whole. */
function keepObject(
  { assembly: { removed }, copies, placed, rules }: Walk,
  content: PdfDict,
  value: PdfValue,
  element: string,
): KeptKid | undefined {
  const object = referencedNumber(content['/Obj'])
  const page = referencedNumber(content['/Pg'])
  const target = object === undefined || copies === undefined ? object : copies.annotations.get(object)
  if (target === undefined || removed.has(target)) return undefined
  if (copies === undefined && page !== undefined && !placed.has(page)) return undefined
  rules.elementOf.set(target, element)
  if (copies === undefined) return { value, hasContent: true, isPartial: false }
  const pageCopy = page === undefined ? undefined : copies.pages.get(page)
  const moved = {
    ...content,
    '/Obj': referenceTo(target),
    ...(pageCopy !== undefined && { '/Pg': referenceTo(pageCopy) }),
  }
  return { value: moved, hasContent: true, isPartial: false }
}

function keepElement(
  walk: Walk,
  value: PdfValue,
  element: PdfDict,
  parent: string,
  pageOfParent: number | undefined,
  depth: number,
): KeptKid | undefined {
  const { assembly, copies, rules, seen } = walk
  const { document } = assembly
  const original = referencedNumber(value)
  if (isSeen(seen, original)) return undefined
  const isNew = original === undefined || copies !== undefined
  const reference = isNew ? document.add(null) : value
  if (typeof reference !== 'string') return undefined
  const page = referencedNumber(element['/Pg'])
  const kids = listOf(assembly, element['/K'])
  const kept = kids.map(kid => keepKid(walk, kid, reference, page ?? pageOfParent, depth + 1))
  const left = kept.filter(kid => kid !== undefined)
  const hasContent = left.some(kid => kid.hasContent)
  if (!hasContent && (kids.length > 0 || !mayStayEmpty(walk, element, page))) {
    if (copies === undefined) markRemoved(walk, [value, ...left.map(kid => kid.value)])
    return undefined
  }
  const isPartial = left.length < kids.length || left.some(kid => kid.isPartial)
  const written: PdfDict = { ...element, '/P': parent }
  if (isPartial) for (const key of replacementTexts) delete written[key]
  if (isPartial || kept.some((kid, index) => kid?.value !== kids[index]))
    written['/K'] = left.map(kid => kid.value)
  setPage(walk, written, page)
  applyRules(walk, written, reference)
  if (isNew || !isSame(written, element)) document.set(referencedNumber(reference) ?? 0, written)
  return { value: reference, hasContent: hasContent || (copies === undefined && rules.isWhole), isPartial }
}

function setPage(walk: Walk, element: PdfDict, page: number | undefined): void {
  const pageInResult = page === undefined ? undefined : resultPage(walk, page)
  if (pageInResult === undefined) delete element['/Pg']
  else element['/Pg'] = referenceTo(pageInResult)
}

/** An element that contains itself, or is a part of two others, is taken once. */
function isSeen(seen: Set<number>, number: number | undefined): boolean {
  if (number === undefined) return false
  const wasSeen = seen.has(number)
  seen.add(number)
  return wasSeen
}

/** The page or its copy, if it is in the result. */
function resultPage({ copies, placed }: Walk, page: number): number | undefined {
  if (copies !== undefined) return copies.pages.get(page)
  return placed.has(page) ? page : undefined
}

function markRemoved({ assembly: { removed } }: Walk, values: readonly PdfValue[]): void {
  for (const value of values) {
    const number = referencedNumber(value)
    if (number !== undefined) removed.add(number)
  }
}

function mayStayEmpty(walk: Walk, element: PdfDict, page: number | undefined): boolean {
  if (page !== undefined) return resultPage(walk, page) !== undefined
  const hasText = replacementTexts.some(key => key in element)
  return !hasText || (walk.copies === undefined && walk.rules.isWhole)
}

function isSame(a: PdfDict, b: PdfDict): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => a[key] === b[key])
}

function applyRules(
  { rules, copies, assembly: { document } }: Walk,
  element: PdfDict,
  reference: string,
): void {
  const role = rules.roles.get(String(element['/S']))
  if (role !== undefined) element['/S'] = role
  if (element['/C'] !== undefined && rules.classes.size > 0) {
    const classes = listOf({ document }, element['/C'])
    element['/C'] = classes.map(name => rules.classes.get(String(name)) ?? name)
  }
  if (copies !== undefined) {
    // Ids must be unique.
    delete element['/ID']
    delete element['/Ref']
    return
  }
  const prefixed = (id: PdfValue) =>
    rules.idPrefix === '' ? id : pdfString(`${rules.idPrefix}${textOf(id)}`)
  const id = document.resolve(element['/ID'])
  if (typeof id === 'string') {
    const written = prefixed(id)
    if (written !== id) element['/ID'] = written
    rules.ids.set(String(written), reference)
  }
  if (rules.idPrefix !== '') prefixHeaders({ document }, element, prefixed)
}

/** Cells of a table name the ids of their headers. */
function prefixHeaders(
  { document }: Pick<Assembly, 'document'>,
  element: PdfDict,
  prefixed: (id: PdfValue) => PdfValue,
): void {
  if (element['/A'] === undefined) return
  const attributes = listOf({ document }, element['/A']).map(each => document.resolve(each))
  if (!attributes.some(each => isDictionary(each) && '/Headers' in each)) return
  element['/A'] = attributes.map(each =>
    isDictionary(each) && '/Headers' in each
      ? { ...each, '/Headers': document.array(each['/Headers']).map(prefixed) }
      : each,
  )
}
