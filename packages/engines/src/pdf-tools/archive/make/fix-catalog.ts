/** What PDF/A forbids in the catalog: scripts, attachments, XFA, automatic layers, demands on the viewer. */
import { type PdfDict, type PdfValue, pdfString, textOf } from '../../qpdf/pdf-value.ts'
import { readTree } from '../../qpdf/trees.ts'
import type { ArchiveEdit } from './archive-edit.ts'

const dropped = [
  '/AA',
  '/Requirements',
  '/NeedsRendering',
  '/Perms',
  '/Collection',
  '/Metadata',
  '/OutputIntents',
  '/Version',
  '/Extensions',
]

/** The catalog as it is written, without output intents and metadata. */
export function fixCatalog(edit: ArchiveEdit): PdfDict {
  const { document, changes } = edit
  const catalog = document.dictionary(document.trailer()['/Root']) ?? {}
  const kept: PdfDict = Object.fromEntries(Object.entries(catalog).filter(([key]) => !dropped.includes(key)))
  if (catalog['/Perms'] !== undefined) changes.add('Permissions by signatures were removed.')
  const names = document.dictionary(catalog['/Names'])
  if (names !== undefined) kept['/Names'] = fixNames(edit, names)
  const form = document.dictionary(catalog['/AcroForm'])
  if (form !== undefined) {
    const { '/XFA': xfa, '/NeedAppearances': _, ...rest } = form
    if (xfa !== undefined) changes.add('The XFA form was removed; the form fields are still there.')
    kept['/AcroForm'] = rest
  }
  const layers = document.dictionary(catalog['/OCProperties'])
  if (layers !== undefined) kept['/OCProperties'] = fixLayers(edit, layers)
  return kept
}

function fixNames(edit: ArchiveEdit, names: PdfDict): PdfDict {
  const {
    '/JavaScript': scripts,
    '/EmbeddedFiles': files,
    '/AlternatePresentations': _,
    '/Renditions': _media,
    ...kept
  } = names
  if (scripts !== undefined) edit.changes.add('JavaScript was removed.')
  for (const [key, value] of readTree(edit.document, files, '/Names')) {
    const dict = edit.document.dictionary(value)
    const name = textOf(edit.document.resolve(dict?.['/UF'] ?? dict?.['/F'] ?? key))
    edit.changes.add(
      `The attachment ${name.slice(0, 80)} was removed, because only PDF/A files may be attached.`,
    )
  }
  return kept
}

function fixLayers({ document }: ArchiveEdit, properties: PdfDict): PdfDict {
  const groups = document.array(properties['/OCGs'])
  const names = new Set<string>()
  const fixConfiguration = (value: PdfValue | undefined): PdfDict => {
    const { '/AS': _, ...dict } = document.dictionary(value) ?? {}
    const given = textOf(document.resolve(dict['/Name'])) || 'Layers'
    let name = given
    for (let count = 2; names.has(name); count++) name = `${given} ${count}`
    names.add(name)
    return {
      ...dict,
      '/Name': pdfString(name),
      ...(dict['/Order'] !== undefined && {
        '/Order': withAllGroups(document.array(dict['/Order']), groups),
      }),
    }
  }
  const configurations = document.array(properties['/Configs'])
  return {
    ...properties,
    '/D': fixConfiguration(properties['/D']),
    ...(configurations.length > 0 && { '/Configs': configurations.map(fixConfiguration) }),
  }
}

function withAllGroups(order: PdfValue[], groups: readonly PdfValue[]): PdfValue[] {
  const text = JSON.stringify(order)
  return [...order, ...groups.filter(group => !text.includes(`"${String(group)}"`))]
}
