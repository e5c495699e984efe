/** State of the text tab: languages, both texts and the running translation. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { detectedLanguage, type LanguageId, languageIds } from '@filesmith/contract/languages'
import {
  maxTextCharacters,
  type TranslateTextReply,
  type TranslateTextRequest,
} from '@filesmith/contract/schemas/translation'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import type { TranslationQuality } from '@filesmith/contract/translation-pairs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { copyText } from '../../lib/copy-text.ts'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { readTabWork, saveTabWork } from '../../lib/tab-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { translateText } from '../../lib/translation-calls.ts'
import { defaultPair, type LanguagePair, switched, withSource, withTarget } from './language-pair.ts'
import { createTextStore } from './text-store.ts'

export type TextStage =
  | { readonly phase: 'empty' }
  | { readonly phase: 'translating'; readonly target: LanguageId }
  | {
      readonly phase: 'done'
      /** Language of the result, which may differ from the current selection. */
      readonly target: LanguageId
      /** It was canceled or failed midway. */
      readonly isPartial: boolean
      /** Quality of the engine that was actually used, which may be a fallback. */
      readonly quality?: TranslationQuality | undefined
      /** Number of sentences that are left in the source language. */
      readonly untranslated?: number
    }

const workId = 'translate-text'

const languageSchema = z.enum(languageIds)
const savedTextSchema = z.object({
  languages: z.object({ source: languageSchema, target: languageSchema }),
  source: z.string(),
  /** Empty unless a translation is shown. */
  result: z.string(),
  target: languageSchema,
  isPartial: z.boolean(),
})

export function useTextTranslation() {
  const [saved] = useState(() => readTabWork(workId, savedTextSchema))
  const [languages, setLanguages] = useState<LanguagePair>(saved?.languages ?? defaultPair)
  const [isDetecting, setIsDetecting] = useState(false)
  const [stage, setStage] = useState<TextStage>(
    saved?.result ? { phase: 'done', target: saved.target, isPartial: saved.isPartial } : { phase: 'empty' },
  )
  const [hasAttempted, setHasAttempted] = useState(false)
  const [source] = useState(() => createTextStore(saved?.source))
  const [result] = useState(() => createTextStore(saved?.result))
  const running = useRef<AbortController>(undefined)
  const queryClient = useQueryClient()
  const blockedReason = useSyncExternalStore(source.subscribe, () => blockedReasonFor(source.current()))
  const isTranslating = stage.phase === 'translating'

  useEffect(() => () => running.current?.abort(), [])

  // The result is saved once it is complete; while it is being streamed, there are too many changes.
  const save = useEffectEvent(() =>
    saveTabWork(workId, {
      languages,
      source: source.current(),
      result: stage.phase === 'done' ? result.current() : '',
      target: stage.phase === 'done' ? stage.target : languages.target,
      isPartial: stage.phase === 'done' && stage.isPartial,
    }),
  )
  const languagesKey = `${languages.source} ${languages.target}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is saved
  useEffect(() => save(), [languagesKey, stage])
  useEffect(() => source.subscribe(() => save()), [source])

  const finish = (target: LanguageId, isPartial: boolean, reply?: TranslateTextReply) => {
    running.current = undefined
    setStage(
      result.current() === ''
        ? { phase: 'empty' }
        : {
            phase: 'done',
            target,
            isPartial,
            quality: reply?.pair?.quality,
            untranslated: reply?.untranslated.length ?? 0,
          },
    )
  }

  const { error, mutate, reset } = useMutation({
    mutationFn: ({
      request,
      signal,
    }: {
      readonly request: TranslateTextRequest
      readonly signal: AbortSignal
    }) => translateText(request, { onText: chunk => signal.aborted || result.append(chunk), signal }),
    onSuccess(reply, { request, signal }) {
      if (signal.aborted) return
      const { translatedText, pair, sourceLanguage } = reply
      result.set(translatedText)
      finish(request.targetLanguage, false, reply)
      if (request.sourceLanguage === detectedLanguage && sourceLanguage !== request.targetLanguage)
        setLanguages(current => ({ ...current, source: sourceLanguage }))
      // The model is downloaded now.
      if (pair && pair.downloadBytes !== null)
        void queryClient.invalidateQueries({ queryKey: [apiPaths.translationPairs] })
    },
    onError(failure, { request, signal }) {
      if (signal.aborted) return
      finish(request.targetLanguage, true)
      toasts.show({ title: translateMessages.failed, description: explain(failure), variant: 'destructive' })
    },
  })

  const run = () => {
    const { source: selected, target: targetLanguage } = languages
    const sourceLanguage: TranslateTextRequest['sourceLanguage'] = isDetecting ? detectedLanguage : selected
    const controller = new AbortController()
    running.current = controller
    result.set('')
    setStage({ phase: 'translating', target: targetLanguage })
    const request = { text: source.current(), sourceLanguage, targetLanguage }
    mutate({ request, signal: controller.signal })
  }

  return {
    languages,
    stage,
    source,
    result,
    blockedReason,
    /** Shown only while it applies: a too long text immediately, an empty one after an attempt. */
    complaint:
      blockedReason === translateMessages.noText && !hasAttempted
        ? undefined
        : (blockedReason ?? (error ? explain(error) : undefined)),
    /** Whether the source language follows the text. */
    isDetecting,
    setIsDetecting,
    /** Selects the language that the text seems to be in. */
    followDetected: (language: LanguageId) => setLanguages(pair => withSource(pair, language)),
    chooseSource(language: LanguageId) {
      setIsDetecting(false)
      setLanguages(pair => withSource(pair, language))
    },
    chooseTarget: (language: LanguageId) => setLanguages(pair => withTarget(pair, language)),
    switchLanguages() {
      setIsDetecting(false)
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
      setHasAttempted(false)
      if (!isTranslating) reset()
    },
    translate() {
      if (isTranslating) return
      setHasAttempted(blockedReason !== undefined)
      if (blockedReason === undefined) run()
      else toasts.show({ title: blockedReason, variant: 'destructive' })
    },
    cancel() {
      if (stage.phase !== 'translating') return
      running.current?.abort()
      reset()
      finish(stage.target, true)
    },
    async copy() {
      const isCopied = await copyText(result.current())
      if (isCopied) toasts.show(translateMessages.copied)
      else toasts.show({ ...translateMessages.copyFailed, variant: 'destructive' })
    },
  }
}

function explain(error: unknown): string {
  return describeRefusal(error) ?? translateMessages.requestFailed
}

function blockedReasonFor(text: string): string | undefined {
  if (!/\S/.test(text)) return translateMessages.noText
  return text.length > maxTextCharacters ? translateMessages.tooLong(maxTextCharacters) : undefined
}
