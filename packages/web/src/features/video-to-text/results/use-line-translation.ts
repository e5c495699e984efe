/** Runs the translation of a transcript: line by line into sight, to be stopped and gone on with. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { useEffect, useRef, useState } from 'react'
import { describeRefusal } from '../../../lib/describe-refusal.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { translateLines } from './translate-lines.ts'
import type { Versions } from './use-versions.ts'

const { translate: texts } = videoTextMessages

export interface LineTranslation {
  /** The language that is being translated into. */
  readonly running: LanguageId | undefined
  readonly problem: string | undefined
  /** Begins it, or goes on with one that was stopped. */
  readonly start: (target: LanguageId) => void
  readonly stop: () => void
}

export function useLineTranslation(versions: Versions, spokenLanguage: string): LineTranslation {
  const [running, setRunning] = useState<LanguageId>()
  const [problem, setProblem] = useState<string>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  const run = async (target: LanguageId) => {
    const known = versions.translations.find(({ language }) => language === target)
    const isHalf = known !== undefined && known.done.length < known.source.length
    const source = isHalf ? known.source : [...versions.spokenLines()]
    const done = isHalf ? known.done : []
    const controller = new AbortController()
    stopper.current = controller
    const put = (lines: readonly string[]) => {
      if (!controller.signal.aborted) versions.putTranslation({ language: target, source, done: [...lines] })
    }
    setRunning(target)
    setProblem(undefined)
    put(done)
    versions.show(target)
    try {
      await translateLines(
        source.map(({ text }) => text),
        done,
        { sourceLanguage: languageIds.find(id => id === spokenLanguage) ?? 'auto', targetLanguage: target },
        { onLines: put, signal: controller.signal },
      )
      if (controller.signal.aborted) return
      toasts.show({ title: texts.ready, description: texts.readyIn(translationLanguages[target]) })
    } catch (error) {
      if (controller.signal.aborted) return
      const reason = describeRefusal(error, videoTextMessages.refusedWith) ?? texts.unanswered
      setProblem(reason)
      toasts.show({ title: texts.failed, description: reason, variant: 'destructive' })
    } finally {
      if (stopper.current === controller) setRunning(undefined)
    }
  }

  return {
    running,
    problem,
    start: target => void run(target),
    stop() {
      stopper.current?.abort()
      setRunning(undefined)
    },
  }
}
