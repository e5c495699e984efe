/** Runs the translation of a transcript line by line; can be stopped and resumed. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { useEffect, useRef, useState } from 'react'
import { describeRefusal } from '../../../lib/describe-refusal.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { translateLines } from './translate-lines.ts'
import type { Versions } from './use-versions.ts'

const { translate: texts } = videoTextMessages

export interface LineTranslation {
  /** Target language of the running translation. */
  readonly running: LanguageId | undefined
  readonly problem: string | undefined
  /** Starts a translation, or resumes a stopped one. */
  readonly start: (target: LanguageId) => void
  readonly stop: () => void
}

export function useLineTranslation(versions: Versions, spokenLanguage: string): LineTranslation {
  const [running, setRunning] = useState<LanguageId>()
  const [problem, setProblem] = useState<string>()
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => () => abortRef.current?.abort(), [])

  const run = async (target: LanguageId) => {
    const existing = versions.translations.find(({ language }) => language === target)
    const isPartial = existing !== undefined && existing.done.length < existing.source.length
    const source = isPartial ? existing.source : [...versions.spokenLines()]
    const done = isPartial ? existing.done : []
    const controller = new AbortController()
    abortRef.current = controller
    const update = (lines: readonly string[]) => {
      if (!controller.signal.aborted) versions.putTranslation({ language: target, source, done: [...lines] })
    }
    setRunning(target)
    setProblem(undefined)
    update(done)
    versions.show(target)
    try {
      await translateLines(
        source.map(({ text }) => text),
        done,
        { sourceLanguage: languageIds.find(id => id === spokenLanguage) ?? 'auto', targetLanguage: target },
        { onLines: update, signal: controller.signal },
      )
      if (controller.signal.aborted) return
      toasts.show({ title: texts.ready, description: texts.readyIn(translationLanguages[target]) })
    } catch (error) {
      if (controller.signal.aborted) return
      const reason = describeRefusal(error, videoTextMessages.refusedWith) ?? texts.requestFailed
      setProblem(reason)
      toasts.show({ title: texts.failed, description: reason, variant: 'destructive' })
    } finally {
      if (abortRef.current === controller) setRunning(undefined)
    }
  }

  return {
    running,
    problem,
    start: target => void run(target),
    stop() {
      abortRef.current?.abort()
      setRunning(undefined)
    },
  }
}
