/** Files of the workbench: opens PDFs, makes PDFs of images and documents, uploads them, and restores them after a reload. */
import { pdfMakerFor } from '@filesmith/contract/pdf/pdf-sources'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { extensionOf } from '../../../lib/file-list/kind-of-name.ts'
import { localFileOf } from '../../../lib/file-list/listed-file.ts'
import type { PickedFile } from '../../../lib/file-list/picked-file.ts'
import type { FileList } from '../../../lib/file-list/use-file-list.ts'
import { keepLocalFile, readLocalFile, removeLocalFile } from '../../../lib/local-files.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usedSources, type WorkDocument } from '../model/page-workspace.ts'
import type { SavedSource } from '../model/saved-history.ts'
import type { WorkspaceAction } from '../model/workspace-history.ts'
import { isSignaturePath } from '../signature/signature.ts'
import { groupPicked, isPdfFile, nameWithoutExtension } from './group-picked.ts'
import { imagesToPdfs, readPdfImage } from './images-to-pdf.ts'
import { prepareSource } from './prepare-source.ts'
import { repairSource } from './repair-source.ts'
import { listedPath, sourceOfPath } from './source-path.ts'
import type { ConvertProgress, ConvertSettings } from './upload-source.ts'

const { state: texts } = workbenchMessages

export type SourceState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'converting'; readonly progress: ConvertProgress }
  | { readonly phase: 'locked'; readonly problem: string | undefined }
  | { readonly phase: 'failed'; readonly reason: string; readonly canRepair: boolean }
  | { readonly phase: 'open' }

export interface Source extends SavedSource {
  readonly state: SourceState
  /** The PDF, or the preview of one that the server made; undefined if the browser does not have it. */
  readonly file: File | undefined
  /** Only of this visit. */
  readonly password: string
}

interface SourceSettings {
  readonly drawing: PageDrawing
  readonly list: FileList
  readonly documents: readonly WorkDocument[]
  readonly restored: readonly SavedSource[]
  readonly dispatch: (action: WorkspaceAction) => void
}

const localId = (source: string) => `workbench-${source}`

