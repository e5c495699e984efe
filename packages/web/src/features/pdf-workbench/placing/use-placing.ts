/** Places on the pages, and the signature that is put there. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Area } from '../../../lib/area-frame/area.ts'
import type { FileList } from '../../../lib/file-list/use-file-list.ts'
import type { WorkbenchAction } from '../actions/workbench-action.ts'
import { allPages, type PageWorkspace } from '../model/page-workspace.ts'
import {
  isSignaturePath,
  readSignature,
  type Signature,
  saveSignature,
  signatureFile,
  signaturePath,
} from '../signature/signature.ts'
import { listPlaces, type Place, type PlaceKind, readPlaces } from './place.ts'

export type Placing = ReturnType<typeof usePlacing>

export function usePlacing(saved: string | undefined, restored: PageWorkspace | undefined) {
  const [places, setPlaces] = useState(() => readPlaces(saved, restored ? allPages(restored) : []))
  const [signature, setSignature] = useState(readSignature)
  return {
    places,
    signature,
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
    clear: () => setPlaces([]),
    /** Undefined forgets it, and removes it from the pages. */
    setSignature(next: Signature | undefined) {
      saveSignature(next)
      setSignature(next)
      if (!next) setPlaces(all => all.filter(({ kind }) => kind !== 'stamp'))
    },
  }
}

/** The image of a signature is uploaded once it is on a page, and removed from the list when it is not needed. */
export function useSignatureUpload(
  list: FileList,
  action: Pick<WorkbenchAction, 'placing'> | undefined,
  { places, signature }: Pick<Placing, 'places' | 'signature'>,
  workspace: PageWorkspace,
): void {
  const isPlaced = listPlaces(places, 'stamp', allPages(workspace)).length > 0
  const file = action?.placing === 'stamp' && isPlaced && signature ? signatureFile(signature) : undefined
  const path = file && signature ? signaturePath(signature) : undefined
  const update = useEffectEvent(() => {
    const listed = list.files.filter(each => isSignaturePath(each.path))
    for (const each of listed) if (each.path !== path) list.remove(each.key)
    if (file && path !== undefined && !listed.some(each => each.path === path)) list.add([{ file, path }])
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: files of an earlier visit are restored later
  useEffect(() => update(), [path, list.files])
}
