/** The request of an action: which uploads, and which of their pages. */
import { writePageList } from '@filesmith/contract/pdf/page-list'
import type { UploadedFile } from '../../../lib/file-list/listed-file.ts'
import {
  allPages,
  type PageWorkspace,
  targetPages,
  usedSources,
  type WorkDocument,
} from '../model/page-workspace.ts'
import { listPages } from '../model/saved-history.ts'
import { listedDocuments } from '../model/select-pages.ts'
import { type Placed, placedOptions } from '../placing/placed-options.ts'
import { isSignaturePath } from '../signature/signature.ts'
import { sourceOfPath } from '../sources/source-path.ts'
import { eachResultOf, type FieldValues, optionsOf, type WorkbenchAction } from './workbench-action.ts'

/** Field of the ranges that become documents. */
export const rangesName = 'ranges'

type DocumentsAction = Pick<WorkbenchAction, 'pages' | 'separates' | 'canSeparatePages' | 'fields'>

/** The documents that an action makes, changes or compares. */
export function documentsFor(
  action: DocumentsAction,
  values: FieldValues,
  workspace: PageWorkspace,
): readonly Pick<WorkDocument, 'pages'>[] {
  return pagesOf(action, values, workspace).filter(({ pages }) => pages.length > 0)
}

function pagesOf(
  action: DocumentsAction,
  values: FieldValues,
  workspace: PageWorkspace,
): readonly Pick<WorkDocument, 'pages'>[] {
  const { documents } = workspace
  const each = eachResultOf(action, values)
  if (each === 'page') return allPages(workspace).map(page => ({ pages: [page] }))
  if (action.pages === 'documents' || each === 'document') return documents
  if (action.pages === 'selected') return [{ pages: targetPages(workspace) }]
  if (action.pages === 'all') return [{ pages: allPages(workspace) }]
  if (action.pages === 'ranges') {
    const listed = listedDocuments(workspace, String(values[rangesName] ?? ''))
    return 'problem' in listed ? [] : listed.documents.map(listedPages => ({ pages: listedPages }))
  }
  const chosen = action.fields.filter(({ kind }) => kind === 'document')
  return chosen.flatMap(({ name }) => documents[Number(values[name]) - 1] ?? [])
}

export function actionRequest(
  action: DocumentsAction & Pick<WorkbenchAction, 'options' | 'placing' | 'drawsImage'>,
  values: FieldValues,
  workspace: PageWorkspace,
  uploads: readonly UploadedFile[],
  placed: Placed = { places: [], signature: undefined },
): Readonly<Record<string, unknown>> {
  const documents = documentsFor(action, values, workspace)
  const used = usedSources(documents.map(({ pages }) => ({ id: '', name: '', pages })))
  const files = uploads.filter(({ path }) => used.has(sourceOfPath(path)))
  const numbers = new Map(files.map(({ path }, index) => [sourceOfPath(path), index + 1]))
  const hasImage = action.placing === 'stamp' ? placed.signature !== undefined : action.drawsImage
  const images = hasImage ? uploads.filter(({ path }) => isSignaturePath(path)) : []
  return {
    ...optionsOf(action, values),
    ...placedOptions(action, placed, documents, values),
    pages: writePageList(documents.map(document => listPages(document, numbers))),
    files: [...files, ...images].map(({ uploadId }) => ({ uploadId })),
  }
}
