/** The Translator screen with tabs for text and documents. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { translateDocument } from '@filesmith/contract/operations/translate-document'
import { plans } from '@filesmith/contract/plans'
import { TextQuote } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { hasSavedFiles } from '../../lib/file-list/saved-files.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useTranslationPairs } from '../../lib/use-translation-pairs.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { documentToolId } from './document-settings.ts'
import { DocumentTranslation } from './document-translation.tsx'
import { TextTranslation } from './text-translation.tsx'
import { useDocumentTranslation } from './use-document-translation.ts'
import { useTextTranslation } from './use-text-translation.ts'

interface TranslatorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function Translator({ isActive }: TranslatorProps) {
  // After a reload, open the tab with the document of an earlier visit.
  const [tab, setTab] = useState(() => (hasSavedFiles(documentToolId) ? 'document' : 'text'))
  const plan = usePlan()
  const maxBytes = maxBytesFor(translateDocument.maxBytes, plan)
  const pairs = useTranslationPairs()
  const text = useTextTranslation()
  const document = useDocumentTranslation(maxBytes)
  const headingId = useId()

  // A file dropped on the text tab opens the document tab; otherwise the browser would navigate to it.
  const unattachedRef = useRef<HTMLElement>(null)
  useFileDrop({
    areaRef: unattachedRef,
    scope: isActive && tab === 'text' ? 'page' : 'none',
    onFiles(files) {
      setTab('document')
      document.selectFile(files)
    },
  })

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={translateMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      <InnerTabs
        label={translateMessages.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'text',
            label: translateMessages.textTab,
            icon: <Icon of={TextQuote} className="text-kind-text" />,
            content: <TextTranslation translation={text} pairs={pairs} />,
          },
          {
            id: 'document',
            label: translateMessages.documentTab,
            icon: <KindIcon kind="document" />,
            content: (
              <DocumentTranslation
                translation={document}
                pairs={pairs}
                maxBytes={maxBytes}
                isActive={isActive && tab === 'document'}
              />
            ),
          },
        ]}
      />
    </section>
  )
}
