/** What PDF/A forbids in single objects: actions, transfer functions, interpolation, alternates, metadata of parts, invalid profiles. */
import { isDictionary, isName, type PdfDict, type PdfValue } from '../../qpdf/pdf-value.ts'
import type { ArchiveEdit } from './archive-edit.ts'

const actionTypes = new Set(['/GoTo', '/GoToR', '/GoToE', '/Thread', '/URI', '/Named', '/SubmitForm'])
const namedActions = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage'])
const intents = new Set(['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'])
const blendModes = new Set(
  `/Normal /Compatible /Multiply /Screen /Overlay /Darken /Lighten /ColorDodge /ColorBurn /HardLight /SoftLight /Difference
   /Exclusion /Hue /Saturation /Color /Luminosity`.split(/\s+/),
)

export function fixObjects(edit: ArchiveEdit): void {
  const { document } = edit
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    const before = object?.stream?.dict ?? object?.value ?? null
    const cleaned = fixValue(edit, before)
    const after = object?.stream !== undefined && isDictionary(cleaned) ? fixStream(edit, cleaned) : cleaned
    if (JSON.stringify(after) !== JSON.stringify(before)) document.set(number, after)
  })
}

function fixValue(edit: ArchiveEdit, value: PdfValue): PdfValue {
  if (Array.isArray(value)) return value.map(item => fixValue(edit, item))
  if (!isDictionary(value)) return value
  const fixed: PdfDict = {}
  for (const [key, item] of Object.entries(value))
    if (isKept(edit, value, key, item)) fixed[key] = fixValue(edit, item)
  return isGraphicsState(value) ? fixGraphicsState(edit, fixed) : fixed
}

function isKept(edit: ArchiveEdit, dict: PdfDict, key: string, item: PdfValue): boolean {
  if (key === '/AA') {
    edit.changes.add('Actions that start by themselves were removed.')
    return false
  }
  const isActionKey = key === '/A' || key === '/OpenAction' || key === '/Next' || key === '/PA'
  if (isActionKey && isForbiddenAction(edit, item)) return false
  // Of images, pages and fonts; the document gets its own.
  if (key === '/Metadata' && dict['/Type'] !== '/Catalog') return false
  if (key === '/PresSteps') return false
  return true
}

function isForbiddenAction({ document, changes }: ArchiveEdit, value: PdfValue): boolean {
  if (Array.isArray(document.resolve(value))) return false
  const action = document.dictionary(value)
  const type = document.resolve(action?.['/S'])
  if (
    action === undefined ||
    !isName(type) ||
    (action['/Type'] !== undefined && action['/Type'] !== '/Action')
  )
    return false
  const isPermitted = actionTypes.has(type) && (type !== '/Named' || namedActions.has(String(action['/N'])))
  // Elements of the structure have a kind at /S and attributes at /A.
  if (isPermitted || action['/O'] !== undefined || action['/K'] !== undefined) return false
  changes.add(`Actions of the kind ${type.slice(1, 40)} were removed.`)
  return true
}

function isGraphicsState(dict: PdfDict): boolean {
  if (dict['/Type'] !== undefined) return dict['/Type'] === '/ExtGState'
  // A soft mask has a transfer function, too, which is permitted.
  return dict['/G'] === undefined && ['/BM', '/TR', '/TR2', '/HT', '/HTP', '/OPM'].some(key => key in dict)
}

function fixGraphicsState({ document, changes }: ArchiveEdit, dict: PdfDict): PdfDict {
  const { '/TR': transfer, '/TR2': transfer2, '/HT': halftone, '/HTP': phase, '/OPM': _mode, ...kept } = dict
  const functions = [transfer, transfer2].map(value => document.resolve(value))
  if (functions.some(value => value !== null && value !== '/Identity' && value !== '/Default'))
    changes.add('Transfer functions, which change colors on one printer, were removed.')
  if (halftone !== undefined || phase !== undefined) changes.add('Halftones for one printer were removed.')
  const mode = document.resolve(kept['/BM'])
  const modes = [mode].flat().filter(isName)
  if (modes.length > 0 && !modes.every(each => blendModes.has(each)))
    kept['/BM'] = modes.find(each => blendModes.has(each)) ?? '/Normal'
  const intent = document.resolve(kept['/RI'])
  if (isName(intent) && !intents.has(intent)) delete kept['/RI']
  return kept
}

function fixStream({ document, changes }: ArchiveEdit, dict: PdfDict): PdfDict {
  if (dict['/Subtype'] === '/Form') {
    const { '/OPI': _opi, '/PS': _ps, '/Subtype2': _subtype, '/Ref': reference, ...kept } = dict
    if (reference !== undefined) changes.add('References to pages of other files were removed.')
    return kept
  }
  if (dict['/Subtype'] !== '/Image') return dict
  const { '/Alternates': _alternates, '/OPI': _opi, '/Interpolate': _interpolate, ...kept } = dict
  const intent = document.resolve(kept['/Intent'])
  if (isName(intent) && !intents.has(intent)) delete kept['/Intent']
  return kept
}
