/** The Document Translation tab. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ActionBar } from '../../lib/action-bar.tsx'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { PasswordOverlay } from '../../lib/password-overlay.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { DocumentCard } from './document-card.tsx'
import { DocumentDropZone } from './document-drop-zone.tsx'
import { DocumentProgress } from './document-progress.tsx'
import { DocumentResult } from './document-result.tsx'
import { FormattingNote } from './formatting-note.tsx'
import { LanguageRow } from './language-row.tsx'
import { PairNote } from './pair-note.tsx'
import type { useDocumentTranslation } from './use-document-translation.ts'

interface DocumentTranslationProps {
  readonly translation: ReturnType<typeof useDocumentTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
  readonly maxBytes: number
  /** Whether the tab is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function DocumentTranslation({ translation, pairs, maxBytes, isActive }: DocumentTranslationProps) {
  const { languages, file, view } = translation
  const reason = useUnavailableReason('translate-document')
  const isIdle = view.phase === 'idle'
  const isWorking = view.phase === 'working'
  const isPossible = canTranslate(pairs, languages.source, languages.target)

  const translateRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: translateRef, working: progressRef, finished: downloadRef }[view.phase])

  const zoneRef = useRef<HTMLDivElement>(null)
  const remove = () => {
    flushSync(translation.clear)
    zoneRef.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      {reason === undefined ? null : <UnavailableNotice reason={reason} />}
      <LanguageRow
        languages={languages}
        pairs={pairs}
        isDisabled={!isIdle}
        onSource={translation.chooseSource}
        onTarget={translation.chooseTarget}
        onSwitch={translation.switchLanguages}
      />
      <PairNote languages={languages} pairs={pairs} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DocumentDropZone
          areaRef={zoneRef}
          maxBytes={maxBytes}
          isDisabled={reason !== undefined || isWorking}
          isListening={isActive}
          onFiles={translation.selectFile}
          refusal={translation.refusal}
          content={
            file ? (
              <DocumentCard file={file} onRetry={translation.retry} onRemove={isIdle ? remove : undefined} />
            ) : undefined
          }
        />
        {isIdle ? <FormattingNote languages={file && languages} /> : null}
        {isWorking ? (
          <DocumentProgress view={view} panelRef={progressRef} onCancel={translation.cancel} />
        ) : null}
        {view.phase === 'finished' ? (
          <DocumentResult
            state={view.state}
            languages={languages}
            downloadRef={downloadRef}
            onAnother={translation.clear}
            onChangeLanguages={file ? translation.reset : undefined}
            onDelete={translation.deleteResult}
          />
        ) : null}
      </div>
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={
            isWorking ? translateMessages.translatingDocument : translateMessages.translateDocument
          }
          convertRef={translateRef}
          problem={translation.complaint}
          isAllowanceUsed={translation.needsPlan}
          isDisabled={isWorking || reason !== undefined || !isPossible}
          onConvert={translation.translate}
          onStartOver={undefined}
        />
      )}
      <PasswordOverlay
        lock={translation.lock}
        fileName={file ? nameOf(file) : ''}
        openLabel={translateMessages.openAndTranslate}
        onOpen={translation.unlock}
        onLeave={translation.reset}
        onClosed={() => translateRef.current?.focus()}
      />
    </div>
  )
}
