/** Caches loaded models and releases them after an idle timeout. */
import { loadWhisperModel, type WhisperModel } from './load-whisper-model.ts'

interface CachedModel {
  readonly model: Promise<WhisperModel>
  timer: NodeJS.Timeout
}

const idleMs = 10 * 60 * 1000

export interface ModelCache {
  load(folder: string): Promise<WhisperModel>
}

export function createModelCache(threads: number): ModelCache {
  const cache = new Map<string, CachedModel>()

  function scheduleRelease(folder: string): NodeJS.Timeout {
    return setTimeout(() => {
      const cached = cache.get(folder)
      cache.delete(folder)
      cached?.model.then(model => model.release()).catch(() => {})
    }, idleMs).unref()
  }

  return {
    load(folder) {
      const existing = cache.get(folder)
      if (existing !== undefined) {
        clearTimeout(existing.timer)
        existing.timer = scheduleRelease(folder)
        return existing.model
      }
      const model = loadWhisperModel(folder, threads)
      cache.set(folder, { model, timer: scheduleRelease(folder) })
      model.catch(() => cache.delete(folder))
      return model
    },
  }
}
