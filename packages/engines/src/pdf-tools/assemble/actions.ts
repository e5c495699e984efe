/** Actions of pages, annotations and bookmarks, without those that lead to removed pages. */
import { isDictionary, type PdfDict, type PdfValue } from '../qpdf/pdf-value.ts'
import type { Assembly, SourceDocument } from './assembly.ts'
import type { Destinations } from './destinations.ts'

const maxChain = 20

type Context = Pick<Assembly, 'document'> & { readonly destinations: Destinations }

/** The action as it is written; undefined where its page was removed. */
export function keepAction(
  context: Context,
  value: PdfValue | undefined,
  source: SourceDocument,
  depth = 0,
): PdfValue | undefined {
  const action = context.document.dictionary(value)
  if (action === undefined || value === undefined || depth > maxChain) return undefined
  const next = context.document.resolve(action['/Next'])
  const following = (isDictionary(next) ? [next] : Array.isArray(next) ? next : []).map(each => ({
    each,
    kept: keepAction(context, each, source, depth + 1),
  }))
  const kept = following.flatMap(({ kept }) => (kept === undefined ? [] : [kept]))
  const isJump = action['/S'] === '/GoTo'
  const destination = isJump ? context.destinations.keep(action['/D'], source) : undefined
  if (isJump && destination === undefined) return kept[0]
  const isSame = destination === action['/D'] && following.every(({ each, kept }) => each === kept)
  if (!isJump && following.length === 0) return value
  if (isSame) return value
  const { '/Next': _, ...rest } = action
  return {
    ...rest,
    ...(destination !== undefined && { '/D': destination }),
    ...(kept.length > 0 && { '/Next': kept }),
  }
}

/** Actions by the event that triggers them (/AA). */
export function keepTriggers(
  context: Context,
  value: PdfValue | undefined,
  source: SourceDocument,
): PdfDict | undefined {
  const kept: PdfDict = {}
  for (const [event, action] of Object.entries(context.document.dictionary(value) ?? {})) {
    const keptAction = keepAction(context, action, source)
    if (keptAction !== undefined) kept[event] = keptAction
  }
  return Object.keys(kept).length === 0 ? undefined : kept
}

/** /Dest, /A and /AA of an annotation or bookmark. The result has none of them where their pages were removed. */
export function keepTargets(context: Context, dictionary: PdfDict, source: SourceDocument): PdfDict {
  if (!('/Dest' in dictionary || '/A' in dictionary || '/AA' in dictionary)) return dictionary
  const { '/Dest': dest, '/A': action, '/AA': triggers, ...rest } = dictionary
  const keptDest = dest === undefined ? undefined : context.destinations.keep(dest, source)
  const keptAction = keepAction(context, action, source)
  const keptTriggers = keepTriggers(context, triggers, source)
  return {
    ...rest,
    ...(keptDest !== undefined && { '/Dest': keptDest }),
    ...(keptAction !== undefined && { '/A': keptAction }),
    ...(keptTriggers !== undefined && { '/AA': keptTriggers }),
  }
}
