/** State of the PDF Workbench: pages with undo, files, action, job, and what is restored after a reload. */
import { checkFiles } from '@filesmith/contract/check-files'
import { pdfOperations } from '@filesmith/contract/operations/pdf/registry'
import { maxPdfFiles } from '@filesmith/contract/operations/pdf/source-fields'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { type FileNote, filterPickedFiles, noteOf, pathsOf } from '../../lib/file-list/filter-picked-files.ts'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { readSavedWork, saveWork } from '../../lib/job/saved-work.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { readTabWork, saveTabWork } from '../../lib/tab-work.ts'
import { actionRequest, documentsFor } from './actions/action-request.ts'
import { defaultAction, findAction } from './actions/registry.ts'
import {
  type FieldValues,
  initialValues,
  problemOf,
  savedValues,
  type WorkbenchAction,
} from './actions/workbench-action.ts'
import type { PageDrawing } from './drawing/page-drawing.ts'
import { missingInForm, sentFormValues, useForm } from './form/use-form.ts'
import { describeChange } from './model/describe-change.ts'
import { allPages, usedSources } from './model/page-workspace.ts'
import { type RestoredHistory, readHistory, writeHistory } from './model/saved-history.ts'
import { emptyWorkspaceHistory, type WorkspaceAction, workspaceReducer } from './model/workspace-history.ts'
import { missingPlace } from './placing/missing-place.ts'
import { writePlaces } from './placing/place.ts'
import { useImageUpload, usePlacing } from './placing/use-placing.ts'
import { isSignaturePath } from './signature/signature.ts'
import { isAcceptedFile } from './sources/group-picked.ts'
import { sourceOfPath } from './sources/source-path.ts'
import { type Source, useSources } from './sources/use-sources.ts'

const workbenchToolId = 'workbench'

const savedSchema = z.object({
  workspace: z.string(),
  action: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  places: z.string().optional(),
})

/** Of this tab, with files that were not uploaded yet, or else of an earlier visit. */
function readSaved() {
  const tab = readTabWork(workbenchToolId, savedSchema)
  if (tab) return tab
  try {
    return savedSchema.parse(JSON.parse(String(readSavedWork(workbenchToolId).options.state)))
  } catch {
    return undefined
  }
}

export type Workbench = ReturnType<typeof useWorkbench>

