/** The Text Extractor (OCR) screen: extracts text from scans, photos and PDFs and shows it beside the page. */
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { ScanText, Upload } from 'lucide-react'
import { useRef } from 'react'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { ExtractionResult } from './results/extraction-result.tsx'
import { OcrUploadTab } from './upload/ocr-upload-tab.tsx'
import { useExtractor } from './use-extractor.ts'

interface TextExtractorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function TextExtractor({ isActive }: TextExtractorProps) {
  const plan = usePlan()
  const reason = useUnavailableReason('extract-text')
  const sectionRef = useRef<HTMLElement>(null)
  // The result is taller than the upload tab, so scroll to its top.
  const extractor = useExtractor(plan, () => sectionRef.current?.scrollIntoView?.({ block: 'start' }))
  const { tab, extractionQuery } = extractor
  const { extraction } = extractionQuery
  const copyRef = useRef<HTMLButtonElement>(null)
  useFocusOnPhase(tab, copyRef)

  return (
    <ToolFrame
      heading={ocrMessages.heading}
      unavailable={reason}
      sectionRef={sectionRef}
      sectionClass="scroll-mt-6"
    >
      <InnerTabs
        label={ocrMessages.tabsLabel}
        value={tab}
        onChange={id => extractor.setTab(id === 'results' ? 'results' : 'upload')}
        tabs={[
          {
            id: 'upload',
            label: ocrMessages.uploadTab,
            icon: <Icon of={Upload} sizePx={16} />,
            content: (
              <OcrUploadTab
                extractor={extractor}
                plan={plan}
                isActive={isActive && tab === 'upload'}
                isUnavailable={reason !== undefined}
              />
            ),
          },
          {
            id: 'results',
            label: ocrMessages.resultsTab,
            icon: <Icon of={ScanText} sizePx={16} />,
            isDisabled: !extractor.hasText,
            content:
              extraction && extractor.hasText ? (
                <ExtractionResult
                  key={extraction.state.id}
                  extraction={extraction}
                  copyRef={copyRef}
                  onAnother={extractor.startOver}
                  onDelete={extractor.deleteResult}
                />
              ) : null,
          },
        ]}
      />
    </ToolFrame>
  )
}
