/** Everything the text tab knows and can do: the languages, both texts, the translation on its way. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { maxTextCharacters } from '@filesmith/contract/schemas/translation'
import type { TranslationQuality } from '@filesmith/contract/translation-pairs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { toasts } from '../../lib/toast-store.ts'
import { translateText } from '../../lib/translation-calls.ts'
import { type LanguagePair, switched, usualPair, withSource, withTarget } from './language-pair.ts'
import { createTextStore } from './text-store.ts'

export type TextStage =
  | { readonly phase: 'empty' }
  | { readonly phase: 'translating'; readonly target: LanguageId }
  | {
      readonly phase: 'done'
      /** What the result is in, whatever is chosen by now. */
      readonly target: LanguageId
      /** It was stopped or broke off on the way. */
      readonly isPartial: boolean
      /** As it really was made: another engine may have had to step in. */
      readonly quality?: TranslationQuality | undefined
    }

export function useTextTranslation() {
  const [languages, setLanguages] = useState<LanguagePair>(usualPair)
  const [stage, setStage] = useState<TextStage>({ phase: 'empty' })
  const [failure, setFailure] = useState<string>()
  const [isAskedFor, setIsAskedFor] = useState(false)
  const [source] = useState(createTextStore)
  const [result] = useState(createTextStore)
  const running = useRef<AbortController>(undefined)
  const queryClient = useQueryClient()
  const obstacle = useSyncExternalStore(source.subscribe, () => obstacleOf(source.current()))
  const isTranslating = stage.phase === 'translating'

  useEffect(() => () => running.current?.abort(), [])

  const end = (target: LanguageId, isPartial: boolean, quality?: TranslationQuality) => {
    running.current = undefined
    setStage(result.current() === '' ? { phase: 'empty' } : { phase: 'done', target, isPartial, quality })
  }

  const run = async () => {
    const { source: sourceLanguage, target } = languages
    const stop = new AbortController()
    running.current = stop
    result.set('')
    setFailure(undefined)
    setStage({ phase: 'translating', target })
    try {
      const reply = await translateText(
        { text: source.current(), sourceLanguage, targetLanguage: target },
        { onText: piece => stop.signal.aborted || result.append(piece), signal: stop.signal },
      )
      if (stop.signal.aborted) return
      result.set(reply.translatedText)
      end(target, false, reply.pair?.quality)
      // Its weights are here now.
      if (reply.pair && reply.pair.downloadBytes !== null)
        void queryClient.invalidateQueries({ queryKey: [apiPaths.translationPairs] })
    } catch (error) {
      if (stop.signal.aborted) return
      const description = describeRefusal(error) ?? translateMessages.unanswered
      end(target, true)
      setFailure(description)
      toasts.show({ title: translateMessages.failed, description, variant: 'destructive' })
    }
  }

  return {
    languages,
    stage,
    source,
    result,
    obstacle,
    /** Said only as long as it is true. An endless text is told of at once, an empty one when it is asked for. */
    complaint: obstacle === translateMessages.noText && !isAskedFor ? undefined : (obstacle ?? failure),
    chooseSource: (language: LanguageId) => setLanguages(pair => withSource(pair, language)),
    chooseTarget: (language: LanguageId) => setLanguages(pair => withTarget(pair, language)),
    switchLanguages() {
      setLanguages(switched)
      if (stage.phase !== 'done' || stage.target !== languages.target) return
      const original = source.current()
      source.set(result.current())
      result.set(original)
      setStage(
        original === '' ? { phase: 'empty' } : { phase: 'done', target: languages.source, isPartial: false },
      )
    },
    clear() {
      source.set('')
      setIsAskedFor(false)
      setFailure(undefined)
    },
    translate() {
      if (isTranslating) return
      setIsAskedFor(obstacle !== undefined)
      if (obstacle === undefined) void run()
      else toasts.show({ title: obstacle, variant: 'destructive' })
    },
    cancel() {
      if (stage.phase !== 'translating') return
      running.current?.abort()
      end(stage.target, true)
    },
    async copy() {
      const isCopied = await copyText(result.current())
      if (isCopied) toasts.show(translateMessages.copied)
      else toasts.show({ ...translateMessages.copyFailed, variant: 'destructive' })
    },
  }
}

function obstacleOf(text: string): string | undefined {
  if (!/\S/.test(text)) return translateMessages.noText
  return text.length > maxTextCharacters ? translateMessages.tooLong(maxTextCharacters) : undefined
}