export function useWorkbench(drawing: PageDrawing, maxBytes: number) {
  const [saved] = useState(readSaved)
  const [restored] = useState(() => readHistory(saved?.workspace))
  const { history, said, dispatch } = useHistory(restored)
  const [action, setAction] = useState(findAction(saved?.action) ?? defaultAction)
  const [values, setValues] = useState<FieldValues>({
    ...initialValues(action?.fields ?? []),
    ...saved?.values,
  })
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const [askedSource, setAskedSource] = useState<string>()
  const { present } = history
  const placing = usePlacing(saved?.places, restored?.history)
  const isComparison = action?.operation === 'compare-pdfs'

  const job = useJob({
    toolId: workbenchToolId,
    purpose: 'organize-pdf',
    path: pdfOperations[action?.operation ?? 'organize-pdf'].path,
    kind: conversionJob,
    acceptsPassword: true,
    texts: {
      failed: workbenchMessages.failed,
      unanswered: workbenchMessages.requestFailed,
      // Shown on the page.
      ...(!isComparison && { succeeded: () => workbenchMessages.succeeded }),
      canceled: () => workbenchMessages.canceled,
      deleted: workbenchMessages.deleted,
      downloadMissing: workbenchMessages.downloadMissing,
    },
  })
  const files = useSources({
    drawing,
    list: job.list,
    documents: present.documents,
    restored: restored?.sources ?? [],
    dispatch,
  })
  const { sources } = files
  useImageUpload(job.list, action, placing, present)

  const hasDocuments = present.documents.length > 0
  const fields = action?.fields ?? []
  const savedState = {
    workspace: writeHistory(history, [...sources.values()]),
    action: action?.id ?? '',
    values: savedValues(fields, values),
    places: writePlaces(placing.places),
  }
  const savedText = JSON.stringify(savedState)
  const uploadedCount = uploadedFilesOf(job.list.files).length
  const save = useEffectEvent(() => {
    saveTabWork(workbenchToolId, hasDocuments ? savedState : undefined)
    saveWork(workbenchToolId, { options: { state: savedText } })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the state, and is saved together with uploads
  useEffect(() => save(), [savedText, uploadedCount])

  const used = usedSources(present.documents)
  const usedFiles = [...sources.values()].filter(({ id }) => used.has(id))
  const openFiles = usedFiles.filter(({ state }) => state.phase === 'open').map(({ id }) => id)
  const form = useForm(drawing, present, openFiles, action?.view === 'form')
  const locked = usedFiles.filter(({ state }) => state.phase === 'locked')

  const findMissing = (chosen: WorkbenchAction): string | undefined => {
    if (!hasDocuments) return workbenchMessages.noFile
    const isOpening = usedFiles.some(({ state: { phase } }) => phase === 'opening' || phase === 'converting')
    const pending = present.documents.find(document => document.pending !== undefined)
    if (pending && isOpening) return workbenchMessages.stillOpening
    if (locked.length > 0) return workbenchMessages.lockedFile
    if (allPages(present).length === 0) return workbenchMessages.noPages
    if (chosen.pages === 'selected' && present.selected.size === 0) return workbenchMessages.noSelection
    if (chosen.pages === 'chosen-documents' && isIncomplete(chosen)) return workbenchMessages.compare.needsTwo
    const needed = usedSources(
      documentsFor(chosen, values, present).map(({ pages }) => ({ id: '', name: '', pages })),
    )
    const listedIds = new Set(job.list.files.map(({ path }) => sourceOfPath(path)))
    const absent = usedFiles.find(({ id }) => needed.has(id) && !listedIds.has(id))
    if (absent) return workbenchMessages.state.missing(absent.name)
    return (
      missingInForm(chosen, form, values) ??
      chosen.fields.map(field => problemOf(field, values[field.name])).find(Boolean) ??
      chosen.problem?.(values, present) ??
      missingPlace(chosen, values, placing, present)
    )
  }

  const isIncomplete = (chosen: WorkbenchAction) =>
    documentsFor(chosen, values, present).length <
    chosen.fields.filter(({ kind }) => kind === 'document').length

  const choose = (id: string) => {
    const chosen = findAction(id)
    if (chosen === undefined || chosen === action) return
    setAction(chosen)
    setValues(initialValues(chosen.fields))
  }

  const start = (chosen: WorkbenchAction, enteredPassword?: string) => {
    setNotes([])
    const sentValues = chosen.view === 'form' ? sentFormValues(form, values) : values
    // An upload that no page needs must not delay the job.
    for (const { key, path, sending } of job.list.files)
      if (sending.phase !== 'complete' && !used.has(sourceOfPath(path)) && !isSignaturePath(path))
        job.list.remove(key)
    void job.start(uploads => {
      const request = actionRequest(chosen, sentValues, present, uploads, placing)
      const passwords = passwordsFor(chosen, request, enteredPassword, usedFiles)
      return { ...request, ...(passwords !== '' && { password: passwords }) }
    })
  }

  const missing = action && findMissing(action)
  return {
    job,
    workspace: present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    said,
    dispatch,
    sources,
    form,
    locked,
    action,
    /** What the action applies to. */
    chosenDocuments: action ? documentsFor(action, values, present) : [],
    choose,
    values,
    setValues,
    placing,
    notes,
    blocked: missing === undefined ? undefined : { title: missing },
    askedSource: askedSource === undefined ? undefined : sources.get(askedSource),
    /** Asks for the password of a protected file; undefined closes the dialog. */
    askPassword: setAskedSource,
    async unlock(id: string, password: string) {
      await files.unlock(id, password)
    },
    repair: files.repair,
    removeDocument(id: string) {
      files.abandon(id)
      dispatch({ type: 'remove-document', document: id })
    },
    addPicked(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, [], { keepsEmpty: false })
      const accepted = filtered.files.filter(({ file }) => isAcceptedFile(file))
      const others = filtered.files.filter(({ file }) => !isAcceptedFile(file))
      const checked = checkFiles(
        accepted.map(({ file }) => file),
        { accept: '', isMultiple: true, maxBytes },
      )
      if (!checked.isAccepted && checked.reason === 'too-large') window.alert(checked.message)
      const room = Math.max(0, maxPdfFiles - used.size)
      if (checked.isAccepted) files.add(accepted.slice(0, room))
      setNotes([
        ...noteOf(pathsOf(others), workbenchMessages.otherKind),
        ...noteOf(pathsOf(accepted.slice(room)), () => workbenchMessages.tooManyFiles(maxPdfFiles)),
        ...filtered.notes,
      ])
    },
    start: (password?: string) => action && start(action, password),
    extract() {
      const extraction = findAction('extract')
      if (extraction === undefined) return
      choose(extraction.id)
      if (findMissing(extraction) === undefined) start(extraction)
    },
    startOver() {
      job.clear()
      files.clear()
      placing.clear()
      dispatch({ type: 'clear' })
      setNotes([])
      if (defaultAction) choose(defaultAction.id)
    },
  }
}

/** One per line: that of the result first if it is to be protected, then those that open the files. */
function passwordsFor(
  { fields }: Pick<WorkbenchAction, 'fields'>,
  request: Readonly<Record<string, unknown>>,
  entered: string | undefined,
  files: readonly Source[],
): string {
  const ofFiles = [entered ?? '', ...files.map(({ password }) => password)].filter(each => each !== '')
  const ofResult = typeof request.password === 'string' ? request.password : ''
  // An empty first line protects without a password to open the result.
  const isProtecting = fields.some(({ kind }) => kind === 'password')
  return [
    ...new Set(isProtecting && ofFiles.length + ofResult.length > 0 ? [ofResult, ...ofFiles] : ofFiles),
  ].join('\n')
}

/** A store instead of a reducer hook, because each change is also described for screen readers. */
function useHistory(restored: RestoredHistory | undefined) {
  const [history, setHistory] = useState(restored?.history ?? emptyWorkspaceHistory)
  const current = useRef(history)
  const [said, setSaid] = useState({ text: '', number: 0 })
  const dispatch = (action: WorkspaceAction) => {
    const before = current.current
    current.current = workspaceReducer(before, action)
    const text = describeChange(before, current.current, action)
    if (text !== '') setSaid(last => ({ text, number: last.number + 1 }))
    setHistory(current.current)
  }
  return { history, said, dispatch }
}
