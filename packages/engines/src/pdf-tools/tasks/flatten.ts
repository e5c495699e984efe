/** Makes form fields and comments part of the content of pages. */
import { join } from 'node:path'
import type { flattenPdf } from '@filesmith/contract/operations/pdf/flatten-pdf'
import { z } from 'zod'
import { assembleForEditing } from '../assemble/assemble.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { readCatalog } from '../qpdf/catalog.ts'
import { readQpdfObjects, updateObjects } from '../qpdf/pdf-document.ts'
import { dictOf, type IndirectObject, isDictionary, isReference, type PdfValue } from '../qpdf/pdf-value.ts'
import { type PdfPage, readPages } from '../qpdf/read-pages.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

type FlattenOptions = z.output<typeof flattenPdf.options>

/** A key of pages that no reader knows, under which annotations wait until the others are flattened. */
const waitingKey = '/FilesmithAnnots'
/** Their place has a meaning only as an annotation. */
const keptSubtypes: readonly PdfValue[] = ['/Link', '/Popup']
const flattenArgs = ['--generate-appearances', '--flatten-annotations=all']

const formSchema = z.object({
  acroform: z.object({
    needappearances: z.boolean(),
    fields: z.array(z.object({ value: z.unknown(), fieldtype: z.string().nullish() })),
  }),
})

export async function flatten({ job, report }: TaskRun, options: FlattenOptions): Promise<PdfReport> {
  const { path, warnings } = await assembleForEditing(job, options.pages)
  report(30, 'pages')
  const flattened = await flattenFile(job, path, options.comments)
  report(80, 'pages')
  await writeResult(job, flattened.path)
  return { notes: [...flattened.notes], warnings: [...warnings, ...flattened.warnings] }
}

interface Flattened {
  readonly path: string
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Of a file without object streams. */
export async function flattenFile(
  { outFolder }: Pick<PdfJob, 'outFolder'>,
  path: string,
  hasComments: boolean,
): Promise<Flattened> {
  const form = formSchema.parse(
    JSON.parse((await runQpdf([path, '--json=2', '--json-key=acroform'])).stdout),
  ).acroform
  const setAside = await annotationsToKeep(path, hasComments)
  const flat = join(outFolder, 'flat.pdf')
  await updateObjects({ path, resultPath: flat, args: flattenArgs }, setAside)
  const changes = await annotationsBack(flat)
  const catalog = await readCatalog(flat)
  const { '/AcroForm': _, ...withoutForm } = catalog.dict
  changes.set(catalog.reference, { value: withoutForm })
  const restored = join(outFolder, 'restored.pdf')
  await updateObjects({ path: flat, resultPath: restored }, changes)
  const mayDiffer = form.needappearances && form.fields.some(({ value }) => isBeyondLatin(value))
  return {
    path: restored,
    notes: notesOn(form.fields),
    warnings: mayDiffer ? ['Some form entries may look different: the file has no appearance for them.'] : [],
  }
}

function notesOn(fields: readonly { readonly fieldtype?: string | null | undefined }[]): string[] {
  if (fields.length === 0) return []
  const isSigned = fields.some(({ fieldtype }) => fieldtype === '/Sig')
  return [
    fields.length === 1
      ? '1 form field was flattened; it can no longer be filled in.'
      : `${fields.length} form fields were flattened; they can no longer be filled in.`,
    ...(isSigned ? ['Digital signatures are no longer valid; only their appearance was kept.'] : []),
  ]
}

/** qpdf draws the values of such fields with question marks. */
function isBeyondLatin(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.startsWith('u:') &&
    [...value].some(character => (character.codePointAt(0) ?? 0) > 255)
  )
}

/** Pages whose annotations that stay are out of the reach of qpdf. */
async function annotationsToKeep(path: string, hasComments: boolean): Promise<Map<string, IndirectObject>> {
  const { pages } = await readPages(path)
  const known = await loadAll(
    path,
    pages.map(({ dict }) => dict['/Annots']),
  )
  const annotationsOf = (page: PdfPage) => listOf(page.dict['/Annots'], known)
  const annotations = await loadAll(path, pages.flatMap(annotationsOf))
  const stays = (annotation: PdfValue) => {
    const dict = isDictionary(annotation)
      ? annotation
      : dictOf(isReference(annotation) ? annotations.get(annotation) : undefined)
    const subtype = dict['/Subtype'] ?? null
    return hasComments ? keptSubtypes.includes(subtype) : subtype !== '/Widget'
  }
  return new Map(
    pages
      .filter(page => annotationsOf(page).some(stays))
      .map(page => [
        page.reference,
        {
          value: {
            ...page.dict,
            '/Annots': annotationsOf(page).filter(annotation => !stays(annotation)),
            [waitingKey]: annotationsOf(page).filter(stays),
          },
        },
      ]),
  )
}

async function annotationsBack(path: string): Promise<Map<string, IndirectObject>> {
  const { pages } = await readPages(path)
  const known = await loadAll(
    path,
    pages.map(({ dict }) => dict['/Annots']),
  )
  return new Map(
    pages
      .filter(({ dict }) => waitingKey in dict)
      .map(({ reference, dict: { [waitingKey]: waiting = [], ...dict } }) => [
        reference,
        {
          value: { ...dict, '/Annots': [...listOf(dict['/Annots'], known), ...listOf(waiting, known)] },
        },
      ]),
  )
}

async function loadAll(path: string, values: readonly (PdfValue | undefined)[]) {
  const references = [...new Set(values.filter(isReference))]
  return references.length === 0
    ? new Map<string, IndirectObject>()
    : (await readQpdfObjects(path, references)).objects
}

function listOf(value: PdfValue | undefined, known: ReadonlyMap<string, IndirectObject>): PdfValue[] {
  const list = isReference(value) ? known.get(value)?.value : value
  return Array.isArray(list) ? list : []
}
