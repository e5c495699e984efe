/** Summary of the extracted text: confidence, languages, length and notes. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { Badge } from '../../../ui/badge.tsx'
import type { Extraction } from '../extraction.ts'

const { result: texts } = ocrMessages

export function ResultSummary({ extraction }: { readonly extraction: Extraction }) {
  const { state, recognition } = extraction
  const confidence = recognition?.confidence ?? null
  const names = recognition?.languages.map(({ name }) => name) ?? []
  const wordCount = recognition?.pages.reduce((sum, { words }) => sum + words.length, 0) ?? 0
  return (
    <section aria-label={texts.facts} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 truncate font-semibold" dir="auto" title={state.fileName}>
          {state.fileName}
        </p>
        {recognition ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
            {confidence === null ? null : (
              <Badge tone={toneOf(confidence)}>
                <span title={texts.confidenceHint}>{texts.confidence(Math.round(confidence))}</span>
              </Badge>
            )}
            {names.length > 0 ? <span>{names.join(', ')}</span> : null}
            <span className="tabular-nums">
              {texts.pages(recognition.pages.length)} · {texts.words(wordCount)}
            </span>
          </p>
        ) : null}
      </div>
      {state.notes.length > 0 ? (
        <ul className="text-ink-muted">
          {state.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function toneOf(confidence: number): 'success' | 'warning' | 'danger' {
  if (confidence >= 85) return 'success'
  return confidence >= 60 ? 'warning' : 'danger'
}
