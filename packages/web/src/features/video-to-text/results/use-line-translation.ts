/** Runs the translation of a transcript line by line; can be stopped and resumed. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import type { TranslateTextRequest } from '@filesmith/contract/schemas/translation'
import { translateMessages, untranslatedMark } from '@filesmith/contract/tools/translate/messages'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { describeRefusal } from '../../../lib/describe-refusal.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { translateText } from '../../../lib/translation-calls.ts'
import type { Versions } from './use-versions.ts'

const charactersPerBlock = 4000

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
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => () => abortRef.current?.abort(), [])

  const translating = useMutation({
    mutationFn: ({ target, source, done, update, signal }: Translating) =>
      translateLines(
        source.map(({ text }) => text),
        done,
        { sourceLanguage: languageIds.find(id => id === spokenLanguage) ?? 'auto', targetLanguage: target },
        { onLines: update, signal },
      ),
    onSuccess(lines, { target, signal }) {
      if (signal.aborted) return
      const untranslated = lines.filter(line => line.includes(untranslatedMark)).length
      const note = untranslated === 0 ? [] : [translateMessages.untranslated(untranslated)]
      const description = [texts.readyIn(translationLanguages[target]), ...note].join(' ')
      toasts.show({ title: texts.ready, description })
    },
    onError(error, { signal }) {
      if (signal.aborted) return
      toasts.show({ title: texts.failed, description: explain(error), variant: 'destructive' })
    },
  })
  const { isPending, variables, error } = translating

  const start = (target: LanguageId) => {
    const existing = versions.translations.find(({ language }) => language === target)
    const isPartial = existing !== undefined && existing.done.length < existing.source.length
    const source = isPartial ? existing.source : [...versions.spokenLines()]
    const done = isPartial ? existing.done : []
    const controller = new AbortController()
    const { signal } = controller
    abortRef.current = controller
    const update = (lines: readonly string[]) => {
      if (!signal.aborted) versions.putTranslation({ language: target, source, done: [...lines] })
    }
    update(done)
    versions.show(target)
    translating.mutate({ target, source, done, update, signal })
  }

  return {
    running: isPending ? variables.target : undefined,
    problem: error ? explain(error) : undefined,
    start,
    stop() {
      abortRef.current?.abort()
      translating.reset()
    },
  }
}

interface Translating {
  readonly target: LanguageId
  readonly source: readonly { readonly text: string }[]
  /** Translated lines of an earlier run. */
  readonly done: readonly string[]
  readonly update: (lines: readonly string[]) => void
  readonly signal: AbortSignal
}

function explain(error: unknown): string {
  return describeRefusal(error, videoTextMessages.refusedWith) ?? texts.requestFailed
}

type Languages = Omit<TranslateTextRequest, 'text'>

interface TranslateLinesOptions {
  /** Called with all lines so far whenever there is a new one. */
  readonly onLines: (done: readonly string[]) => void
  readonly signal: AbortSignal
}

/** Continues after the lines that are already done; returns all of them. */
export async function translateLines(
  lines: readonly string[],
  done: readonly string[],
  languages: Languages,
  { onLines, signal }: TranslateLinesOptions,
): Promise<readonly string[]> {
  let finished = done
  for (const block of blocksOf(lines.slice(done.length))) {
    const before = finished
    finished = [
      ...before,
      ...(await translateBlock(block, languages, signal, soFar => onLines([...before, ...soFar]))),
    ]
    onLines(finished)
  }
  return finished
}

function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = []
  let length = 0
  for (const line of lines) {
    const block = blocks.at(-1)
    length += line.length + 1
    if (block && length <= charactersPerBlock) block.push(line)
    else {
      blocks.push([line])
      length = line.length + 1
    }
  }
  return blocks
}

async function translateBlock(
  block: readonly string[],
  languages: Languages,
  signal: AbortSignal,
  onLines: (soFar: readonly string[]) => void,
): Promise<string[]> {
  let received = ''
  let reportedCount = 0
  const { translatedText } = await translateText(
    { text: block.join('\n'), ...languages },
    {
      signal,
      onText(text) {
        received += text
        // The last line is still incomplete.
        const complete = received.split('\n').slice(0, -1).slice(0, block.length)
        if (complete.length > reportedCount) onLines(complete)
        reportedCount = complete.length
      },
    },
  )
  const translated = translatedText.split('\n')
  if (translated.length === block.length) return translated
  // If the engine merged or split lines, translate each line separately; otherwise their times would shift.
  const separate: string[] = []
  for (const text of block) {
    const reply = await translateText({ text, ...languages }, { signal })
    separate.push(joinedLines(reply.translatedText))
    onLines(separate)
  }
  return separate
}

function joinedLines(text: string): string {
  return text
    .split('\n')
    .map(line => line.trim())
    .join(' ')
}
