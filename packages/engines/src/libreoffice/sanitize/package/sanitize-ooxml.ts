/** Removes references to files, URLs and programs from XLSX, PPTX and VSDX: links, connections, formulas, media and macros. */
import { JobFailure } from '../../../process/job-failure.ts'
import { damagedPackage, type PackagePart } from '../../../translation/documents/docx/package/read-package.ts'
import { requireFormat } from '../../../translation/documents/docx/protected/decrypt-if-protected.ts'
import { clickableLink } from '../links.ts'
import { isLinkingFormula } from './linking-formula.ts'
import type { TagVerdict, XmlRules, XmlTag } from './rewrite-xml.ts'
import { isKeptRelation, lastSegment } from './sanitize-docx.ts'
import { openPackage, type PackageRules, sanitizeParts } from './sanitize-package.ts'

const words = (text: string) => new Set(text.trim().split(/\s+/))

const droppedRelations: ReadonlySet<string> = words(`
  connections customXml dialogsheet externalLink externalLinkLongPath externalLinkPath macrosheet model queryTable
  powerPivotData slideUpdateUrl volatileDependencies webExtension webextensiontaskpanes xlIntlMacrosheet xlMacrosheet
`)

const droppedElements: ReadonlySet<string> = words(`
  audioCd audioFile control controls custDataLst customControls dbPr ddeLink embeddedFont externalData externalReferences
  functionGroups HLinks HyperlinkBase modelVerifier oleLink oleObjects olapPr quickTimeFile smartTagPr snd sndAc stSnd
  Template textPr videoFile wavAudioFile webPr webPublishItems webPublishing
`)
/** Linked files of images and shapes. */
const droppedAttributes: ReadonlySet<string> = words('althref link src invalidUrl')
/** Elements whose text is a formula. */
const formulaElements: ReadonlySet<string> = words(`
  calculatedColumnFormula definedName f formula formula1 formula2 oldFormula totalsRowFormula
`)
const droppedFolders =
  /(?:^|\/)(?:embeddings|activeX|fonts|afchunk|externalLinks|queryTables|ctrlProps|webextensions|customXml|macrosheets|dialogsheets|model)\/|(?:^|\/)(?:connections|vbaData)\.xml$/i

function createPackageRules(createMarkupRules: (written: string[]) => XmlRules): PackageRules {
  return {
    isXml: name => /\.(?:xml|rels|vml)$/i.test(name),
    isDropped: name => droppedFolders.test(name),
    rulesFor: name => (/\.rels$/i.test(name) ? () => relationRules : createMarkupRules),
  }
}

const relationRules: XmlRules = {
  open: tag => {
    if (tag.local !== 'Relationship') return tag.attributes
    const type = lastSegment(attributeOf(tag, 'Type'))
    return isKeptRelation(tag) && !droppedRelations.has(type) ? tag.attributes : 'drop'
  },
}

const presentationRules = createPackageRules(() => ({ open: openElement }))
const workbookRules = createPackageRules(createWorkbookRules)

export function sanitizeXlsx(file: Buffer): PackagePart[] {
  const parts = openPackage(requireFormat(file, 'xlsx'), workbookRules)
  // The binary variant (XLSB) has no markup that could be sanitized.
  if (parts.some(({ name }) => /^xl\/workbook\.bin$/i.test(name))) throw new JobFailure('unsupported-variant')
  return sanitizeParts(withMainPart(parts, /^xl\/workbook\d*\.xml$/i), workbookRules)
}

export function sanitizePptx(file: Buffer): PackagePart[] {
  const parts = openPackage(requireFormat(file, 'pptx'), presentationRules)
  return sanitizeParts(withMainPart(parts, /^ppt\/presentation\d*\.xml$/i), presentationRules)
}

export function sanitizeVsdx(file: Buffer): PackagePart[] {
  const parts = openPackage(file, presentationRules)
  return sanitizeParts(withMainPart(parts, /^visio\/document\.xml$/i), presentationRules)
}

/** LibreOffice would open a package without content as an empty document. */
function withMainPart(parts: PackagePart[], main: RegExp): PackagePart[] {
  if (!parts.some(({ name }) => main.test(name))) throw damagedPackage('no main part')
  return parts
}

function attributeOf({ attributes }: XmlTag, name: string): string {
  return attributes.find(({ local }) => local === name)?.value ?? ''
}

function openElement({ local, attributes }: XmlTag): TagVerdict {
  if (droppedElements.has(local)) return 'drop'
  // A shape links to its own `href`; `o:href` and `r:href` name the file of an image.
  return attributes.filter(({ name, local: key, value }) => {
    if (droppedAttributes.has(key) || key === 'macro') return false
    // Actions of a click: jumps stay, programs, macros and media do not.
    if (key === 'action' && value !== '') return /^ppaction:\/\/hlinks?(?:howjump|ldjump)/i.test(value)
    return key !== 'href' || (name === key && local !== 'imagedata' && clickableLink(value) !== undefined)
  })
}

/** A formula that reads other files is removed, and the cell keeps its saved value. */
function createWorkbookRules(written: string[]): XmlRules {
  /** Shared formulas that were removed: other cells refer to them by index. */
  const removed = new Set<string>()
  let formula = ''
  let shared: string | undefined

  return {
    open(tag) {
      if (!formulaElements.has(tag.local)) return openElement(tag)
      formula = ''
      shared = attributeOf(tag, 't') === 'shared' ? attributeOf(tag, 'si') : undefined
      return tag.attributes
    },
    text(value, parent) {
      if (formulaElements.has(parent)) formula += value
      return value
    },
    close(local, first, last) {
      if (!formulaElements.has(local)) return
      const isRemoved =
        isLinkingFormula(formula) || (shared !== undefined && formula === '' && removed.has(shared))
      if (!isRemoved) return
      if (shared !== undefined) removed.add(shared)
      for (let fragment = first; fragment <= last; fragment++) written[fragment] = ''
    },
  }
}
