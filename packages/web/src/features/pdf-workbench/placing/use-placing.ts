/** Places on the pages, and the signature that is put there. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Area } from '../../../lib/area-frame/area.ts'
import type { FileList } from '../../../lib/file-list/use-file-list.ts'
import { keepLocalFile, readLocalFile, removeLocalFile } from '../../../lib/local-files.ts'
import type { WorkbenchAction } from '../actions/workbench-action.ts'
import { allPages, type PageWorkspace } from '../model/page-workspace.ts'
import type { WorkspaceHistory } from '../model/workspace-history.ts'
import { imageSignature } from '../signature/render-signature.ts'
import {
  isSignaturePath,
  readSignature,
  type Signature,
  saveSignature,
  signatureFile,
  signaturePath,
} from '../signature/signature.ts'
import { listPlaces, type Place, type PlaceKind, readPlaces } from './place.ts'

const watermarkFileId = 'workbench-watermark'

export type Placing = ReturnType<typeof usePlacing>

export function usePlacing(saved: string | undefined, restored: WorkspaceHistory | undefined) {
  const [places, setPlaces] = useState(() => readPlaces(saved, restored ? allPages(restored.present) : []))
  const [signature, setSignature] = useState(readSignature)
  const [watermark, setWatermark] = useState<Signature>()
  const restoreWatermark = useEffectEvent(async () => {
    const file = await readLocalFile(watermarkFileId)
    if (file) setWatermark(await imageSignature(file).catch(() => undefined))
  })
  useEffect(() => void restoreWatermark(), [])
  return {
    places,
    signature,
    watermark,
    /** False if the browser cannot open it. */
    async chooseWatermark(file: File): Promise<boolean> {
      const image = await imageSignature(file).catch(() => undefined)
      if (!image) return false
      setWatermark(image)
      void keepLocalFile(watermarkFileId, file)
      return true
    },
    /** Returns its id. */
    add(place: Omit<Place, 'id'>): string {
      const id = crypto.randomUUID()
      setPlaces(all => [...all, { ...place, id }])
      return id
    },
    change: (id: string, area: Area) =>
      setPlaces(all => all.map(place => (place.id === id ? { ...place, area } : place))),
    remove: (id: string) => setPlaces(all => all.filter(place => place.id !== id)),
    removeAll: (kind: PlaceKind) => setPlaces(all => all.filter(place => place.kind !== kind)),
    clear() {
      setPlaces([])
      setWatermark(undefined)
      void removeLocalFile(watermarkFileId)
    },
    /** Undefined forgets it, and removes it from the pages. */
    setSignature(next: Signature | undefined) {
      saveSignature(next)
      setSignature(next)
      if (!next) setPlaces(all => all.filter(({ kind }) => kind !== 'stamp'))
    },
  }
}

/** An image is uploaded once the action draws it, a signature when it is on a page, and removed from the list when it is not needed. */
export function useImageUpload(
  list: FileList,
  action: Pick<WorkbenchAction, 'placing' | 'drawsImage'> | undefined,
  { places, signature, watermark }: Pick<Placing, 'places' | 'signature' | 'watermark'>,
  workspace: PageWorkspace,
): void {
  const isPlaced = action?.placing === 'stamp' && listPlaces(places, 'stamp', allPages(workspace)).length > 0
  const image = action?.drawsImage ? watermark : isPlaced ? signature : undefined
  const file = image && signatureFile(image)
  const path = file && signaturePath(image)
  const update = useEffectEvent(() => {
    const listed = list.files.filter(each => isSignaturePath(each.path))
    for (const each of listed) if (each.path !== path) list.remove(each.key)
    if (file && path !== undefined && !listed.some(each => each.path === path)) list.add([{ file, path }])
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: files of an earlier visit are restored later
  useEffect(() => update(), [path, list.files])
}
