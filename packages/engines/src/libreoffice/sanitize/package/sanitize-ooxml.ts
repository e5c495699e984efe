/** Removes references to files, URLs and programs from XLSX, PPTX and VSDX: links, connections, formulas, media and macros. */
import { JobFailure } from '../../../process/job-failure.ts'
import {
  damagedPackage,
  type PackagePart,
  unpack,
} from '../../../translation/documents/docx/package/read-package.ts'
import { requireFormat } from '../../../translation/documents/docx/protected/decrypt-if-protected.ts'
import { decodeXmlText } from '../../../translation/documents/docx/xml/xml-text.ts'
import { clickableLink } from '../links.ts'
import { findLinkingNames, isLinkingFormula } from './linking-formula.ts'
import { decodeXml, type TagVerdict, type XmlRules, type XmlTag } from './rewrite-xml.ts'
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
const workbookRules = (linkingNames: ReadonlySet<string>) =>
  createPackageRules(written => createWorkbookRules(written, linkingNames))
const workbookPart = /^xl\/workbook\d*\.xml$/i

export function sanitizeXlsx(file: Buffer): PackagePart[] {
  const parts = openPackage(requireFormat(file, 'xlsx'), workbookRules(new Set()))
  // The binary variant (XLSB) has no markup that could be sanitized.
  if (parts.some(({ name }) => /^xl\/workbook\.bin$/i.test(name))) throw new JobFailure('unsupported-variant')
  return sanitizeParts(withMainPart(parts, workbookPart), workbookRules(linkingNamesOf(parts)))
}

/** Without a parser: a name that this does not find is removed all the same, and its cells show an error. */
function linkingNamesOf(parts: readonly PackagePart[]): ReadonlySet<string> {
  const definitions = parts
    .filter(({ name }) => workbookPart.test(name))
    .flatMap(part => [...decodeXml(unpack(part)).matchAll(/<(?:\w+:)?definedName\s([^<>]*)>([^<]*)</g)])
    .map(([, attributes = '', formula = '']) => {
      const [, name = ''] = /(?:^|\s)name="([^"]*)"/.exec(attributes) ?? []
      return [decodeXmlText(name), decodeXmlText(formula)] as const
    })
  return findLinkingNames(definitions, isLinkingFormula)
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

/** A formula that reads other files or the machine is removed, and the cell keeps its saved value. */
function createWorkbookRules(written: string[], linkingNames: ReadonlySet<string>): XmlRules {
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
        isLinkingFormula(formula, linkingNames) ||
        (shared !== undefined && formula === '' && removed.has(shared))
      if (!isRemoved) return
      if (shared !== undefined) removed.add(shared)
      for (let fragment = first; fragment <= last; fragment++) written[fragment] = ''
    },
  }
}