export function useSources({ drawing, list, documents, restored, dispatch }: SourceSettings) {
  const [sources, setSources] = useState<ReadonlyMap<string, Source>>(
    () => new Map(restored.map(source => [source.id, newSource(source)])),
  )
  const current = useRef(sources)
  const conversions = useRef(new Map<string, AbortController>())

  const change = (id: string, changed: Partial<Source>) => {
    const source = current.current.get(id)
    if (source) set(new Map(current.current).set(id, { ...source, ...changed }))
  }
  const set = (next: ReadonlyMap<string, Source>) => {
    current.current = next
    setSources(next)
  }
  const fail = (id: string, reason: string, canRepair = false) => {
    change(id, { state: { phase: 'failed', reason, canRepair } })
    void removeLocalFile(localId(id))
  }

  const openPdf = async (id: string, file: File, { password = '', isRepaired = false } = {}) => {
    change(id, { state: { phase: 'opening' }, file })
    const opened = await drawing.open(id, file, password)
    if (opened.result === 'opened') {
      const { pageCount } = opened
      change(id, { state: { phase: 'open' }, password, pageCount })
      dispatch({ type: 'fill', source: id, pageCount })
    } else if (opened.result === 'locked') {
      change(id, { state: { phase: 'locked', problem: password === '' ? undefined : texts.wrongPassword } })
    } else if (opened.result === 'too-large') fail(id, texts.tooLarge)
    else fail(id, texts.damaged, !isRepaired)
  }

  const takePdf = async (id: string, pdf: Blob, isRepaired = false) => {
    const { name = '' } = current.current.get(id) ?? {}
    const file = new File([pdf], `${name}.pdf`, { type: 'application/pdf' })
    void keepLocalFile(localId(id), file)
    await openPdf(id, file, { isRepaired })
  }

  const convert = async (id: string, file: File, work: (settings: ConvertSettings) => Promise<void>) => {
    const controller = new AbortController()
    const { signal } = controller
    conversions.current.set(id, controller)
    void keepLocalFile(localId(id), file)
    try {
      await work({
        signal,
        onProgress: progress => change(id, { state: { phase: 'converting', progress } }),
      })
    } catch (error) {
      if (!signal.aborted) fail(id, error instanceof Error ? error.message : texts.conversionFailed)
    } finally {
      conversions.current.delete(id)
    }
  }

  const prepare = (id: string, original: File) =>
    convert(id, original, async settings => {
      const purpose = pdfMakerFor(extensionOf(original.name)) ?? 'convert-image'
      const { uploadId, preview } = await prepareSource(original, purpose, settings)
      const { name = '' } = current.current.get(id) ?? {}
      const file = new File([preview], `${name}.pdf`, { type: 'application/pdf' })
      const opening = openPdf(id, file)
      // Listed before it is open: the preview must not be uploaded instead of the PDF.
      list.addUploaded({ file, path: listedPath(id, file.name) }, uploadId)
      await opening
    })

  const repair = (id: string, damaged: File) =>
    convert(id, damaged, async settings => takePdf(id, await repairSource(damaged, settings), true))

  /** Those that the browser cannot decode are converted by the server. */
  const openImages = async (id: string, files: readonly File[]) => {
    const images = []
    const others = []
    for (const file of files) {
      const image = await readPdfImage(file).catch(() => undefined)
      if (image) images.push(image)
      else others.push(file)
    }
    const [first, ...furtherPdfs] = imagesToPdfs(images)
    if (first) void takePdf(id, first)
    const [firstOther, ...furtherOthers] = others
    if (!first && firstOther) void prepare(id, firstOther)
    const converted = first ? others : furtherOthers
    const added = addSources([
      ...furtherPdfs.map(() => workbenchMessages.imagesName),
      ...converted.map(({ name }) => nameWithoutExtension(name)),
    ])
    for (const [index, addedId] of added.entries()) {
      const pdf = furtherPdfs[index]
      const other = converted[index - furtherPdfs.length]
      if (pdf) void takePdf(addedId, pdf)
      else if (other) void prepare(addedId, other)
    }
  }

  const addSources = (names: readonly string[]): string[] => {
    if (names.length === 0) return []
    const added = names.map(name => newSource({ id: crypto.randomUUID(), name, pageCount: 0 }))
    set(new Map([...current.current, ...added.map((source): [string, Source] => [source.id, source])]))
    dispatch({ type: 'open', files: added.map(({ id, name }) => ({ source: id, name })) })
    return added.map(({ id }) => id)
  }

  const add = (picked: readonly PickedFile[]) => {
    const groups = groupPicked(picked.map(({ file }) => file))
    const ids = addSources(groups.map(({ name }) => name))
    for (const [index, { kind, files }] of groups.entries()) {
      const id = ids[index]
      const [file] = files
      if (id === undefined || file === undefined) continue
      if (kind === 'images') void openImages(id, files)
      else if (kind === 'document') void prepare(id, file)
      else {
        void keepLocalFile(localId(id), file)
        void openPdf(id, file)
      }
    }
  }

  const openLocal = async (id: string) => {
    const file = await readLocalFile(localId(id))
    // Without it the upload was complete, and the file list has the file.
    if (file && !conversions.current.has(id)) void (isPdfFile(file) ? openPdf(id, file) : prepare(id, file))
  }
  const restore = useEffectEvent(async () => {
    for (const { id } of restored) await openLocal(id)
  })
  useEffect(() => void restore(), [])

  const used = usedSources(documents)
  const synchronize = useEffectEvent(() => {
    const listed = new Map(
      list.files.filter(({ path }) => !isSignaturePath(path)).map(file => [sourceOfPath(file.path), file]),
    )
    for (const [id, file] of listed) {
      const source = current.current.get(id)
      if (source === undefined) list.remove(file.key)
      else if (file.sending.phase === 'complete' && file.file) void removeLocalFile(localId(id))
      const local = localFileOf(file)
      if (source && !source.file && local) void openPdf(id, local)
    }
    const missing = [...used].flatMap(id => {
      const source = current.current.get(id)
      const isReady = source?.state.phase === 'open' || source?.state.phase === 'locked'
      return source?.file && isReady && !listed.has(id)
        ? [{ file: source.file, path: listedPath(id, source.file.name) }]
        : []
    })
    if (missing.length > 0) list.add(missing)
  })
  const usedKey = [...used].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: synchronizes whenever one of them changes
  useEffect(() => synchronize(), [list.files, sources, usedKey])
  /** Conversions of documents that were removed, and brought back by undoing. */
  const resume = useEffectEvent(() => {
    const stopped = [...used].filter(id => !conversions.current.has(id))
    for (const id of stopped) if (current.current.get(id)?.state.phase === 'converting') void openLocal(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stopped is resumed when it is used again
  useEffect(() => resume(), [usedKey])

  return {
    sources,
    add,
    unlock: (id: string, password: string) => {
      const file = current.current.get(id)?.file
      return file ? openPdf(id, file, { password }) : undefined
    },
    /** Writes a damaged PDF again, on the server. */
    repair(id: string) {
      const file = current.current.get(id)?.file
      if (file) void repair(id, file)
    },
    /** Stops the conversion of a removed document. */
    abandon: (id: string) => conversions.current.get(id)?.abort(),
    clear() {
      for (const controller of conversions.current.values()) controller.abort()
      for (const id of current.current.keys()) {
        drawing.close(id)
        void removeLocalFile(localId(id))
      }
      set(new Map())
    },
  }
}

function newSource(saved: SavedSource): Source {
  return { ...saved, state: { phase: 'opening' }, file: undefined, password: '' }
}
