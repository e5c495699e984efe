/** Named groups of engines for WORKER_ENGINES, so that operators can dedicate machines to them. */
import type { EngineId } from '@filesmith/engines/engine'
import { engineIds } from '@filesmith/engines/registry'

const workerClasses = {
  images: ['sharp', 'magick', 'heif'],
  // GIFs are created from videos.
  video: ['ffmpeg', 'gif'],
  audio: ['ffmpeg'],
  documents: ['libreoffice', 'pdf', 'pdf-tools', 'drawing', 'markup', 'books', 'djvu'],
  archives: ['archive'],
  text: ['ocr'],
  speech: ['speech'],
  translation: ['translation'],
  data: ['data'],
} as const satisfies Record<string, readonly EngineId[]>

type WorkerClass = keyof typeof workerClasses

export const workerClassNames = Object.keys(workerClasses) as WorkerClass[]

/** Engines that a worker limited to `names` does not start; no names means no limit. */
export function excludedEngines(names: readonly (WorkerClass | EngineId)[]): EngineId[] {
  if (names.length === 0) return []
  const wanted = new Set<EngineId>(names.flatMap(name => (isClass(name) ? workerClasses[name] : [name])))
  return engineIds.filter(id => !wanted.has(id))
}

function isClass(name: string): name is WorkerClass {
  return Object.hasOwn(workerClasses, name)
}
