/** The document tab: one document in, the same one in another language out. */
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
import { DocumentResult } from './document-result.tsx'
import { DocumentWork } from './document-work.tsx'
import { DocumentZone } from './document-zone.tsx'
import { FormattingNote } from './formatting-note.tsx'
import { LanguageRow } from './language-row.tsx'
import { PairNote } from './pair-note.tsx'
import type { useDocumentTranslation } from './use-document-translation.ts'

interface DocumentTranslationProps {
  readonly work: ReturnType<typeof useDocumentTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
  readonly maxBytes: number
  /** Whether it is in sight and takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

export function DocumentTranslation({ work, pairs, maxBytes, isActive }: DocumentTranslationProps) {
  const { languages, file, view } = work
  const reason = useUnavailableReason('translate-document')
  const isIdle = view.phase === 'idle'
  const isWorking = view.phase === 'working'
  const isPossible = canTranslate(pairs, languages.source, languages.target)

  const translateRef = useRef<HTMLButtonElement>(null)
  const workRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: translateRef, working: workRef, finished: downloadRef }[view.phase])

  const zoneRef = useRef<HTMLDivElement>(null)
  const remove = () => {
    flushSync(work.clear)
    zoneRef.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      {reason === undefined ? null : <UnavailableNotice reason={reason} />}
      <LanguageRow
        languages={languages}
        pairs={pairs}
        isDisabled={!isIdle}
        onSource={work.chooseSource}
        onTarget={work.chooseTarget}
        onSwitch={work.switchLanguages}
      />
      <PairNote languages={languages} pairs={pairs} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DocumentZone
          areaRef={zoneRef}
          maxBytes={maxBytes}
          isDisabled={reason !== undefined || isWorking}
          isListening={isActive}
          onFiles={work.take}
          refusal={work.refusal}
          content={
            file ? (
              <DocumentCard file={file} onRetry={work.retry} onRemove={isIdle ? remove : undefined} />
            ) : undefined
          }
        />
        {isIdle ? <FormattingNote languages={file && languages} /> : null}
        {isWorking ? <DocumentWork view={view} panelRef={workRef} onCancel={work.cancel} /> : null}
        {view.phase === 'finished' ? (
          <DocumentResult
            state={view.state}
            languages={languages}
            downloadRef={downloadRef}
            onAnother={work.clear}
            onChangeLanguages={file ? work.reset : undefined}
            onDelete={work.deleteResult}
          />
        ) : null}
      </div>
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={
            isWorking ? translateMessages.translatingDocument : translateMessages.translateDocument
          }
          convertRef={translateRef}
          problem={work.complaint}
          isAllowanceUsed={work.needsPlan}
          isDisabled={isWorking || reason !== undefined || !isPossible}
          onConvert={work.translate}
          onStartOver={undefined}
        />
      )}
      <PasswordOverlay
        lock={work.lock}
        fileName={file ? nameOf(file) : ''}
        openLabel={translateMessages.openAndTranslate}
        onOpen={work.unlock}
        onLeave={work.reset}
        onClosed={() => translateRef.current?.focus()}
      />
    </div>
  )
}
