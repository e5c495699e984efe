/** Keeps models in memory while they are used, and gives their memory back when nobody has spoken for a while. */
import { loadModel, type WhisperModel } from './load-model.ts'

interface Shelved {
  readonly model: Promise<WhisperModel>
  timer: NodeJS.Timeout
}

const idleMs = 10 * 60 * 1000

export interface ModelCache {
  take(folder: string): Promise<WhisperModel>
}

export function createModelCache(threads: number): ModelCache {
  const shelf = new Map<string, Shelved>()

  function putAway(folder: string): NodeJS.Timeout {
    return setTimeout(() => {
      const shelved = shelf.get(folder)
      shelf.delete(folder)
      shelved?.model.then(model => model.release()).catch(() => {})
    }, idleMs).unref()
  }

  return {
    take(folder) {
      const known = shelf.get(folder)
      if (known !== undefined) {
        clearTimeout(known.timer)
        known.timer = putAway(folder)
        return known.model
      }
      const model = loadModel(folder, threads)
      shelf.set(folder, { model, timer: putAway(folder) })
      model.catch(() => shelf.delete(folder))
      return model
    },
  }
}
