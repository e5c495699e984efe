/** Translates a transcript: available languages with their quality, and progress. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { useTranslationPairs } from '../../../lib/use-translation-pairs.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { languageName } from '../language-name.ts'
import type { Translation } from './transcript-edit-storage.ts'
import type { LineTranslation } from './use-line-translation.ts'
import type { Versions } from './use-versions.ts'

const { translate: texts } = videoTextMessages

interface TranscriptTranslationPanelProps {
  readonly spokenLanguage: string
  readonly versions: Versions
  readonly translation: LineTranslation
}

export function TranscriptTranslationPanel({
  spokenLanguage,
  versions,
  translation,
}: TranscriptTranslationPanelProps) {
  const pairs = useTranslationPairs()?.filter(({ from }) => from === spokenLanguage)
  const offered = languageIds.filter(
    id => id !== spokenLanguage && (!pairs || pairs.some(({ to }) => to === id)),
  )
  const [selected, setSelected] = useState<LanguageId>()
  const target = translation.running ?? offered.find(id => id === selected) ?? offered[0]
  const pair = pairs?.find(({ to }) => to === target)
  const existing = versions.translations.find(({ language }) => language === target)
  return (
    <Panel className="flex flex-col gap-4 p-5">
      <div>
        <h3 className="text-base">{texts.heading}</h3>
        <p className="text-ink-muted">{texts.lead}</p>
      </div>
      {target === undefined ? (
        <p>
          <span className="font-semibold">{texts.noTarget(languageName(spokenLanguage))}</span>{' '}
          {translateMessages.pair.advice}
        </p>
      ) : (
        <>
          <SelectField
            label={texts.target}
            value={target}
            disabled={translation.running !== undefined}
            onChange={({ currentTarget }) => setSelected(languageIds.find(id => id === currentTarget.value))}
            choices={offered.map(id => ({ value: id, label: labelOf(id, pairs) }))}
          />
          <p className="-mt-2 text-xs text-ink-muted">{pair ? describePair(pair) : ''}</p>
          {translation.running === undefined ? (
            <StartTranslation
              existing={existing}
              problem={translation.problem}
              onStart={() => translation.start(target)}
            />
          ) : (
            <TranslationProgress
              done={existing?.done.length ?? 0}
              all={existing?.source.length ?? 1}
              onStop={translation.stop}
            />
          )}
        </>
      )}
    </Panel>
  )
}

interface StartTranslationProps {
  readonly existing: Translation | undefined
  readonly problem: string | undefined
  readonly onStart: () => void
}

function StartTranslation({ existing, problem, onStart }: StartTranslationProps) {
  const isPartial = existing !== undefined && existing.done.length < existing.source.length
  const label = isPartial ? texts.resume : existing ? texts.again : texts.translate
  return (
    <div className="mt-auto flex flex-col gap-2">
      {problem ? <p className="font-semibold text-danger">{problem}</p> : null}
      {isPartial ? <p>{texts.stopped(existing.done.length, existing.source.length)}</p> : null}
      {existing && !isPartial ? <p className="text-xs text-ink-muted">{texts.againNote}</p> : null}
      <Button variant="solid" onClick={onStart}>
        <Icon of={Languages} /> {label}
      </Button>
    </div>
  )
}

interface TranslationProgressProps {
  readonly done: number
  readonly all: number
  readonly onStop: () => void
}

function TranslationProgress({ done, all, onStop }: TranslationProgressProps) {
  return (
    <div className="mt-auto flex flex-col gap-2">
      <ProgressBar percent={(done / all) * 100} label={texts.progress} />
      <div className="flex items-center justify-between gap-3">
        <p className="figures text-xs">{texts.done(done, all)}</p>
        <Button onClick={onStop}>{texts.stop}</Button>
      </div>
    </div>
  )
}

function labelOf(id: LanguageId, pairs: readonly TranslationPair[] | undefined): string {
  const quality = pairs?.find(({ to }) => to === id)?.quality
  const mark = quality && translateMessages.pair.mark(quality)
  return mark ? texts.marked(translationLanguages[id], mark) : translationLanguages[id]
}

function describePair({ quality, engine, downloadBytes }: TranslationPair): string {
  const { pair } = translateMessages
  const download = downloadBytes === null ? [] : [pair.download(formatBytes(downloadBytes))]
  return [pair.quality(quality), pair.place(engine), ...download].join(' ')
}
