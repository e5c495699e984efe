/**
 * What to expect of a language pair, shown before anything is typed: quality, engine and download size, or that it
 * is unavailable.
 */
import { translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { CircleAlert } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { findPair } from '../../lib/use-translation-pairs.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { type LanguagePair, namesOf } from './language-pair.ts'

const { pair: texts } = translateMessages

interface PairNoteProps {
  readonly languages: LanguagePair
  /** Undefined while unknown. */
  readonly pairs: readonly TranslationPair[] | undefined
  readonly className?: string
}

export function PairNote({ languages, pairs, className }: PairNoteProps) {
  const pair = pairs && findPair(pairs, languages.source, languages.target)
  return (
    <div role="status" aria-label={texts.label} className={cx('min-h-6', className)}>
      {pair ? <AvailablePair pair={pair} /> : pairs ? <UnavailablePair languages={languages} /> : null}
    </div>
  )
}

function AvailablePair({ pair }: { readonly pair: TranslationPair }) {
  const mark = texts.mark(pair.quality)
  const sentences = [
    texts.quality(pair.quality),
    texts.place(pair.engine),
    ...(pair.through ? [texts.through(translationLanguages[pair.through])] : []),
    ...(pair.downloadBytes === null ? [] : [texts.download(formatBytes(pair.downloadBytes))]),
  ]
  return (
    <p className="text-xs text-ink-muted">
      {mark ? (
        <Badge tone="warning" className="mr-2">
          {mark}
        </Badge>
      ) : null}
      {sentences.join(' ')}
    </p>
  )
}

function UnavailablePair({ languages }: Pick<PairNoteProps, 'languages'>) {
  return (
    <div className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-3">
      <Icon of={CircleAlert} className="mt-px text-warning" />
      <div className="min-w-0">
        <p className="font-semibold">{texts.missing(...namesOf(languages))}</p>
        <p>{texts.advice}</p>
      </div>
    </div>
  )
}
