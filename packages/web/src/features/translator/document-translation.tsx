/** The Document Translation tab. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DocumentCard } from './document-card.tsx'
import { DocumentDropZone } from './document-drop-zone.tsx'
import { DocumentResult } from './document-result.tsx'
import { FormattingNote } from './formatting-note.tsx'
import { LanguageRow } from './language-row.tsx'
import { PairNote } from './pair-note.tsx'
import type { useDocumentTranslation } from './use-document-translation.ts'

const { working: title, progress, steps } = translateMessages
const progressTexts = { title, progress, steps }

interface DocumentTranslationProps {
  readonly translation: ReturnType<typeof useDocumentTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
  readonly maxBytes: number
  /** Whether the tab is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function DocumentTranslation({ translation, pairs, maxBytes, isActive }: DocumentTranslationProps) {
  const { languages, file, job } = translation
  const { view } = job
  const unavailable = useUnavailableReason('translate-document')
  const isIdle = view.phase === 'idle'
  const zoneRef = useRef<HTMLDivElement>(null)
  const remove = () => {
    flushSync(translation.clear)
    zoneRef.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  return (
    <ToolPage
      job={job}
      unavailable={unavailable}
      lead={
        <>
          <LanguageRow
            languages={languages}
            pairs={pairs}
            isDisabled={!isIdle}
            onSource={translation.chooseSource}
            onTarget={translation.chooseTarget}
            onSwitch={translation.switchLanguages}
          />
          <PairNote languages={languages} pairs={pairs} />
        </>
      }
      input={
        <DocumentDropZone
          areaRef={zoneRef}
          maxBytes={maxBytes}
          isDisabled={unavailable !== undefined || view.phase === 'working'}
          isListening={isActive}
          onFiles={translation.selectFile}
          refusal={translation.refusal}
          content={
            file ? (
              <DocumentCard file={file} onRetry={translation.retry} onRemove={isIdle ? remove : undefined} />
            ) : undefined
          }
        />
      }
      options={isIdle ? <FormattingNote languages={file && languages} /> : null}
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress view={view} texts={progressTexts} panelRef={panelRef} onCancel={job.cancel} />
        ) : null
      }
      result={(state, downloadRef) => (
        <DocumentResult
          state={state}
          languages={languages}
          downloadRef={downloadRef}
          onAnother={translation.clear}
          onChangeLanguages={file ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: translateMessages.translateDocument,
        workingLabel: translateMessages.translatingDocument,
        blocked: translation.blocked,
        isDisabled: !canTranslate(pairs, languages.source, languages.target),
        onStart: translation.translate,
      }}
      password={{
        fileName: file ? nameOf(file) : '',
        openLabel: translateMessages.openAndTranslate,
        onOpen: translation.unlock,
      }}
    />
  )
}
